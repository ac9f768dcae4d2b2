import type { Plan } from '../domain/catalogue.ts'
import type { ResponseFault } from '../domain/scenario.ts'
import type { World } from '../world.ts'
import type { AppContext } from './context.ts'
import type { Family } from './operation.ts'

/** A written answer, as it would go out. */
export interface Written {
  status: number
  headers: Record<string, string>
  text: string
}

/** Whether the plan keeps the request from being carried out. */
export const faultsBeforeCommit = ({ response }: Plan): boolean =>
  (response?.status !== undefined || response?.fault !== undefined) && response.afterCommit !== true

/** Real milliseconds by which the answer is held back; the spread comes from the world's random source. */
export const latencyOf = ({ response }: Plan, world: World): number =>
  (response?.latency ?? 0) + (response?.spread ? Math.floor(world.random.float() * response.spread) : 0)

const errorTypes = {
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

/** node-server sends nothing for a response with this header: the socket was dealt with already. */
const alreadySent = (): Response => new Response(null, { headers: { 'x-hono-already-sent': 'true' } })

/** Plays a fault at the socket; without one (in-process use) `fetch` rejects as a broken connection would. */
export async function playFault(
  c: AppContext,
  written: Written,
  fault: ResponseFault['fault'],
): Promise<Response> {
  const { outgoing, incoming } = c.env
  const socket = outgoing?.socket
  const broken = (what: string): Error => new TypeError(`fetch failed: ${what} (asked for by the scenario)`)
  switch (fault) {
    case 'reset':
      if (!socket) throw broken('connection reset')
      if (socket.resetAndDestroy) socket.resetAndDestroy()
      else socket.destroy()
      return alreadySent()
    case 'stall':
      await untilGivenUp(c)
      if (!incoming) throw broken('no answer')
      return alreadySent()
    case 'truncate': {
      if (!socket) throw broken('the body ended early')
      const names = Object.entries({
        ...written.headers,
        'content-length': String(Buffer.byteLength(written.text)),
      })
      const head = names.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      socket.write(
        `HTTP/1.1 ${written.status} OK\r\n${head}\r\n${written.text.slice(0, written.text.length / 2)}`,
      )
      socket.end()
      return alreadySent()
    }
    case 'garbage':
      return new Response('\u0000<<not json>>{"status":', {
        status: written.status,
        headers: written.headers,
      })
    default:
      return new Response(written.text, { status: written.status, headers: written.headers })
  }
}

/** Resolves when the client has closed its connection or aborted its request. */
const untilGivenUp = (c: AppContext): Promise<void> =>
  new Promise((resolve) => {
    const signal = c.req.raw.signal
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
