import { decideEach } from '../kernel/after.ts'
import { type Decision, decision } from '../kernel/decision.ts'
import { v3Number } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Batch } from './batch-model.ts'
import { createTransfer } from './commands.ts'
import type { NewTransfer } from './create.ts'

/**
 * POST /v3/bulk-transfers: all transfers or none. Refuses the first one that would be refused alone, with its place in the
 * list (400).
 */
export function createBatch(
  state: State,
  input: { title: string; transfers: readonly NewTransfer[] },
  context: Context,
): Decision<Batch> {
  const created = decideEach(state, 'bulk_data', input.transfers, (now, transfer) =>
    createTransfer(now, transfer, context),
  )
  const id = String(v3Number('batches', state.batches.size))
  const transfers = created.result.map((transfer) => transfer.id)
  const batch: Batch = { id, title: input.title, transfers, createdAt: context.now }
  return decision(batch, [...created.saves, { into: 'batches', value: batch }], created.effects)
}
