import { after } from '../kernel/after.ts'
import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import { mustField } from '../kernel/errors.ts'
import type { Context, State } from '../kernel/state.ts'
import type { AccountBatch } from '../virtual-account/batch-model.ts'
import { createVirtualAccount, type NewVirtualAccount } from '../virtual-account/commands.ts'
import type { VirtualAccount } from '../virtual-account/model.ts'
import { mustBeNew, referenceFor } from './charge.ts'
import type { Person } from './model.ts'
import { customerFor } from './person.ts'

/** A virtual account of v3, which names its payer instead of an id. */
export interface NewCheckoutAccount extends Omit<NewVirtualAccount, 'reference' | 'customerId' | 'txRef'> {
  /** Generated if absent. */
  txRef: string | undefined
  person: Person
}

/** POST /v3/virtual-account-numbers: creates customer and account together. Refuses a `tx_ref` in use (400). */
export function createCheckoutAccount(
  state: State,
  input: NewCheckoutAccount,
  context: Context,
): Decision<VirtualAccount> {
  const { results, saves, effects } = accountsOf(state, input, 1, context)
  return decision(results[0] as VirtualAccount, saves, effects)
}

/** POST /v3/bulk-virtual-account-numbers: the same account several times, all with one `tx_ref`, and their batch. */
export function createAccountBatch(
  state: State,
  { count, ...input }: NewCheckoutAccount & { count: number },
  context: Context,
): Decision<AccountBatch> {
  const { results, saves, effects } = accountsOf(state, input, count, context)
  const accounts = results.map(({ id }) => id)
  const batch: AccountBatch = { id: context.newId('vab'), accounts, createdAt: context.now }
  return decision(batch, [...saves, { into: 'accountBatches', value: batch }], effects)
}

function accountsOf(state: State, { person, ...input }: NewCheckoutAccount, count: number, context: Context) {
  const { txRef = context.newId('tx'), ...account } = input
  mustBeNew(state, txRef)
  const isTaken = (reference: string): boolean =>
    state.virtualAccounts.by('reference', reference) !== undefined
  mustField(!isTaken(referenceFor(state, txRef)), 'tx_ref', `"${txRef}" is in use by another virtual account`)
  const customer = customerFor(state, person, context)
  const saves: Save[] = state.customers.has(customer.id) ? [] : [{ into: 'customers', value: customer }]
  const effects: Effect[] = []
  const within = after(state, saves)
  const own = new Set<string>()
  const results = Array.from({ length: count }, () => {
    const reference = referenceFor(state, txRef, (text) => !own.has(text) && !isTaken(text))
    own.add(reference)
    const one = { ...account, reference, customerId: customer.id, txRef }
    const created = createVirtualAccount(within, one, context)
    saves.push(...created.saves)
    effects.push(...created.effects)
    return created.result
  })
  return { results, saves, effects }
}
