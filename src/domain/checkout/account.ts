import { after } from '../kernel/after.ts'
import { type Decision, decision, type Save } from '../kernel/decision.ts'
import { mustField } from '../kernel/errors.ts'
import type { Context, State } from '../kernel/state.ts'
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
  { person, ...input }: NewCheckoutAccount,
  context: Context,
): Decision<VirtualAccount> {
  const { txRef = context.newId('tx'), ...account } = input
  mustBeNew(state, txRef)
  const reference = referenceFor(state, txRef)
  mustField(
    !state.virtualAccounts.by('reference', reference),
    'tx_ref',
    `"${txRef}" is in use by another virtual account`,
  )
  const customer = customerFor(state, person, context)
  const saves: Save[] = state.customers.has(customer.id) ? [] : [{ into: 'customers', value: customer }]
  const created = createVirtualAccount(
    after(state, saves),
    { ...account, reference, customerId: customer.id, txRef },
    context,
  )
  return decision(created.result, [...saves, ...created.saves], created.effects)
}
