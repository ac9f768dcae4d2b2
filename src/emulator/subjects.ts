import { timerId } from '../domain/charge/flow.ts'
import type { Charge } from '../domain/charge/model.ts'
import type { TimelineActor, TimelineKind } from '../domain/kernel/enums.ts'
import type { Collections, Readable, State } from '../domain/kernel/state.ts'
import type { Order } from '../domain/order/model.ts'
import type { Refund } from '../domain/refund/model.ts'
import { transferTimerId } from '../domain/transfer/decide.ts'
import type { Subject } from '../domain/webhook/events.ts'
import { type StoryCollection, storyCollections } from './touches.ts'

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

/** What a story takes from a kind of value. A new kind needs an entry here, and one in the dashboard's table of pages. */
interface Kind<V> {
  /** What its lines are in the timeline. */
  kind: TimelineKind
  /** The indexes of its collection by which a name finds it. */
  indexes?: readonly ('reference' | 'txRef')[]
  /** Under which names requests and events mention it, besides its id. */
  names(value: V): readonly string[]
  /** Names of digits: they count in paths only, because in a body they could be an amount. */
  numbers(value: V): readonly string[]
  lines(value: V, state: State): readonly Line[]
  timers(value: V): readonly string[]
  /** Other values whose stories are a part of this one. */
  parts(value: V, state: State): readonly SubjectRef[]
  /** Further values to which it belongs. */
  links(value: V, state: State): readonly SubjectRef[]
}

const nothing = (): readonly never[] => []

const ref = <C extends StoryCollection>(collection: C, id: string | undefined): SubjectRef[] =>
  id === undefined ? [] : [{ collection, id }]

const refs = (collection: StoryCollection, ids: readonly string[]): SubjectRef[] =>
  ids.map((id) => ({ collection, id }))

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

const found = <C extends StoryCollection>(
  state: State,
  collection: C,
  fits: (value: Collections[C]) => boolean,
): SubjectRef[] =>
  refs(
    collection,
    newest<Collections[C]>(state[collection].newestFirst(), fits).map(({ id }) => id),
  ).reverse()

const linesOf = (owner: Line['owner'] & { readonly history: readonly Omit<Line, 'owner' | 'index'>[] }) =>
  owner.history.map((line, index): Line => ({ ...line, owner, index }))

/** The order of a charge: the one whose authorisation it is, or the one that it captures. */
const orderIdOf = (charge: Charge, { orders }: State): string | undefined =>
  charge.orderId ?? orders.by('chargeId', charge.id)?.id

const refundsOf = (charge: Charge, state: State): SubjectRef[] =>
  charge.status === 'succeeded' ? found(state, 'refunds', ({ chargeId }) => chargeId === charge.id) : []

/** The charges that hold and capture the amount of an order, each with its refunds. */
const chargesAndRefunds = ({ chargeId, captures }: Order, state: State): SubjectRef[] =>
  [...new Set([chargeId, ...captures])].flatMap((id) => {
    const charge = state.charges.get(id)
    return charge ? [...ref('charges', id), ...refundsOf(charge, state)] : []
  })

/** The lines of the charge that tell about a refund. */
const refundLines = ({ id, chargeId }: Refund, { charges }: State): Line[] => {
  const charge = charges.get(chargeId)
  return charge === undefined ? [] : linesOf(charge).filter(({ note }) => note.startsWith(id))
}

export const subjects = {
  charges: {
    kind: 'charge',
    indexes: ['reference', 'txRef'],
    names: ({ reference, v3 }) => (v3 === undefined ? [reference] : [reference, v3.txRef]),
    numbers: ({ number }) => [String(number)],
    lines: linesOf,
    timers: ({ id, timers }) => timers.map((name) => timerId(id, name)),
    parts: (charge, state) => [
      ...ref('orders', charge.orderId === undefined ? orderIdOf(charge, state) : undefined),
      ...refundsOf(charge, state),
    ],
    links: (charge, state) => [
      ...ref('orders', orderIdOf(charge, state)),
      ...refundsOf(charge, state),
      ...ref('customers', charge.customer.id),
      ...ref('paymentMethods', charge.method.id),
    ],
  },
  orders: {
    kind: 'charge',
    names: ({ reference }) => [reference],
    numbers: nothing,
    lines: nothing,
    timers: nothing,
    parts: (order, state) => chargesAndRefunds(order, state),
    links: (order, state) => [
      ...chargesAndRefunds(order, state),
      ...ref('customers', order.customerId),
      ...ref('paymentMethods', order.paymentMethodId),
    ],
  },
  refunds: {
    kind: 'charge',
    names: nothing,
    numbers: nothing,
    lines: refundLines,
    timers: ({ id }) => [id],
    parts: nothing,
    links: ({ chargeId }, state) => {
      const charge = state.charges.get(chargeId)
      return [...ref('charges', chargeId), ...(charge ? ref('orders', orderIdOf(charge, state)) : [])]
    },
  },
  transfers: {
    kind: 'transfer',
    indexes: ['reference'],
    names: ({ reference }) => [reference],
    numbers: ({ id }) => [id],
    lines: linesOf,
    timers: ({ id }) => [transferTimerId(id)],
    parts: nothing,
    links: ({ retryOf, retries }) => [...ref('transfers', retryOf), ...refs('transfers', retries)],
  },
  customers: {
    kind: 'request',
    names: nothing,
    numbers: nothing,
    lines: nothing,
    timers: nothing,
    parts: nothing,
    links: ({ id }, state) => [
      ...found(state, 'paymentMethods', ({ customerId }) => customerId === id),
      ...found(state, 'charges', ({ customer }) => customer.id === id),
      ...found(state, 'orders', ({ customerId }) => customerId === id),
    ],
  },
  paymentMethods: {
    kind: 'request',
    names: nothing,
    numbers: nothing,
    lines: nothing,
    timers: nothing,
    parts: nothing,
    links: ({ id, customerId }, state) => [
      ...ref('customers', customerId),
      ...found(state, 'charges', ({ method }) => method.id === id),
    ],
  },
} as const satisfies { [K in StoryCollection]: Kind<Collections[K]> } & Record<Subject['collection'], unknown>

/** A value with a story, and what its kind says about it. */
export interface Member {
  readonly ref: SubjectRef
  readonly value: { readonly id: string; readonly reference?: string }
  readonly kind: Kind<never>
}

/** The value that a reference names, if the world still has it. */
export function memberOf(state: State, ref: SubjectRef): Member | undefined {
  const value = state[ref.collection].get(ref.id)
  return value && { ref, value, kind: subjects[ref.collection] as Kind<never> }
}

/** The values that an id or a reference names: usually one, but a charge and a transfer may have the same reference. */
export function namedBy(state: State, name: string): Member[] {
  return storyCollections.flatMap((collection) => {
    const { indexes = [] } = subjects[collection] as Kind<never>
    const values: Readable<{ id: string }> = state[collection]
    let value = values.get(name)
    for (const index of indexes) value ??= values.by(index, name)
    return (value && memberOf(state, { collection, id: value.id })) ?? []
  })
}

/** A value, with those whose stories are a part of its own. */
export const withParts = (state: State, member: Member): Member[] => [
  member,
  ...member.kind.parts(member.value as never, state).flatMap((part) => memberOf(state, part) ?? []),
]

/** The values to which another one belongs. */
export const linksOf = (state: State, member: Member): Member[] =>
  member.kind.links(member.value as never, state).flatMap((link) => memberOf(state, link) ?? [])
