import * as z from 'zod'
import { orderStatuses, refundStates } from '../../domain/kernel/enums.ts'
import { capturable, isHeld, type Order } from '../../domain/order/model.ts'
import type { Refund } from '../../domain/refund/model.ts'
import { type Html, html, when } from '../kit/html.ts'
import { choice, listScreen, searchField } from '../kit/lists.ts'
import { screen } from '../kit/page.ts'
import { act, badge, instant, money } from '../kit/parts.ts'
import { OneOf, Text } from '../kit/query.ts'
import { storyPath } from '../kit/story-links.ts'
import { inRange, listing } from '../kit/tail.ts'
import type { View } from '../kit/view.ts'
import { chargePath } from './charges.ts'
import { nameOf, searchFor } from './search.ts'

const ListOrders = z.object({ q: Text, status: OneOf(orderStatuses), ...listing })
const ListRefunds = z.object({ q: Text, status: OneOf(refundStates), ...listing })

/** Whether an order or refund matches a query; its customer is that of its charge. */
function fits(
  view: View,
  query: z.output<typeof ListOrders> | z.output<typeof ListRefunds>,
): (value: Order | Refund) => boolean {
  const { q, status } = query
  const isFound = searchFor(q)
  const isThen = inRange(view, query)
  return (value) => {
    if ((status !== '' && value.status !== status) || !isThen(value.createdAt)) return false
    const customer = view.world.state.charges.get(value.chargeId)?.customer
    return isFound(value, customer, nameOf(customer))
  }
}

/** Buttons that capture or void an order as the merchant's server would. */
export const orderActs = (view: Pick<View, 'base' | 'world'>, order: Order): Html =>
  when(isHeld(view.world.state.charges.get(order.chargeId)), () => {
    const path = `/orders/${encodeURIComponent(order.id)}`
    return html`${act(view, { label: `Capture ${capturable(order)} ${order.currency}`, method: 'put', path, body: { action: 'capture' }, said: 'Captured', asMerchant: true })}${act(view, { label: 'Void', method: 'put', path, body: { action: 'void' }, said: 'Voided', asMerchant: true })}`
  })

function orderRow(view: View, order: Order): Html {
  return html`<tr data-key="${order.id}">
<td>${badge(order.status)}</td>
<td><a href="${chargePath(view.base, order.chargeId)}"><code>${order.reference}</code></a></td>
<td><a href="${storyPath(view.base, { collection: 'orders', id: order.id })}"><code>${order.id}</code></a></td>
<td class="right">${money(order.amount, order.currency)}</td>
<td class="right">${money(order.capturedAmount, order.currency)}</td>
<td>${instant(order.createdAt, view.world.now())}</td>
<td class="acts">${orderActs(view, order)}</td>
</tr>`
}

/** Orders, newest first, with buttons to capture or void them. */
export const ordersScreen = screen({
  path: '/_emulator/ui/orders',
  query: ListOrders,
  render: (view, query) =>
    listScreen(view, {
      title: 'Orders',
      what: 'orders',
      query,
      values: view.world.state.orders,
      fits: fits(view, query),
      filters: html`${searchField('Reference, id, name, e-mail or any other text', query.q)}${choice('Status', 'status', query.status, orderStatuses)}`,
      heads: [
        'Status',
        'Reference',
        'Order',
        { numbers: 'Amount' },
        { numbers: 'Captured' },
        'Created',
        'As the merchant',
      ],
      row: (order) => orderRow(view, order),
      advice: html`An order holds an amount until the merchant captures or voids it. Run <a href="${view.base}/_emulator/ui/scenarios?key=scenario:auth_capture">scenario:auth_capture</a> to make one.`,
    }),
})

function refundRow(view: View, refund: Refund): Html {
  return html`<tr data-key="${refund.id}">
<td>${badge(refund.status)}</td>
<td><a href="${storyPath(view.base, { collection: 'refunds', id: refund.id })}"><code>${refund.id}</code></a></td>
<td><a href="${chargePath(view.base, refund.chargeId)}"><code>${refund.reference}</code></a></td>
<td class="right">${money(refund.amount, refund.currency)}</td>
<td class="text">${refund.reason ?? '–'}</td>
<td><code class="clip">${refund.plan.key || '–'}</code></td>
<td>${instant(refund.createdAt, view.world.now())}</td>
</tr>`
}

/** Refunds, newest first. */
export const refundsScreen = screen({
  path: '/_emulator/ui/refunds',
  query: ListRefunds,
  render: (view, query) =>
    listScreen(view, {
      title: 'Refunds',
      what: 'refunds',
      query,
      values: view.world.state.refunds,
      fits: fits(view, query),
      filters: html`${searchField('Reference, id, name, e-mail or any other text', query.q)}${choice('Status', 'status', query.status, refundStates)}`,
      heads: ['Status', 'Refund', 'Charge', { numbers: 'Amount' }, 'Reason', 'Scenario key', 'Created'],
      row: (refund) => refundRow(view, refund),
      advice: html`Open a charge that succeeded and refund it there, or send <code>POST ${view.base}/refunds</code>.`,
    }),
})
