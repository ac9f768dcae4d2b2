import { z } from 'zod'
import { type Decision, decision } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import { type Stored, time } from '../stored/parts.ts'

/** How long a first response is kept. Milliseconds of the world's clock. */
const retentionMs = 24 * 3_600_000

/** The first response to an idempotency key as it is stored: `id` is client and key. */
export const storedIdempotencyRecord = () =>
  z
    .strictObject({
      id: z.string().regex(/^.+ .+$/s, 'must be a client and a key'),
      /** Digest of method, path and body of the first request. */
      request: z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be a SHA-256 digest, base64'),
      status: z.union([z.literal([200, 201]), z.int().min(400).max(599)], {
        error: 'must be 200, 201, or 400 to 599',
      }),
      body: z.string(),
      at: time(),
    })
    .refine(({ status, body }) => isAnswer(status, body), {
      path: ['body'],
      error: 'must be the JSON of an answer with that status',
    })
export type IdempotencyRecord = Stored<typeof storedIdempotencyRecord>

/** Whether a text is what the service answers with a status. */
function isAnswer(code: number, body: string): boolean {
  try {
    const { status, message, data, error } = Object(JSON.parse(body)) as Record<string, unknown>
    return code < 400
      ? status === 'success' && typeof message === 'string' && isObject(data)
      : status === 'failed' && isObject(error)
  } catch {
    return false
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The record of a key, unless it is too old to count. */
export function findRecord(state: State, id: string, now: number): IdempotencyRecord | undefined {
  const record = state.idempotency.get(id)
  return record && record.at + retentionMs > now ? record : undefined
}

/** Keeps a first response and forgets those that are too old. */
export function keepResponse(
  state: State,
  input: Omit<IdempotencyRecord, 'at'>,
  context: Context,
): Decision<void> {
  const gone: string[] = []
  for (const old of state.idempotency) {
    if (old.at + retentionMs > context.now) break
    gone.push(old.id)
  }
  return decision(
    undefined,
    [{ into: 'idempotency', value: { ...input, at: context.now } }],
    gone.filter((id) => id !== input.id).map((id) => ({ kind: 'remove', from: 'idempotency', id })),
  )
}
