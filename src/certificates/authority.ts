// The library resolves its parts by the metadata of their constructors.
import 'reflect-metadata/lite'
import { generateKeyPairSync, type KeyObject, randomBytes, type webcrypto } from 'node:crypto'
import { isIP } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

type CryptoKey = webcrypto.CryptoKey

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }

const day = 86_400_000

/** Programs that follow Apple's rules refuse certificates that are valid for more than 398 days. */
const validDays = 397

/** The most certificates that are kept; a wildcard has any number of names below it. */
const maxKept = 200

/** A certificate authority that lives as long as its process: its key cannot be exported and is never written anywhere. */
export interface Authority {
  /** Its certificate in PEM. */
  readonly certificate: string
  /** A certificate for these host names and addresses, with its key, in PEM. */
  issue(names: readonly string[]): Promise<Issued>
  /** The same for one host as a TLS server takes it. Kept, because it takes time to make. */
  contextFor(host: string): Promise<SecureContext>
}

/** A certificate and its key, in PEM. */
export interface Issued {
  key: string
  cert: string
}

/** Creates an authority with a new key. */
export async function createAuthority(): Promise<Authority> {
  const keys = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
  const name = `CN=payment-emulator ${randomBytes(4).toString('hex')}`
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm,
    ...lifetime(),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  // One key serves for all hosts: they are one program, this one.
  const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = leaf.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const publicKey = await webKey(leaf.publicKey)
  const issue = async (names: readonly string[]): Promise<Issued> => {
    const cert = await issued(certificate, keys.privateKey, publicKey, names)
    return { key: String(key), cert: `${cert}\n${certificate.toString('pem')}` }
  }
  const kept = new Map<string, Promise<SecureContext>>()
  return {
    certificate: `${certificate.toString('pem')}\n`,
    issue,
    contextFor: (host) => {
      const context = kept.get(host) ?? issue([host]).then(createSecureContext)
      if (kept.size < maxKept) kept.set(host, context)
      return context
    },
  }
}

/** The certificate of a server in PEM. */
async function issued(
  authority: X509Certificate,
  signingKey: CryptoKey,
  publicKey: CryptoKey,
  names: readonly string[],
): Promise<string> {
  const [first = ''] = names
  const certificate = await X509CertificateGenerator.create({
    // A common name has at most 64 characters; clients look at the alternative names.
    subject: [{ CN: [first.length <= 64 ? first : 'payment-emulator'] }],
    issuer: authority.subject,
    publicKey,
    signingKey,
    signingAlgorithm,
    ...lifetime(),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(names.map(generalName)),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  return certificate.toString('pem')
}

const generalName = (name: string): JsonGeneralName => ({ type: isIP(name) ? 'ip' : 'dns', value: name })

/** From a day ago, for clocks that differ. The serial number is positive and has no leading zero. */
const lifetime = () => ({
  serialNumber: `4${randomBytes(16).toString('hex').slice(1)}`,
  notBefore: new Date(Date.now() - day),
  notAfter: new Date(Date.now() + (validDays - 1) * day),
})

const webKey = (key: KeyObject): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', new Uint8Array(key.export({ type: 'spki', format: 'der' })), curve, true, [
    'verify',
  ])
