import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  sign,
} from 'node:crypto'
import { hostname } from 'node:os'
import type { TargetRule } from '../domain/kernel/enums.ts'
import type { Ports, TokenSigner } from '../engine/ports.ts'
import { collectGarbage, heapUse } from './heap.ts'
import { qrPng } from './qr.ts'

/** The ports as Node implements them. `webhookAllow` restricts where deliveries may go. */
export const nodePorts = (webhookAllow: TargetRule = 'any'): Ports => ({
  now: Date.now,
  setTimer: (run, delayMs, background) => {
    const timer = setTimeout(run, delayMs)
    return background ? timer.unref() : timer
  },
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  instance: () => `${hostname()}/${process.pid}`,
  // Not a secret: the ready line prints it. So the first answer does not wait for the crypto module.
  randomSeed: () => Math.floor(Math.random() * 2 ** 48).toString(16),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('base64'),
  sha256: (text) => hash('sha256', text, 'base64'),
  decryptAesGcm,
  decryptTripleDes,
  tokenSigner,
  yieldToEventLoop: () => new Promise((resolve) => void setImmediate(resolve)),
  send: lateSender(webhookAllow),
  wireCall: async (call) => (await import('./wire-call.ts')).wireCall(call),
  report: reportError,
  readScenarios: async (text) => {
    const { formatProblem, parseScenarios } = await import('./yaml-files.ts')
    const { values, problems } = await parseScenarios(text)
    return { fragments: values, problems: problems.map(formatProblem) }
  },
  heapUse,
  collectGarbage,
  qrCode: qrPng,
})

/** Reports an unexpected error. */
export const reportError = (error: unknown): void =>
  void process.stderr.write(
    `payment-emulator: unexpected error: ${error instanceof Error ? error.stack : error}\n`,
  )

/** Outgoing HTTP is loaded with the first delivery: many runs have none. */
function lateSender(rule: TargetRule): Ports['send'] {
  let send: Promise<Ports['send']> | undefined
  return async (outgoing) => {
    send ??= import('./sender.ts').then(({ sender }) => sender(rule))
    return (await send)(outgoing)
  }
}

const tagBytes = 16

function decryptAesGcm(key: string, nonce: string, encrypted: string): string | undefined {
  try {
    const bytes = Buffer.from(encrypted, 'base64')
    if (bytes.length <= tagBytes) return undefined
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.from(nonce, 'utf8'))
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function decryptTripleDes(key: string, encrypted: string): string | undefined {
  try {
    const decipher = createDecipheriv('des-ede3', Buffer.from(key, 'utf8'), null)
    const bytes = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, 7). */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * EdDSA: the key pair is derived from the seed, because every token contains the key's id, and a signature depends on key
 * and claims alone. So the same seed gives the same tokens.
 */
function tokenSigner(seed: string): TokenSigner {
  const secret = createHash('sha256').update(`token key ${seed}`).digest()
  const der = Buffer.concat([ed25519Prefix, secret])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const kid = hash('sha256', x, 'base64url').slice(0, 16)
  const header = base64url(JSON.stringify({ alg: 'EdDSA', typ: 'JWT', kid }))
  return {
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
    sign: (claims) => {
      const content = `${header}.${base64url(JSON.stringify(claims))}`
      // The key itself: Node takes a quarter longer with an options object around it.
      return `${content}.${sign(null, Buffer.from(content), key).toString('base64url')}`
    },
  }
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url')
