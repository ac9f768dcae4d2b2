import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Fetch } from '../app.ts'
import { invalidField, Refusal } from '../domain/kernel/errors.ts'
import { refusalReply } from '../http/errors.ts'
import { BrokenConnection } from '../http/faults.ts'
import { alreadySent, SocketAnswer } from '../http/written.ts'

/** Node's request, with the whole body where it was read before the request was handed on. */
type Incoming = IncomingMessage & { rawBody?: Buffer }

/** Lets an application that knows the web's requests and responses answer those of a server of Node's. */
export function requestListener(
  fetch: Fetch,
  report: (error: unknown) => void,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const originOf = originReader()
  const respond = (incoming: Incoming, outgoing: ServerResponse): void | Promise<void> => {
    const request = new SocketRequest(urlOf(incoming, originOf), incoming, outgoing)
    const answer = fetch(request as unknown as Request, { incoming, outgoing })
    return answer instanceof Promise
      ? answer.then((settled) => send(settled, outgoing))
      : send(answer, outgoing)
  }
  const fail = (error: unknown, outgoing: ServerResponse): void => {
    if (error instanceof Refusal && !outgoing.headersSent) {
      refuse(error, outgoing)
      return
    }
    outgoing.destroy()
    // The client has left, and a scenario wanted to break its connection.
    if (!(error instanceof BrokenConnection)) report(error)
  }
  return (incoming, outgoing) =>
    afterBody(incoming, outgoing, () => {
      try {
        respond(incoming, outgoing)?.catch((error: unknown) => fail(error, outgoing))
      } catch (error) {
        fail(error, outgoing)
      }
    })
}

/** As much of the web's request as the application reads; the body it takes from Node's own. */
class SocketRequest implements Pick<Request, 'method' | 'url' | 'headers' | 'signal'> {
  readonly method: string
  readonly url: string
  readonly #incoming: IncomingMessage
  readonly #outgoing: ServerResponse
  #signal: AbortSignal | undefined

  constructor(url: string, incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method ?? 'GET'
    this.url = url
    this.#incoming = incoming
    this.#outgoing = outgoing
  }

  get headers(): Headers {
    return new Headers(this.#incoming.headers as Record<string, string>)
  }

  /** Aborted when the client leaves before it has its answer. */
  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController()
      const outgoing = this.#outgoing
      const closed = (): void => {
        if (!outgoing.writableFinished) controller.abort()
      }
      if (outgoing.closed) closed()
      else outgoing.once('close', closed)
      this.#signal = controller.signal
    }
    return this.#signal
  }
}

/** Path and query that need no look at: no escapes to be made, no dots or backslashes that mean something. */
const plainTarget = /^\/[!#$&-;=?-[\]_a-z~]*$/
const dotSegment = /\/\.\.?(?:[/?#]|$)/

/** The whole address that is asked for. Refuses one that is none. */
function urlOf(incoming: IncomingMessage, originOf: (incoming: IncomingMessage) => string): string {
  const target = incoming.url ?? ''
  const pathEnd = target.indexOf('?')
  const backslash = target.indexOf('\\')
  const whole = /^https?:\/\//.test(target) ? target : `${originOf(incoming)}${target}`
  if (plainTarget.test(target) && !dotSegment.test(target)) return whole
  if (
    (target.startsWith('/') || whole === target) &&
    (backslash === -1 || (pathEnd !== -1 && pathEnd < backslash)) &&
    URL.canParse(whole)
  )
    return new URL(whole).href
  throw new Refusal(
    'invalid_request',
    `"${target.slice(0, 100)}" is no target of a request; send a path that begins with "/", without backslashes`,
  )
}

/** Reads the origin from the Host header; the same one comes with nearly every request, so it is checked once. */
function originReader(): (incoming: IncomingMessage) => string {
  let known: string | undefined
  let origin = ''
  return ({ headers: { host }, httpVersion, socket }) => {
    if (host === undefined || host === '') {
      // HTTP/1.0 has no such header; that is how many load balancers ask for health.
      if (httpVersion === '1.0') return `http://localhost:${socket.localPort}`
      throw invalidField('Host', 'is missing; HTTP/1.1 requires it')
    }
    if (host !== known) {
      origin = originFrom(host)
      known = host
    }
    return origin
  }
}

function originFrom(host: string): string {
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  // What the parser reads as something else (a user, a path, an odd number) is no name and no address.
  if (url?.hostname !== host.replace(/:\d*$/, '').toLowerCase())
    throw invalidField(
      'Host',
      `must be a name or an address, with a port if need be (localhost:4290), not "${host.slice(0, 100)}"`,
    )
  return url.origin
}

/** Answers what no route can be found for, in the shape of all errors. */
function refuse(refusal: Refusal, outgoing: ServerResponse): void {
  const { status, body } = refusalReply('service', refusal)
  write(
    new SocketAnswer(JSON.stringify(body), status, {
      'content-type': 'application/json',
      connection: 'close',
    }),
    outgoing,
  )
}

/** Bodies of any usual request; longer ones are read by whoever wants them. Bytes. */
const maxEarlyBytes = 65_536

/**
 * Goes on once a body of moderate length is there: most requests can then be answered in one go, with nothing to wait
 * for in between.
 */
function afterBody(incoming: Incoming, outgoing: ServerResponse, next: () => void): void {
  const { 'content-length': sent, 'transfer-encoding': framed } = incoming.headers
  const length = Number(sent)
  if (!(length > 0 && length <= maxEarlyBytes)) {
    if (length > 0 || framed !== undefined) outgoing.once('finish', () => discardRest(incoming))
    next()
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    incoming.rawBody = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    next()
  })
  // The client has left: whoever wants the body finds that out, and the journal tells it.
  incoming.on('error', () => {
    if (incoming.rawBody === undefined) next()
  })
}

/** How long a client that was answered early may go on sending: it reads nothing before. Milliseconds. */
const lingerMs = 500

/** Reads past what nobody wanted of a body, so that the connection can be used again; closes it if there is no end. */
function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return
  const { socket } = incoming
  const timer = setTimeout(() => socket.destroySoon(), lingerMs).unref()
  incoming.once('close', () => clearTimeout(timer))
  incoming.resume()
}

function send(answer: Response, outgoing: ServerResponse): void | Promise<void> {
  if ((answer as unknown) instanceof SocketAnswer) write(answer as unknown as SocketAnswer, outgoing)
  else return sendResponse(answer, outgoing)
}

function write(answer: SocketAnswer, outgoing: ServerResponse): void {
  if (answer === alreadySent) return
  const { body, status, headers } = answer
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  outgoing.writeHead(status, { ...headers, 'content-length': length }).end(body)
}

/** Streams, redirects, and what the router makes of HEAD. */
async function sendResponse({ status, headers, body }: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers))
  if (body === null) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  // A client that leaves in the middle of a stream is no failure; the pipeline stops the stream then.
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), outgoing).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
    },
  )
}
