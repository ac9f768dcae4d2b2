import {
  createDecipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  randomBytes,
  sign,
} from 'node:crypto'
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { IncomingResponse, OutgoingRequest, Ports, TokenSigner } from './ports.ts'
import { qrPng } from './qr.ts'

/** The real world: node's clock, cryptography and network. */
export const nodePorts = (): Ports => ({
  now: Date.now,
  setTimer: (run, delayMs) => setTimeout(run, delayMs),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  randomSeed: () => randomBytes(8).toString('hex'),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('base64'),
  sha256: (text) => createHash('sha256').update(text).digest('base64'),
  decryptAesGcm,
  tokenSigner,
  send: sender(),
  report: (error) =>
    void process.stderr.write(
      `payment-emulator: unforeseen error: ${error instanceof Error ? error.stack : error}\n`,
    ),
  qrCode: qrPng,
})

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

function sender(): Ports['send'] {
  // Receivers are few and near: keeping connections open makes a delivery several times cheaper.
  const options = { keepAlive: true, maxSockets: 256, maxFreeSockets: 32 }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  return (outgoing) =>
    new Promise<IncomingResponse>((resolve, reject) => {
      const secure = outgoing.url.startsWith('https:')
      const request = (secure ? httpsRequest : httpRequest)(outgoing.url, {
        method: 'POST',
        agent: secure ? agents.https : agents.http,
        headers: { ...outgoing.headers, 'content-length': String(Buffer.byteLength(outgoing.body)) },
      })
      // One limit for the whole exchange: a receiver that sends a byte a second is slow, too.
      const timer = setTimeout(
        () => request.destroy(new Error(`the receiver did not answer within ${outgoing.timeoutMs} ms`)),
        outgoing.timeoutMs,
      )
      request.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let size = 0
        const done = (): void => {
          clearTimeout(timer)
          const headers: Record<string, string> = {}
          for (const [name, value] of Object.entries(response.headers)) headers[name] = String(value)
          resolve({
            status: response.statusCode ?? 0,
            headers,
            body: Buffer.concat(chunks).subarray(0, outgoing.maxResponseBytes).toString('utf8'),
          })
        }
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.byteLength
          if (size < outgoing.maxResponseBytes) return
          done()
          response.destroy()
        })
        response.on('end', done)
        response.on('error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
      })
      request.end(outgoing.body)
    })
}

export type { OutgoingRequest }
