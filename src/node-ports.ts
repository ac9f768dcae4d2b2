import {
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  hash,
  randomBytes,
  sign,
} from 'node:crypto'
import { collectGarbage, heapUse } from './node/heap.ts'
import type { TargetRule } from './node/targets.ts'
import type { Ports, TokenSigner } from './ports.ts'
import { qrPng } from './qr.ts'

/** The real world: node's clock, cryptography and network. `webhookAllow` bounds where deliveries may go. */
export const nodePorts = (webhookAllow: TargetRule = 'any'): Ports => ({
  now: Date.now,
  setTimer: (run, delayMs) => setTimeout(run, delayMs),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  randomSeed: () => randomBytes(8).toString('hex'),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('base64'),
  sha256: (text) => hash('sha256', text, 'base64'),
  decryptAesGcm,
  tokenSigner,
  breathe: () => new Promise((resolve) => void setImmediate(resolve)),
  send: lateSender(webhookAllow),
  report: (error) =>
    void process.stderr.write(
      `payment-emulator: unforeseen error: ${error instanceof Error ? error.stack : error}\n`,
    ),
  heapUse,
  collectGarbage,
  qrCode: qrPng,
})

/** Outgoing HTTP is loaded with the first delivery; many runs have none. */
function lateSender(rule: TargetRule): Ports['send'] {
  let send: Promise<Ports['send']> | undefined
  return async (outgoing) => {
    send ??= import('./node/sender.ts').then(({ sender }) => sender(rule))
    return (await send)(outgoing)
  }
}

const tagBytes = 16

function decryptAesGcm(key: string, nonce: string, encrypted: string): string | undefined {
  try {
    const bytes = Buffer.from(encrypted, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(nonce, 'utf8'))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const base64url = (value: string | Buffer): string => Buffer.from(value).toString('base64url')

/** ES256: a key pair that follows from the seed, because the key's id stands in every token. */
function tokenSigner(seed: string): TokenSigner {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(createHash('sha256').update(`token key ${seed}`).digest())
  // An uncompressed point: one byte 4, then x and y.
  const point = curve.getPublicKey()
  const coordinates = { x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33, 65)) }
  const d = base64url(Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex'))
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates, d }, format: 'jwk' })
  const kid = createHash('sha256').update(point).digest('base64url').slice(0, 16)
  const header = base64url(JSON.stringify({ alg: 'ES256', typ: 'JWT', kid }))
  return {
    jwk: { kty: 'EC', crv: 'P-256', ...coordinates, kid, alg: 'ES256', use: 'sig' },
    sign: (claims) => {
      const content = `${header}.${base64url(JSON.stringify(claims))}`
      const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
      return `${content}.${base64url(signature)}`
    },
  }
}
