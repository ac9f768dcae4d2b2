import { decideEach } from '../kernel/after.ts'
import { type Decision, decision } from '../kernel/decision.ts'
import { mustField } from '../kernel/errors.ts'
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
  const txRefs = new Set<string>()
  const created = decideEach(state, 'bulk_data', input.charges, (now, charge) => {
    const { txRef } = charge
    mustField(!txRefs.has(txRef), 'tx_ref', `"${txRef}" is that of another charge of the list`)
    txRefs.add(txRef)
    return createCheckout(now, charge, context)
  })
  const id = String(v3Number('chargeBatches', state.chargeBatches.size))
  const charges = created.result.map((charge) => charge.id)
  const batch: ChargeBatch = { id, title: input.title, charges, createdAt: context.now }
  return decision(batch, [...created.saves, { into: 'chargeBatches', value: batch }], created.effects)
}
