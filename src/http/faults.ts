import type { FaultStatus, NetworkFault } from '../domain/kernel/enums.ts'
import type { ResponseFault } from '../domain/scenario/fragment.ts'
import { drawLatency } from '../domain/scenario/latency.ts'
import type { Plan } from '../domain/stored/plan.ts'
import type { World } from '../emulator/world.ts'
import type { Call } from './call.ts'
import { alreadySent, respond } from './fast/respond.ts'
import type { Family } from './operation.ts'
import type { Written } from './reply.ts'

/** Whether the plan prevents the request from being executed. */
export const faultsBeforeCommit = ({ response }: Plan): boolean =>
  (response?.status !== undefined || response?.fault !== undefined) && response.afterCommit !== true

/** Some 25 days: a longer timer would fire at once. */
const longestLatencyMs = 2 ** 31 - 1

/** Latency in real milliseconds; what varies comes from the world's random source. */
export const latencyOf = ({ response }: Plan, world: World): number =>
  Math.min(
    longestLatencyMs,
    (response?.latency === undefined ? 0 : drawLatency(response.latency, () => world.random())) +
      (response?.spread ? Math.floor(world.random() * response.spread) : 0),
  )

/** `error.type` of the statuses that a scenario key can request. */
export const errorTypes = {
  401: 'UNAUTHORIZED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
} as const satisfies Record<FaultStatus, string>

/** `error` of the token endpoint, if it is not `server_error`. */
const oauthErrors: Partial<Record<FaultStatus, string>> = {
  401: 'invalid_client',
  503: 'temporarily_unavailable',
}

/** Replaces the answer by one with the plan's status, in the family's error format. */
export function withStatus(written: Written, family: Family, { status, retryAfter }: ResponseFault): Written {
  if (status === undefined) return written
  const message = 'the scenario key of this request sets this status'
  const bodies: Record<Family, object> = {
    service: {
      status: 'failed',
      ...(status === 401 && { message }),
      error: { type: errorTypes[status], code: `10${status}`, message },
    },
    control: { status: 'failed', error: { type: errorTypes[status], code: `10${status}`, message } },
    v3: { status: 'error', message, data: null },
    oauth: { error: oauthErrors[status] ?? 'server_error', error_description: message },
  }
  const headers = { ...written.headers }
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.ceil(retryAfter / 1000))
  return { status, headers, text: JSON.stringify(bodies[family]) }
}

/** A connection that a scenario breaks if there is no socket: `fetch` rejects as it would with one. */
export class BrokenConnection extends TypeError {
  constructor(what: string) {
    super(`fetch failed: ${what} (requested by the scenario)`)
  }
}

/** Not valid UTF-8 either. */
const garbage = new Uint8Array([
  0x00, 0xff, 0xfe, 0x3c, 0x3c, 0x7b, 0x22, 0x73, 0x74, 0x61, 0x74, 0x75, 0x73, 0x22, 0x3a,
])

/** What each fault does to an answer at the socket; without a socket (in-process use) it throws a BrokenConnection. */
const faults: Record<NetworkFault, (call: Call, written: Written) => Promise<Response>> = {
  reset: async (call) => {
    const socket = socketOf(call)
    if (!socket) throw new BrokenConnection('connection reset')
    socket.resetAndDestroy()
    return alreadySent
  },
  stall: async (call) => {
    const socket = socketOf(call)
    await untilGivenUp(call)
    if (!socket) throw new BrokenConnection('no answer')
    socket.destroy()
    return alreadySent
  },
  truncate: async (call, { status, headers, text }) => {
    const { outgoing } = call.c.env
    const socket = socketOf(call)
    if (!outgoing || !socket) throw new BrokenConnection('the body ended early')
    outgoing.writeHead(status, { ...headers, 'content-length': String(Buffer.byteLength(text) + 1) })
    outgoing.write(text.slice(0, text.length / 2), () => socket.destroySoon())
    return alreadySent
  },
  garbage: async ({ c }, written) => respond(c, garbage, written),
}

const socketOf = ({ c }: Call) => c.env.outgoing?.socket

/** Sends an answer with a fault, or unchanged if there is none. */
export const playFault = async (
  call: Call,
  written: Written,
  fault: ResponseFault['fault'],
): Promise<Response> =>
  fault === undefined ? respond(call.c, written.text, written) : faults[fault](call, written)

/** Resolves when the client has closed its connection or aborted its request, or when the world ends. */
const untilGivenUp = ({ c, world }: Call): Promise<void> =>
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
