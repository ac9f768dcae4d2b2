import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'

type Environment = Record<string, string | undefined>

/** Where systems keep the authorities that they trust. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
]

/** Variables by which programs were told of other authorities. */
const variables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']

const oneCertificate = /-----BEGIN (TRUSTED )?CERTIFICATE-----[\s\S]+?-----END \1?CERTIFICATE-----/g

/** The certificates in the file that a variable names, in PEM; none if there is no such file. */
export function certificatesOf(file: string | undefined): string[] {
  if (!file) return []
  try {
    return readFileSync(file, 'utf8').match(oneCertificate) ?? []
  } catch {
    // A folder, or a missing file: programs could not use it before either.
    return []
  }
}

/** What programs trust without us: the authorities of the system, or else those of Node, and those that variables name. */
export function trustedAuthorities(environment: Environment): X509Certificate[] {
  const ofSystem = bundles.map(certificatesOf).find((found) => found.length > 0) ?? rootCertificates
  const named = variables.flatMap((name) => certificatesOf(environment[name]))
  const found = new Map<string, X509Certificate>()
  for (const pem of [...ofSystem, ...named]) {
    const certificate = parsed(pem)
    if (certificate) found.set(certificate.fingerprint256, certificate)
  }
  return [...found.values()]
}

/** Undefined for a certificate that this Node cannot read; other programs may not be able to either. */
function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
