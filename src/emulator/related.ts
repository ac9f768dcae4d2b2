import type { Charge } from '../domain/charge/model.ts'
import { settledNote } from '../domain/charge/steps.ts'
import type { Chargeback } from '../domain/chargeback/model.ts'
import { deductedIn } from '../domain/chargeback/rules.ts'
import type { TimelineActor } from '../domain/kernel/enums.ts'
import type { Collections, State } from '../domain/kernel/state.ts'
import type { Order } from '../domain/order/model.ts'
import type { Refund } from '../domain/refund/model.ts'
import type { Settlement } from '../domain/settlement/model.ts'
import type { VirtualAccount } from '../domain/virtual-account/model.ts'
import type { StoryCollection } from './touches.ts'

/*
 * How values with a story are related: which others belong to one, and which lines of histories tell about it.
 */

/** A value that has a story: its collection and its id. */
export interface SubjectRef {
  readonly collection: StoryCollection
  readonly id: string
}

/** One line of a history, and where it is stored. */
export interface Line {
  readonly at: number
  readonly actor: TimelineActor
  readonly status: string
  readonly note: string
  /** The value whose history it is in, and the number of the line there. */
  readonly owner: { readonly id: string; readonly reference: string }
  readonly index: number
}

export const ref = (collection: StoryCollection, id: string | undefined): SubjectRef[] =>
  id === undefined ? [] : [{ collection, id }]

export const refs = (collection: StoryCollection, values: readonly { id: string }[]): SubjectRef[] =>
  values.map(({ id }) => ({ collection, id }))

/** How many of the newest values are searched for those that belong to another one, and how many are named. */
const searched = 50_000
const named = 50

/** The newest values of a collection that fit, newest first. */
export function newest<T>(newestFirst: Iterable<T>, fits: (value: T) => boolean, limit = named): T[] {
  const values: T[] = []
  let seen = 0
  for (const value of newestFirst) {
    if (++seen > searched || values.length >= limit) break
    if (fits(value)) values.push(value)
  }
  return values
}

/** The newest values of a collection that fit, oldest first. */
const valuesOf = <C extends StoryCollection>(
  state: State,
  collection: C,
  fits: (value: Collections[C]) => boolean,
): Collections[C][] => newest<Collections[C]>(state[collection].newestFirst(), fits).reverse()

export const found = <C extends StoryCollection>(
  state: State,
  collection: C,
  fits: (value: Collections[C]) => boolean,
): SubjectRef[] => refs(collection, valuesOf(state, collection, fits))

export const linesOf = (
  owner: Line['owner'] & { readonly history: readonly Omit<Line, 'owner' | 'index'>[] },
): Line[] => owner.history.map((line, index) => ({ ...line, owner, index }))

/** The order of a charge: the one whose authorisation it is, or the one that it captures. */
export const orderIdOf = (charge: Charge, { orders }: State): string | undefined =>
  charge.orderId ?? orders.by('chargeId', charge.id)?.id

/** The refunds and chargebacks of a charge. */
export const returnsOf = ({ id, status, disputedAmount }: Charge, state: State): SubjectRef[] => [
  ...(status === 'succeeded' ? found(state, 'refunds', ({ chargeId }) => chargeId === id) : []),
  ...(disputedAmount === undefined ? [] : found(state, 'chargebacks', ({ chargeId }) => chargeId === id)),
]

/** The charges that hold and capture the amount of an order, each with its refunds and chargebacks. */
export const chargesOf = ({ chargeId, captures }: Order, state: State): SubjectRef[] =>
  [...new Set([chargeId, ...captures])].flatMap((id) => {
    const charge = state.charges.get(id)
    return charge ? [...ref('charges', id), ...returnsOf(charge, state)] : []
  })

/** The history of a charge, without the lines about its chargebacks: their own histories also tell who acted. */
export const chargeLines = (charge: Charge, { chargebacks }: State): Line[] =>
  linesOf(charge).filter(({ note }) => !chargebacks.has(note.slice(0, note.indexOf(' '))))

/** The lines of the charge that tell about a refund. */
export const refundLines = ({ id, chargeId }: Refund, { charges }: State): Line[] => {
  const charge = charges.get(chargeId)
  return charge === undefined ? [] : linesOf(charge).filter(({ note }) => note.startsWith(id))
}

/** The charges by which a virtual account was paid into. */
export const paidInto = ({ id, payments }: VirtualAccount, state: State): SubjectRef[] =>
  payments === 0 ? [] : found(state, 'charges', ({ virtualAccountId }) => virtualAccountId === id)

/** What is paid out with a settlement, and what is deducted from it. */
export const settledIn = ({ id }: Settlement, state: State) => ({
  charges: valuesOf(state, 'charges', ({ settlementIds }) => settlementIds[0] === id),
  refunds: valuesOf(state, 'refunds', (refund) => refundedIn(refund, state) === id),
  chargebacks: valuesOf(
    state,
    'chargebacks',
    (chargeback) => chargeback.returnedIn === id || deductedFrom(chargeback, state) === id,
  ),
})

/** The settlement of a charge, from which is deducted what ended before it. */
const settlementOf = (chargeId: string, { charges }: State): string | undefined =>
  charges.get(chargeId)?.settlementIds[0]

/** The settlement from which a refund is deducted. */
export const refundedIn = ({ status, settlementId, chargeId }: Refund, state: State): string | undefined =>
  status === 'succeeded' ? (settlementId ?? settlementOf(chargeId, state)) : undefined

/** The settlement from which a chargeback is deducted. */
export const deductedFrom = (chargeback: Chargeback, state: State): string | undefined =>
  deductedIn(chargeback, settlementOf(chargeback.chargeId, state))

/** When charges joined a settlement, and the histories of what is deducted from it. */
export function settlementLines(settlement: Settlement, state: State): Line[] {
  const { charges, refunds, chargebacks } = settledIn(settlement, state)
  return [
    ...charges.flatMap((charge) => linesOf(charge).filter(({ note }) => note === settledNote)),
    ...refunds.flatMap((refund) => refundLines(refund, state)),
    ...chargebacks.flatMap(linesOf),
  ]
}
