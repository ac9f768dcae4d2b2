import { type Decision, decision } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import type { IdempotencyRecord } from './model.ts'

/** How long a first response is stored. Milliseconds of the world's clock. */
const retentionMs = 24 * 3_600_000

/** The record of a key, unless it has expired. */
export function findRecord(state: State, id: string, now: number): IdempotencyRecord | undefined {
  const record = state.idempotency.get(id)
  return record && record.at + retentionMs > now ? record : undefined
}

/** Stores a first response and removes expired ones. */
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
