import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fetch } from '../app.ts'
import { invalidField, Refusal } from '../domain/kernel/errors.ts'
import { refusalReply } from '../http/errors.ts'
import { DirectRequest, notServed } from '../http/fast/direct.ts'
import { gather } from '../http/fast/gather.ts'
import { alreadySent, respond } from '../http/fast/respond.ts'
import { BrokenConnection } from '../http/faults.ts'
import { getRequestListener } from './server-library.ts'

/** Captured here, because tests that fake the timers of their process still want answers. */
const afterRequests = setImmediate

/** Node's request, with the whole body if it was read in advance. */
type Incoming = IncomingMessage & { rawBody?: Buffer; answer?: Response }

/**
 * Connects the application to a Node server. `hostname` is used for requests without a Host header, which HTTP/1.0 does
 * not require: many load balancers check health that way.
 */
export function requestListener(
  fetch: Fetch,
  hostname: string,
  report: (error: unknown) => void,
): (incoming: Incoming, outgoing: ServerResponse) => void {
  const end = gather(afterRequests)
  const fail = (error: unknown, outgoing: ServerResponse): Response => {
    outgoing.destroy()
    // The client has disconnected, and a scenario wanted to break its connection.
    if (!(error instanceof BrokenConnection)) report(error)
    return alreadySent
  }
  const answerTo = (request: Request, incoming: Incoming, outgoing: ServerResponse) => {
    try {
      const answer = fetch(request, { incoming, outgoing, end })
      return answer instanceof Promise ? answer.catch((error: unknown) => fail(error, outgoing)) : answer
    } catch (error) {
      return fail(error, outgoing)
    }
  }
  const serve = getRequestListener(
    (request, env) => {
      const incoming = env.incoming as Incoming
      return incoming.answer ?? answerTo(request, incoming, env.outgoing as ServerResponse)
    },
    { hostname, overrideGlobalObjects: false, errorHandler: refuseTarget },
  )
  const checkHost = hostChecker()
  return (incoming, outgoing) => {
    try {
      checkHost(incoming)
    } catch (error) {
      refuse({ env: { outgoing } }, error as Refusal)
      return
    }
    afterBody(incoming, () => {
      const direct = DirectRequest.of(incoming, outgoing)
      const answer = direct === undefined ? notServed : answerTo(direct, incoming, outgoing)
      const write = (answer: Response): void => {
        if (answer === alreadySent) return
        if (answer !== notServed) incoming.answer = answer
        void serve(incoming, outgoing)
      }
      if (answer instanceof Promise) void answer.then(write)
      else write(answer)
    })
  }
}

/** Refuses a Host that is neither a name nor an address. Nearly every request has the same one, so it is checked once. */
function hostChecker(): (incoming: IncomingMessage) => void {
  let known: string | undefined
  return ({ headers: { host }, httpVersion }) => {
    if (host !== undefined && host === known) return
    if (host === undefined || host === '') {
      if (httpVersion === '1.0') return
      throw invalidField('Host', 'is missing; HTTP/1.1 requires it')
    }
    // If the parser finds something else in it (a user, a path, an odd number), it is neither a name nor an address.
    if (
      !URL.canParse(`http://${host}`) ||
      new URL(`http://${host}`).hostname !== host.replace(/:\d*$/, '').toLowerCase()
    )
      throw invalidField(
        'Host',
        `must be a name or an address, with an optional port (localhost:4290), not "${host.slice(0, 100)}"`,
      )
    known = host
  }
}

/** Answers a request whose target is not a valid URL; `error` is the library's. */
const refuseTarget = (error: unknown): Response =>
  refuse(
    { env: {} },
    new Refusal(
      'invalid_request',
      `the target of the request cannot be used (${(error as Error).message}); send a path that begins with "/", without backslashes`,
    ),
  )

/** Answers a request before routing, in the shape of all errors. */
function refuse(c: Parameters<typeof respond>[0], refusal: Refusal): Response {
  const { status, body } = refusalReply('service', refusal)
  const headers = { 'content-type': 'application/json', connection: 'close' }
  return respond(c, JSON.stringify(body), { status, headers })
}

/** Longer than any usual body; longer ones are read by the handler that needs them. Bytes. */
const maxEarlyBytes = 65_536

/**
 * Reads a body of moderate length into `rawBody`, where the library looks for it too, before it continues: most requests
 * can then be answered without waiting in between.
 */
function afterBody(incoming: Incoming, next: () => void): void {
  const length = Number(incoming.headers['content-length'])
  if (!(length > 0 && length <= maxEarlyBytes)) {
    next()
    return
  }
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    incoming.rawBody = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    next()
  })
  // The client has disconnected: reading the body fails, and the journal records it.
  incoming.on('error', () => {
    if (incoming.rawBody === undefined) next()
  })
}
