import { after } from '../kernel/after.ts'
import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import { mustField, within } from '../kernel/errors.ts'
import { v3Number } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import type { ChargeBatch } from './batch-model.ts'
import { createCheckout, type NewCheckout } from './charge.ts'

/**
 * POST /v3/bulk-tokenized-charges: all charges or none. Refuses the first one that would be refused alone, with its place in
 * the list (400).
 */
export function createChargeBatch(
  state: State,
  input: { title: string; charges: readonly NewCheckout[] },
  context: Context,
): Decision<ChargeBatch> {
  const saves: Save[] = []
  const effects: Effect[] = []
  const charges: string[] = []
  const txRefs = new Set<string>()
  for (const [index, charge] of input.charges.entries()) {
    const created = within(`bulk_data.${index}`, () => {
      mustField(
        !txRefs.has(charge.txRef),
        'tx_ref',
        `"${charge.txRef}" is that of another charge of the list`,
      )
      return createCheckout(after(state, saves), charge, context)
    })
    txRefs.add(charge.txRef)
    charges.push(created.result.id)
    saves.push(...created.saves)
    effects.push(...created.effects)
  }
  const id = String(v3Number('chargeBatches', state.chargeBatches.size))
  const batch: ChargeBatch = { id, title: input.title, charges, createdAt: context.now }
  return decision(batch, [...saves, { into: 'chargeBatches', value: batch }], effects)
}
