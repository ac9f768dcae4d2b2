import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { TargetRule } from '../domain/kernel/enums.ts'
import type { IncomingResponse, OutgoingRequest, Ports } from '../engine/ports.ts'
import { HostQueues, Timeout } from './host-queues.ts'
import { checkHost, lookup } from './targets.ts'

/** Concurrent exchanges per endpoint of a world, and in total. Each has its own connection. */
const limits = { perQueue: 256, total: 2048 }

/** Bytes of an answer that are read; a longer answer ends the connection. */
const maxReadBytes = 65_536

/** How long an idle connection stays open: shorter than in common servers, so that none is reused while it closes. Milliseconds. */
const idleMs = 1000

/**
 * Sends requests, with a queue for each endpoint of each world: one that is slow, hangs or is down delays no other.
 * Redirects are not followed.
 */
export function sender(rule: TargetRule): Ports['send'] {
  const options = {
    keepAlive: true,
    maxFreeSockets: 32,
    timeout: idleMs,
    lookup: lookup(rule),
  }
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) }
  const queues = new HostQueues(limits)
  return async (outgoing) => {
    const url = new URL(outgoing.url)
    if (rule === 'private') checkHost(url.hostname)
    return queues.run(outgoing, url.origin, () => {
      const secure = url.protocol === 'https:'
      const request = (secure ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: agents[secure ? 'https:' : 'http:'],
        headers: { ...outgoing.headers, 'content-length': String(Buffer.byteLength(outgoing.body)) },
      })
      return exchange(request, outgoing)
    })
  }
}

/** The answer to a request that is about to be sent; rejects with an Error that says what went wrong. */
function exchange(request: ClientRequest, outgoing: OutgoingRequest): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    let late: Error | undefined
    // One limit for the whole exchange: an endpoint that sends a byte per second is too slow as well.
    const timer = setTimeout(() => {
      late = new Timeout(`the endpoint did not answer within ${outgoing.timeoutMs} ms`)
      request.destroy(late)
    }, outgoing.timeoutMs)
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(late ?? new Error(describe(error), { cause: error }))
    }
    request.on('error', fail)
    request.on('close', () => fail(new Error('the endpoint closed the connection without an answer')))
    request.on('response', (response) => {
      response.on('error', fail)
      read(response, outgoing.maxResponseBytes, (answer) => {
        clearTimeout(timer)
        resolve(answer)
      })
    })
    request.end(outgoing.body)
  })
}

/** Reads an answer up to the limit; a longer one is truncated and its connection closed. */
function read(response: IncomingMessage, keep: number, done: (answer: IncomingResponse) => void): void {
  const chunks: Buffer[] = []
  let kept = 0
  let size = 0
  const answer = (): void =>
    done({
      status: response.statusCode ?? 0,
      headers: headersOf(response),
      body: Buffer.concat(chunks).toString('utf8'),
    })
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength
    if (kept < keep) {
      // A copy: a slice would keep the whole chunk in memory.
      chunks.push(Buffer.from(chunk.subarray(0, keep - kept)))
      kept += Math.min(chunk.byteLength, keep - kept)
    }
    if (size < maxReadBytes) return
    answer()
    response.destroy()
  })
  response.on('end', answer)
}

/** How many headers of an answer are stored, and how many characters of each. */
const maxHeaders = 40
const maxHeaderLength = 500

function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers).slice(0, maxHeaders))
    headers[name] = String(value).slice(0, maxHeaderLength)
  return headers
}

/** The message of a Node error; if several addresses were tried, those of the attempts. */
const describe = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((inner: Error) => inner.message).join('; ')
    : error.message || error.name
