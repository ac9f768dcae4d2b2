import { settlementStatus } from '../../domain/settlement/statement.ts'
import { type Html, html } from '../kit/html.ts'
import { badge, httpStatus, instant } from '../kit/parts.ts'
import { storyPath } from '../kit/story-links.ts'
import { turns } from '../kit/turns.ts'
import type { View } from '../kit/view.ts'
import { chargePath } from './charges.ts'
import { isRequestWith, requestPath } from './requests.ts'
import { nameOf, searchFor } from './search.ts'
import { eventPath } from './webhooks.ts'

/** How many records of a kind are shown, and how many of the newest are searched for a text that is not an id or a reference. */
const most = 5
const searched = 5000

/** Something that was found: a place to go to, or an action. */
export interface Found {
  key: string
  kind: string
  item: Html
}

type Identified = { id: string | number }

/** A kind of record. */
interface Kind<T extends Identified> {
  kind: string
  /** The list that shows all of them, if there is one. */
  list?: string
  newestFirst(): Iterable<T>
  /** The records with this id or reference. */
  named(text: string): (T | undefined)[]
  fits(value: T): boolean
  path(value: T): string
  label(value: T): Html
}

const kindOf = <T extends Identified>(kind: Kind<T>): Kind<T> => kind

/** The newest records that have a text anywhere, those with this id or reference first, and links to the lists of all. */
export async function findRecords(view: View, q: string): Promise<Found[]> {
  const found: Found[] = []
  for (const kind of kindsOf(view, q))
    found.push(...(await findKind(view, kind as unknown as Kind<Identified>, q)))
  return found
}

async function findKind(view: View, kind: Kind<Identified>, q: string): Promise<Found[]> {
  const { base } = view
  const mayYield = turns(view)
  const values = new Set(kind.named(q).filter((value) => value !== undefined))
  let looked = 0
  for (const value of kind.newestFirst()) {
    if (values.size >= most || ++looked > searched) break
    if (kind.fits(value)) values.add(value)
    const waiting = mayYield(looked)
    if (waiting) await waiting
  }
  const items = [...values].map((value) => ({
    key: `${kind.kind} ${value.id}`,
    kind: kind.kind,
    item: html`<a href="${kind.path(value)}">${kind.label(value)}</a>`,
  }))
  if (values.size < most || kind.list === undefined) return items
  const all = `${base}/_emulator/ui/${kind.list}?q=${encodeURIComponent(q)}`
  return [...items, { key: all, kind: 'list', item: html`<a href="${all}">All ${kind.list} with “${q}”</a>` }]
}

function kindsOf(view: View, q: string) {
  const { base, world } = view
  const { charges, customers, orders, refunds, transfers, events, deliveries } = world.state
  const { chargebacks, settlements, virtualAccounts } = world.state
  const has = searchFor(q)
  const number = /^#?(\d+)$/.exec(q)?.[1]
  const labelled = (name: string, status: Html, more = ''): Html =>
    html`<code>${name}</code> ${status}${more && html` <bdi>${more}</bdi>`}`
  return [
    kindOf({
      ...{ kind: 'charge', list: 'charges', newestFirst: () => charges.newestFirst() },
      named: (text) => [
        charges.get(text),
        charges.by('reference', text),
        charges.by('txRef', text),
        charges.by('number', text),
      ],
      fits: (charge) => has(charge, nameOf(charge.customer)),
      path: ({ id }) => chargePath(base, id),
      label: ({ reference, status, customer }) => labelled(reference, badge(status), customer?.email),
    }),
    kindOf({
      ...{ kind: 'customer', newestFirst: () => customers.newestFirst() },
      named: (text) => [customers.get(text)],
      fits: (customer) => has(customer, nameOf(customer)),
      path: ({ id }) => storyPath(base, { collection: 'customers', id }),
      label: (customer) => labelled(customer.id, html`<bdi>${nameOf(customer)}</bdi>`, customer.email),
    }),
    kindOf({
      ...{ kind: 'order', list: 'orders', newestFirst: () => orders.newestFirst() },
      named: (text) => [orders.get(text)],
      fits: (order) => has(order),
      path: ({ id }) => storyPath(base, { collection: 'orders', id }),
      label: ({ id, reference, status }) => labelled(reference, badge(status), id),
    }),
    kindOf({
      ...{ kind: 'refund', list: 'refunds', newestFirst: () => refunds.newestFirst() },
      named: (text) => [refunds.get(text)],
      fits: (refund) => has(refund),
      path: ({ id }) => storyPath(base, { collection: 'refunds', id }),
      label: ({ id, reference, status }) => labelled(reference, badge(status), id),
    }),
    kindOf({
      ...{ kind: 'transfer', list: 'transfers', newestFirst: () => transfers.newestFirst() },
      named: (text) => [transfers.get(text), transfers.by('reference', text)],
      fits: (transfer) => has(transfer),
      path: ({ id }) => storyPath(base, { collection: 'transfers', id }),
      label: ({ reference, status, fullName }) => labelled(reference, badge(status), fullName),
    }),
    kindOf({
      ...{ kind: 'chargeback', list: 'chargebacks', newestFirst: () => chargebacks.newestFirst() },
      named: (text) => [chargebacks.get(text)],
      fits: (chargeback) => has(chargeback),
      path: ({ id }) => storyPath(base, { collection: 'chargebacks', id }),
      label: ({ id, reference, status }) => labelled(reference, badge(status), id),
    }),
    kindOf({
      ...{ kind: 'settlement', list: 'settlements', newestFirst: () => settlements.newestFirst() },
      named: (text) => [settlements.get(text)],
      fits: (settlement) => has(settlement),
      path: ({ id }) => storyPath(base, { collection: 'settlements', id }),
      label: (settlement) =>
        labelled(settlement.id, badge(settlementStatus(settlement, world.now())), settlement.currency),
    }),
    kindOf({
      ...{
        kind: 'virtual account',
        list: 'virtual-accounts',
        newestFirst: () => virtualAccounts.newestFirst(),
      },
      named: (text) => [virtualAccounts.get(text), virtualAccounts.by('reference', text)],
      fits: (account) => has(account),
      path: ({ id }) => storyPath(base, { collection: 'virtualAccounts', id }),
      label: ({ reference, status, accountNumber }) => labelled(reference, badge(status), accountNumber),
    }),
    kindOf({
      ...{ kind: 'webhook', list: 'webhooks', newestFirst: () => events.newestFirst() },
      named: (text) => [events.get(text), events.get(deliveries.get(text)?.eventId ?? '')],
      fits: (event) => has(event),
      path: ({ id }) => eventPath(base, id),
      label: ({ type, subject }) => labelled(type, html``, subject?.value.reference),
    }),
    kindOf({
      ...{ kind: 'request', list: 'requests', newestFirst: () => world.requests.newestFirst() },
      named: () => [],
      fits: (entry) => String(entry.id) === number || isRequestWith(has, entry),
      path: ({ id }) => requestPath(base, id),
      label: ({ method, path, status, at }) =>
        html`${labelled(`${method} ${path}`, httpStatus(status))} ${instant(at, world.now())}`,
    }),
  ]
}
