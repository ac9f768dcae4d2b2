import { after } from '../kernel/after.ts'
import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import { Refusal } from '../kernel/errors.ts'
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
  const saves: Save[] = []
  const effects: Effect[] = []
  const transfers: string[] = []
  for (const [index, transfer] of input.transfers.entries()) {
    const created = inPlace(index, () => createTransfer(after(state, saves), transfer, context))
    transfers.push(created.result.id)
    saves.push(...created.saves)
    effects.push(...created.effects)
  }
  const id = String(v3Number('batches', state.batches.size))
  const batch: Batch = { id, title: input.title, transfers, createdAt: context.now }
  return decision(batch, [...saves, { into: 'batches', value: batch }], effects)
}

/** Runs something about the transfer at a place of the list; a refusal names the place. */
function inPlace<T>(index: number, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const place = `bulk_data.${index}`
    const fields = error.fields.map(({ field, message }) => ({ field: `${place}.${field}`, message }))
    throw new Refusal(error.code, `${place}.${error.message}`, fields, error.missing)
  }
}
