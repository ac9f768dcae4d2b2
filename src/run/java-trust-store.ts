import { createHash, type X509Certificate } from 'node:crypto'

/** The password that Java's own trust store has: there is nothing secret in one. */
export const trustStorePassword = 'changeit'

const magic = 0xfeedfeed
const version = 2
const trustedCertificate = 2

/** What Java mixes into the digest of a store, with the password. */
const whitener = 'Mighty Aphrodite'

/** A trust store in Java's own format (JKS), which every version of Java reads; `keytool` is not needed. */
export function javaTrustStore(certificates: readonly X509Certificate[], now: number): Buffer {
  const entries = certificates.map((certificate, index) =>
    Buffer.concat([
      int(trustedCertificate),
      text(`authority-${index}`),
      long(now),
      text('X.509'),
      int(certificate.raw.length),
      certificate.raw,
    ]),
  )
  const content = Buffer.concat([int(magic), int(version), int(entries.length), ...entries])
  const password = Buffer.from(trustStorePassword, 'utf16le').swap16()
  const digest = createHash('sha1').update(password).update(whitener).update(content).digest()
  return Buffer.concat([content, digest])
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** As Java's DataOutput writes it; the texts here are ASCII. */
function text(value: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(value.length)
  return Buffer.concat([length, Buffer.from(value, 'ascii')])
}
