import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { TargetRule } from '../domain/kernel/enums.ts'
import type { IncomingResponse, OutgoingRequest, Ports } from '../engine/ports.ts'
import { Lanes, Timeout } from './host-queues.ts'
import { checkHost, lookup } from './targets.ts'

/** Exchanges at the same time: with one endpoint of a world, and with all. Each has a connection of its own. */
const width = { lane: 256, total: 2048 }

/** Bytes of an answer that are read; more ends the connection. */
const maxReadBytes = 65_536

/** How long an idle connection is kept: shorter than any usual server keeps it, so that none is used that just closes. Milliseconds. */
const idleMs = 1000

/**
 * Sends requests, with a queue for each endpoint of each world: one that is slow, hangs or is down delays nobody else.
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
  const lanes = new Lanes(width)
  return async (outgoing) => {
    const url = new URL(outgoing.url)
    if (rule === 'private') checkHost(url.hostname)
    return lanes.run(outgoing, url.origin, () => {
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

/** The answer to a request that is about to be sent; rejects with an Error that says in words what went wrong. */
function exchange(request: ClientRequest, outgoing: OutgoingRequest): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    let late: Error | undefined
    // One limit for the whole exchange: a receiver that sends a byte a second is slow, too.
    const timer = setTimeout(() => {
      late = new Timeout(`the receiver did not answer within ${outgoing.timeoutMs} ms`)
      request.destroy(late)
    }, outgoing.timeoutMs)
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(late ?? new Error(describe(error), { cause: error }))
    }
    request.on('error', fail)
    request.on('close', () => fail(new Error('the receiver closed the connection without an answer')))
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

/** Reads an answer up to the limit; what goes on longer is cut off, with the connection. */
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
      // A copy: a part of a chunk would keep all of it in memory.
      chunks.push(Buffer.from(chunk.subarray(0, keep - kept)))
      kept += Math.min(chunk.byteLength, keep - kept)
    }
    if (size < maxReadBytes) return
    answer()
    response.destroy()
  })
  response.on('end', answer)
}

/** Headers of an answer that are kept: so many, each cut to so many characters. */
const maxHeaders = 40
const maxHeaderLength = 500

function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers).slice(0, maxHeaders))
    headers[name] = String(value).slice(0, maxHeaderLength)
  return headers
}

/** What an error of node's says; where several addresses were tried it says nothing itself. */
const describe = (error: Error): string =>
  error instanceof AggregateError
    ? error.errors.map((inner: Error) => inner.message).join('; ')
    : error.message || error.name
