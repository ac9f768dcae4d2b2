import { timerId } from '../domain/charge/flow.ts'
import type { TimelineKind } from '../domain/kernel/enums.ts'
import type { Collections, Readable, State } from '../domain/kernel/state.ts'
import { transferTimerId } from '../domain/transfer/decide.ts'
import type { Subject } from '../domain/webhook/events.ts'
import {
  chargeLines,
  chargesOf,
  deductedFrom,
  found,
  type Line,
  linesOf,
  orderIdOf,
  paidInto,
  ref,
  refs,
  refundedIn,
  refundLines,
  returnsOf,
  type SubjectRef,
  settledIn,
  settlementLines,
} from './related.ts'
import { type StoryCollection, storyCollections } from './touches.ts'

/** Something that happens at a given time (ms): the text while it is due, and the text afterwards. */
export interface Moment {
  readonly at: number
  readonly due: string
  readonly past: string
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
  /** What happens to it at a given time without a timer. */
  moments?(value: V): readonly Moment[]
  /** Other values whose stories are a part of this one. */
  parts(value: V, state: State): readonly SubjectRef[]
  /** Further values to which it belongs. */
  links(value: V, state: State): readonly SubjectRef[]
  /** Whether webhooks tell about it or its parts. */
  hasEvents: boolean
}

const nothing = (): readonly never[] => []

export const subjects = {
  charges: {
    kind: 'charge',
    indexes: ['reference', 'txRef'],
    names: ({ reference, v3 }) => (v3 === undefined ? [reference] : [reference, v3.txRef]),
    numbers: ({ number }) => [String(number)],
    lines: chargeLines,
    timers: ({ id, timers }) => timers.map((name) => timerId(id, name)),
    parts: (charge, state) => [
      ...ref('orders', charge.orderId === undefined ? orderIdOf(charge, state) : undefined),
      ...returnsOf(charge, state),
    ],
    links: (charge, state) => [
      ...ref('orders', orderIdOf(charge, state)),
      ...returnsOf(charge, state),
      ...ref('customers', charge.customer.id),
      ...ref('paymentMethods', charge.method.id),
      ...ref('virtualAccounts', charge.virtualAccountId),
      ...charge.settlementIds.flatMap((id) => ref('settlements', id)),
    ],
    hasEvents: true,
  },
  orders: {
    kind: 'charge',
    names: ({ reference }) => [reference],
    numbers: nothing,
    lines: nothing,
    timers: nothing,
    parts: (order, state) => chargesOf(order, state),
    links: (order, state) => [
      ...chargesOf(order, state),
      ...ref('customers', order.customerId),
      ...ref('paymentMethods', order.paymentMethodId),
    ],
    hasEvents: true,
  },
  refunds: {
    kind: 'charge',
    names: nothing,
    numbers: nothing,
    lines: refundLines,
    timers: ({ id }) => [id],
    parts: nothing,
    links: (refund, state) => {
      const { chargeId } = refund
      const charge = state.charges.get(chargeId)
      return [
        ...ref('charges', chargeId),
        ...(charge ? ref('orders', orderIdOf(charge, state)) : []),
        ...ref('settlements', refundedIn(refund, state)),
      ]
    },
    hasEvents: true,
  },
  transfers: {
    kind: 'transfer',
    indexes: ['reference'],
    names: ({ reference }) => [reference],
    numbers: ({ id }) => [id],
    lines: linesOf,
    timers: ({ id }) => [transferTimerId(id)],
    parts: nothing,
    links: ({ retryOf, retries }) => [
      ...ref('transfers', retryOf),
      ...retries.flatMap((id) => ref('transfers', id)),
    ],
    hasEvents: true,
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
      ...found(state, 'virtualAccounts', ({ customerId }) => customerId === id),
    ],
    hasEvents: false,
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
    hasEvents: false,
  },
  settlements: {
    kind: 'charge',
    names: nothing,
    numbers: nothing,
    lines: settlementLines,
    timers: nothing,
    moments: ({ createdAt, dueAt }) => [
      { at: createdAt, due: 'it is opened', past: 'opened' },
      { at: dueAt, due: 'it is paid out', past: 'paid out' },
    ],
    parts: nothing,
    links: (settlement, state) => {
      const { charges, refunds, chargebacks } = settledIn(settlement, state)
      return [...refs('charges', charges), ...refs('refunds', refunds), ...refs('chargebacks', chargebacks)]
    },
    hasEvents: false,
  },
  chargebacks: {
    kind: 'charge',
    names: nothing,
    numbers: nothing,
    lines: linesOf,
    timers: ({ id }) => [id],
    parts: nothing,
    links: (chargeback, state) => [
      ...ref('charges', chargeback.chargeId),
      ...ref('settlements', deductedFrom(chargeback, state)),
      ...ref('settlements', chargeback.returnedIn),
    ],
    hasEvents: false,
  },
  virtualAccounts: {
    kind: 'charge',
    indexes: ['reference'],
    names: ({ reference, txRef }) => (txRef === undefined ? [reference] : [reference, txRef]),
    numbers: nothing,
    lines: nothing,
    timers: ({ id }) => [id],
    parts: paidInto,
    links: (account, state) => [...paidInto(account, state), ...ref('customers', account.customerId)],
    hasEvents: true,
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

/** The values to which another one belongs, each once. */
export const linksOf = (state: State, member: Member): Member[] => {
  const links = new Map(member.kind.links(member.value as never, state).map((link) => [link.id, link]))
  return [...links.values()].flatMap((link) => memberOf(state, link) ?? [])
}
