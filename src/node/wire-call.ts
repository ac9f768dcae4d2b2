import { type IncomingMessage, request } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { WireCall, WireOutcome } from '../engine/ports.ts'

/**
 * Sends one request over a connection of its own, never again, and reports what the connection did. Browsers and `fetch`
 * repeat a request whose connection is reset, which hides what a program sees.
 */
export function wireCall(call: WireCall): Promise<WireOutcome> {
  const { host, port, encrypted, method, path, headers, body, timeoutMs, maxResponseBytes, signal } = call
  const started = performance.now()
  return new Promise((resolve) => {
    let answer: IncomingMessage | undefined
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (outcome: WireOutcome['outcome'], error?: string): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      sent.destroy()
      resolve({
        outcome,
        error,
        durationMs: performance.now() - started,
        answer: answer && {
          status: answer.statusCode ?? 0,
          headers: headersOf(answer),
          body: Buffer.concat(chunks).toString('utf8'),
        },
      })
    }
    const broken = ({ code, message }: NodeJS.ErrnoException): void =>
      end(answer ? 'truncated' : code === 'ECONNRESET' ? 'reset' : 'failed', message)
    const abort = (): void => end('cancelled')
    const timer = setTimeout(() => end('stalled'), timeoutMs)
    // It is this emulator that answers, so there is no certificate to check.
    const target = { host, port, method, path, headers, agent: false, rejectUnauthorized: false }
    const sent = (encrypted ? tlsRequest : request)(target, (response) => {
      answer = response
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk.subarray(0, maxResponseBytes - bytes))
        bytes += chunk.length
        if (bytes > maxResponseBytes) end('answered', `only the first ${maxResponseBytes} bytes are shown`)
      })
      response.on('error', broken)
      response.on('end', () => end('answered'))
    })
    sent.on('error', broken)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    else sent.end(body)
  })
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
