import type { ResponseFault } from '../domain/scenario/fragment.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { World } from '../emulator/world.ts'
import type { Call } from './call.ts'
import { alreadySent, respond } from './fast/respond.ts'
import type { Family } from './operation.ts'
import type { Written } from './reply.ts'

/** Whether the plan keeps the request from being executed. */
export const faultsBeforeCommit = ({ response }: Plan): boolean =>
  (response?.status !== undefined || response?.fault !== undefined) && response.afterCommit !== true

/** Real milliseconds by which the answer is held back; the spread comes from the world's random source. */
export const latencyOf = ({ response }: Plan, world: World): number =>
  (response?.latency ?? 0) + (response?.spread ? Math.floor(world.random.float() * response.spread) : 0)

/** `error.type` of the statuses that a scenario key can ask for. */
export const errorTypes = {
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
} as const

/** The answer with the plan's status in its place, in the family's error shape. */
export function withStatus(written: Written, family: Family, { status, retryAfter }: ResponseFault): Written {
  if (status === undefined) return written
  const message = 'the scenario key of this request asks for this status'
  const bodies: Record<Family, object> = {
    service: { status: 'failed', error: { type: errorTypes[status], code: `10${status}`, message } },
    control: { status: 'failed', error: { type: errorTypes[status], code: `10${status}`, message } },
    v3: { status: 'error', message, data: null },
    oauth: { error: status === 503 ? 'temporarily_unavailable' : 'server_error', error_description: message },
  }
  const headers = { ...written.headers }
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(retryAfter / 1000))
  return { status, headers, text: JSON.stringify(bodies[family]) }
}

/** A connection that a scenario breaks where there is no socket to break: `fetch` rejects as it would with one. */
export class BrokenConnection extends TypeError {
  constructor(what: string) {
    super(`fetch failed: ${what} (asked for by the scenario)`)
  }
}

/** Not even UTF-8. */
const garbage = new Uint8Array([
  0x00, 0xff, 0xfe, 0x3c, 0x3c, 0x7b, 0x22, 0x73, 0x74, 0x61, 0x74, 0x75, 0x73, 0x22, 0x3a,
])

/** Plays a fault at the socket; without one (in-process use) it throws a BrokenConnection. */
export async function playFault(
  { c, world }: Call,
  written: Written,
  fault: ResponseFault['fault'],
): Promise<Response> {
  const { status, headers, text } = written
  const { outgoing } = c.env
  const socket = outgoing?.socket
  switch (fault) {
    case 'reset':
      if (!socket) throw new BrokenConnection('connection reset')
      socket.resetAndDestroy()
      return alreadySent
    case 'stall':
      await untilGivenUp(c, world)
      if (!socket) throw new BrokenConnection('no answer')
      socket.destroy()
      return alreadySent
    case 'truncate':
      if (!outgoing || !socket) throw new BrokenConnection('the body ended early')
      outgoing.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(text) + 1) })
      outgoing.write(text.slice(0, text.length / 2), () => socket.destroySoon())
      return alreadySent
    case 'garbage':
      return respond(c, garbage, written)
    default:
      return respond(c, text, written)
  }
}

/** Resolves when the client has closed its connection or aborted its request, or when the world ends. */
const untilGivenUp = (c: Call['c'], world: World): Promise<void> =>
  new Promise((resolve) => {
    const { signal } = c.req.raw
    const done = (): void => {
      signal.removeEventListener('abort', done)
      forget()
      resolve()
    }
    const forget = world.atEnd(done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
