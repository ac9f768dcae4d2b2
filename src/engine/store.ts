import { txRefOf } from '../domain/charge/model.ts'
import type { Decision } from '../domain/kernel/decision.ts'
import { hashedNumber } from '../domain/kernel/names.ts'
import type { Collections } from '../domain/kernel/state.ts'
import { Collection, type CollectionOptions } from './collection.ts'
import type { Random } from './random.ts'

/** The index of what v3 finds by a number that is derived from its id. */
const hashedNumberIndex = { number: (value: { id: string }) => String(hashedNumber(value)) }

/** At their limit, resources are refused; records such as events evict the oldest. */
const options: { [K in keyof Collections]: CollectionOptions<Collections[K]> } = {
  customers: {
    limit: 1_000_000,
    whenFull: 'refuse',
    indexes: { email: (customer) => customer.email.toLowerCase() },
  },
  paymentMethods: { limit: 1_000_000, whenFull: 'refuse' },
  charges: {
    limit: 2_000_000,
    whenFull: 'refuse',
    indexes: {
      reference: (charge) => charge.reference,
      number: (charge) => String(charge.number),
      // Of several attempts at one payment, the newest.
      txRef: (charge) => txRefOf(charge),
    },
  },
  links: { limit: 1_000_000, whenFull: 'refuse' },
  orders: { limit: 1_000_000, whenFull: 'refuse', indexes: { chargeId: (order) => order.chargeId } },
  refunds: {
    limit: 1_000_000,
    whenFull: 'refuse',
    indexes: hashedNumberIndex,
  },
  settlements: {
    limit: 1_000_000,
    whenFull: 'refuse',
    indexes: { currency: ({ currency }) => currency, ...hashedNumberIndex },
  },
  chargebacks: { limit: 1_000_000, whenFull: 'refuse', indexes: hashedNumberIndex },
  transfers: {
    limit: 1_000_000,
    whenFull: 'refuse',
    indexes: { reference: (transfer) => transfer.reference },
  },
  batches: { limit: 100_000, whenFull: 'refuse' },
  chargeBatches: { limit: 100_000, whenFull: 'refuse' },
  bills: { limit: 1_000_000, whenFull: 'refuse', indexes: { reference: (bill) => bill.reference } },
  virtualAccounts: {
    limit: 1_000_000,
    whenFull: 'refuse',
    indexes: { reference: (account) => account.reference },
  },
  accountBatches: { limit: 100_000, whenFull: 'refuse' },
  beneficiaries: { limit: 100_000, whenFull: 'refuse' },
  balances: { limit: 1000, whenFull: 'refuse' },
  endpoints: { limit: 100, whenFull: 'refuse' },
  nonces: { limit: 1_000_000, whenFull: 'refuse' },
  sequences: { limit: 1_000_000, whenFull: 'refuse' },
  flags: { limit: 100, whenFull: 'refuse' },
  rules: { limit: 100, whenFull: 'refuse' },
  reversals: { limit: 1, whenFull: 'evict' },
  events: { limit: 200_000, whenFull: 'evict' },
  deliveries: { limit: 200_000, whenFull: 'evict' },
  tokens: { limit: 100_000, whenFull: 'evict' },
  idempotency: { limit: 100_000, whenFull: 'evict' },
}

/** The most values that each collection may contain. */
export const storeLimits = Object.fromEntries(
  Object.entries(options).map(([name, { limit }]) => [name, limit]),
) as { [K in keyof Collections]: number }

export type Store = { readonly [K in keyof Collections]: Collection<Collections[K]> }

/** The empty store of one world. */
export function createStore(): Store {
  const entries = Object.entries(options).map(([name, option]) => [
    name,
    new Collection(name, option as CollectionOptions<{ id: string }>),
  ])
  return Object.fromEntries(entries) as Store
}

/**
 * Runs a decision so that a refusal changes nothing: no random number is consumed, and either all values of the decision are
 * saved or none. Throws what `decide` throws, and a Refusal (429) if a collection is full.
 */
export function decideOrRollBack<I, C, R>(
  store: Store,
  random: Random,
  decide: (store: Store, input: I, context: C) => Decision<R>,
  input: I,
  context: C,
): Decision<R> {
  const before = random.state
  try {
    const decided = decide(store, input, context)
    for (const { into, value } of decided.saves) store[into].mustHaveRoom(value.id)
    return decided
  } catch (error) {
    random.state = before
    throw error
  }
}
