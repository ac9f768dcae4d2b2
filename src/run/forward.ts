import {
  type ClientRequest,
  type IncomingMessage,
  request as plainRequest,
  type ServerResponse,
} from 'node:http'
import { request as tlsRequest } from 'node:https'

/** Headers that are about one connection, not about the request or the answer. */
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'upgrade', 'http2-settings'],
])

/** Where a request goes. */
export interface Destination {
  /** `http://host:port`. */
  origin: URL
  /** The target of the request line: a path, or an address for another proxy. */
  target: string
  /** Headers that replace those of the request, or that are added: names and values in turn. */
  headers: readonly string[]
  /** Names of headers that are left out, in lower case. */
  without?: RegExp
}

/** How the connection to the client is broken. */
export interface Breakable {
  /** As a network that fails does it. */
  reset(): unknown
  /** After what was written so far. */
  end(): unknown
}

/**
 * Passes a request on and its answer back, with method, headers, body and the way in which the connection ends unchanged.
 * Resolves when the answer is complete or the connection broken; rejects if there is no answer at all.
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  destination: Destination,
  client: Breakable,
  beforeEnd: () => Promise<void> = async () => undefined,
): Promise<void> {
  const { origin, target } = destination
  return new Promise((resolve, reject) => {
    const ask = origin.protocol === 'https:' ? tlsRequest : plainRequest
    const onward: ClientRequest = ask({
      host: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port || undefined,
      method: incoming.method,
      path: target,
      headers: requestHeaders(incoming, destination) as never,
      // A connection of its own: one from a pool may be closed by the time it is used, which the program would see.
      agent: false,
      setHost: false,
    })
    // The client has disconnected: drop the request that was passed on.
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) onward.destroy()
      resolve()
    })
    onward.on('response', (answer) => {
      outgoing.sendDate = false
      outgoing.shouldKeepAlive &&= answer.headers.connection !== 'close'
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answerHeaders(answer) as never)
      outgoing.flushHeaders()
      answer.on('error', () => client.end())
      answer.on('end', () => {
        if (!incoming.complete) {
          incoming.unpipe(onward).resume()
          onward.destroy()
        }
        void beforeEnd().finally(() => outgoing.end())
      })
      answer.pipe(outgoing, { end: false })
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent || outgoing.destroyed) return
      if (error.code !== 'ECONNRESET') reject(error)
      else if (error.syscall === 'read') client.reset()
      else client.end()
    })
    incoming.on('error', () => onward.destroy())
    incoming.pipe(onward)
  })
}

/** The headers of the request as they were written, but for those that are about its connection. */
function requestHeaders(incoming: IncomingMessage, { headers, without }: Destination): string[] {
  const replaced = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()))
  const kept = pairs(incoming).filter(([name]) => {
    const lower = name.toLowerCase()
    return !hopByHop.has(lower) && !replaced.has(lower) && lower !== 'expect' && !without?.test(lower)
  })
  const hasBody = 'content-length' in incoming.headers || 'transfer-encoding' in incoming.headers
  // Without a length Node would announce a body in chunks.
  const length = hasBody || /^(?:GET|HEAD)$/.test(incoming.method ?? '') ? [] : ['Content-Length', '0']
  // Asked to close, the other side would, before it has read a body that it refuses; and the program's connection would end.
  return [...headers, ...kept.flat(), ...length, 'Connection', 'keep-alive']
}

const answerHeaders = (answer: IncomingMessage): string[] =>
  pairs(answer)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()))
    .flat()

const pairs = ({ rawHeaders }: IncomingMessage): [name: string, value: string][] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
