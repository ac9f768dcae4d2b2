import { Hono } from 'hono'
import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import { deliveryHeader } from '../../domain/webhook/events.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import type { World } from '../../emulator/world.ts'
import { invalidFields, parseJson, readText } from '../../http/body.ts'
import { headerOf } from '../../http/context.ts'
import { respond } from '../../http/fast/respond.ts'
import { operationsAt, routedPath } from '../../http/match.ts'
import type { Operation } from '../../http/operation.ts'
import { dashboardHeader } from '../../http/rules.ts'
import { fieldErrors } from '../../http/validate.ts'
import { admit, type PageContext, type PageEnv } from '../kit/app.ts'
import { merchantToken } from '../kit/token.ts'
import type { View } from '../kit/view.ts'

/** Bytes of an answer that are shown. */
const maxResponseBytes = 1_048_576

/** The longest wait for an answer. Milliseconds. */
const maxTimeoutMs = 30_000

const maxHeaders = 50

const WireCallBody = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']),
  path: z
    .string()
    .max(8000)
    .regex(/^\/[!-~]*$/, 'must be a path of the service, such as /charges'),
  headers: z
    .record(
      z.union([z.literal('content-type'), deliveryHeader()]),
      z
        .string()
        .max(8000)
        .regex(/^[ -~]*$/, 'must be printable ASCII'),
    )
    .refine((headers) => Object.keys(headers).length <= maxHeaders, `must have at most ${maxHeaders} headers`)
    .transform((headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    )
    .default({}),
  body: z.string().optional(),
  timeout_ms: z.int().min(1).max(maxTimeoutMs).default(maxTimeoutMs),
})

/** Sends a request to this emulator's service, as the merchant would, and answers with what the connection did. */
export const wireCalls = (emulator: Emulator, operations: readonly Operation[]): Hono<PageEnv> =>
  new Hono<PageEnv>().post('/_emulator/calls', admit(emulator, 'control'), async (c) => {
    const sent = await read(c, emulator)
    const { view } = c.var
    const { pathname, search } = new URL(`http://localhost${sent.path}`)
    const [op] = operationsAt(operations, routedPath(pathname)).filter(({ family }) => family !== 'control')
    must(
      op !== undefined && !/^\/+w(\/|$)/.test(pathname),
      'invalid_request',
      `"${pathname.slice(0, 100)}" is not a path of the service; send one such as /charges, without the prefix of the world`,
    )
    const { localAddress: host, localPort: port, encrypted = false } = c.env.incoming?.socket ?? {}
    must(
      host !== undefined && port !== undefined,
      'invalid_request',
      'this emulator has no socket, so no connection can be shown; start it with the command',
    )
    const before = view.world.requests.total
    const { outcome, error, durationMs, answer } = await emulator.ports.wireCall({
      host,
      port,
      encrypted,
      method: sent.method,
      path: view.base + pathname + search,
      headers: {
        ...withCredentials(sent.headers, authorization(view, op)),
        host: headerOf(c, 'host') ?? 'localhost',
        [dashboardHeader]: 'yes',
        ...(sent.body !== undefined && { 'content-length': String(Buffer.byteLength(sent.body)) }),
      },
      body: sent.body,
      timeoutMs: sent.timeout_ms,
      maxResponseBytes,
      signal: c.req.raw.signal,
    })
    const seen = outcomes[outcome]
    const request = recordedSince(view.world, before, sent.method, answer?.headers['x-trace-id'])
    const body = { outcome, what: seen, error, duration_ms: durationMs, ...answer, request }
    return respond(c, JSON.stringify(body), {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    })
  })

/** The id of a call's entry in the journal; undefined if it has none. */
function recordedSince(
  { requests }: World,
  before: number,
  method: string,
  traceId: string | undefined,
): number | undefined {
  for (const entry of requests.newestFirst()) {
    if (entry.id <= before) break
    if (entry.method === method && (traceId === undefined || entry.traceId === traceId)) return entry.id
  }
  return undefined
}

/** What a client sees. */
const outcomes = {
  answered: 'the answer arrived',
  reset: 'the connection was reset before an answer arrived',
  stalled: 'the answer did not arrive in time; the connection stayed open',
  truncated: 'the connection was closed in the middle of the answer',
  cancelled: 'the request was cancelled',
  failed: 'the connection failed',
} as const satisfies Record<Awaited<ReturnType<Emulator['ports']['wireCall']>>['outcome'], string>

async function read(c: PageContext, { settings }: Emulator): Promise<z.output<typeof WireCallBody>> {
  const value = parseJson(c, await readText(c, settings.maxBodyBytes))
  const result = WireCallBody.safeParse(value)
  if (!result.success) throw invalidFields(fieldErrors(result.error, value, 'body'))
  return result.data
}

/** The headers of a call; one that names its own credentials keeps them, and an empty one has none. */
function withCredentials(
  headers: Record<string, string>,
  credentials: Record<string, string>,
): Record<string, string> {
  const { authorization: own, ...rest } = headers
  if (own === undefined) return { ...credentials, ...rest }
  return own === '' ? rest : headers
}

/** The token that the dashboard uses in a world. */
const tokens = new WeakMap<World, string>()

/** The credentials of the fixtures that an endpoint needs. A token is replaced once it has expired or was revoked. */
function authorization(view: View, { access, family }: Operation): Record<string, string> {
  const { world } = view
  if (access === 'open' || family === 'oauth') return {}
  if (family === 'v3') return { authorization: `Bearer ${world.fixtures.secretKeys[0]}` }
  const token = merchantToken(view, tokens.get(world) ?? '')
  if (token === undefined) return {}
  tokens.set(world, token)
  return { authorization: `Bearer ${token}` }
}
