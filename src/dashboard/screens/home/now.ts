import type { PaymentMethod } from '../../../domain/customer/payment-method.ts'
import { each, type Html, html, when } from '../../kit/html.ts'
import { act, badge } from '../../kit/parts.ts'
import { turns } from '../../kit/turns.ts'
import { undoNotice } from '../../kit/undo.ts'
import type { View } from '../../kit/view.ts'

/** The first card of the world, and the customer who pays with it. */
function firstCard({ world }: View): { card: PaymentMethod; customer: string } | undefined {
  const [anybody] = world.state.customers
  for (const card of world.state.paymentMethods) {
    const customer = card.customerId ?? anybody?.id
    if (card.type === 'card' && customer !== undefined) return { card, customer }
  }
  return undefined
}

/** A button that creates a charge as the merchant, whose curl command is a whole example. */
function firstCharge(view: View): Html | undefined {
  const payer = firstCard(view)
  if (payer === undefined) return undefined
  const body = {
    amount: 1500,
    currency: 'NGN',
    reference: 'first-{nonce}',
    customer_id: payer.customer,
    payment_method_id: payer.card.id,
  }
  return act(view, {
    label: 'Create a charge',
    method: 'post',
    path: '/charges',
    body,
    asMerchant: true,
    said: 'A charge was created',
    kind: 'main',
  })
}

/** What to do in a world without payments; steps that a program has taken are marked. */
function firstSteps(view: View): Html {
  const { base, origin, world } = view
  const { tokens, endpoints } = world.state
  const steps: [isDone: boolean, what: Html][] = [
    [world.requests.total > 0, html`Point your program at <code class="wrap">${origin}</code>.`],
    [tokens.size > 0, html`Get an access token with the client id and secret of this page.`],
    [
      false,
      html`Create a charge: from your program, with a recipe below, or here. ${firstCharge(view) ?? html`<code>POST /payment-methods</code> creates the payment method that it needs.`}`,
    ],
    [
      endpoints.size > 0,
      html`Set where webhooks go: <a href="${base}/_emulator/ui/webhooks">add an endpoint</a>, or start with <code>--webhook-url</code>.`,
    ],
  ]
  return html`<h2 id="now-title">No payments yet: what to do first</h2>
<ol class="steps">${each(steps, ([isDone, what]) => html`<li>${what} ${when(isDone, () => badge('done', 'good'))}</li>`)}</ol>
<p>Or look around first: ${act(view, { label: 'Fill this world', method: 'post', path: '/_emulator/populate', body: { customers: 50, charges: 500 }, said: 'The world is filled' })} <span class="unit">with 50 customers and 500 charges of the last month</span></p>`
}

/** What the world contains, as links to the lists. */
async function contents(view: View): Promise<Html> {
  const { base, world } = view
  const { charges, transfers, orders, refunds, events } = world.state
  const mayYield = turns(view)
  let counted = 0
  let pending = 0
  for (const { status } of charges) {
    if (status === 'pending') pending++
    const waiting = mayYield(++counted)
    if (waiting) await waiting
  }
  const lists = [
    ['Charges', '/ui/charges', charges.size],
    ['still pending', '/ui/charges?status=pending', pending],
    ['Transfers', '/ui/transfers', transfers.size],
    ['Orders', '/ui/orders', orders.size],
    ['Refunds', '/ui/refunds', refunds.size],
    ['Events', '/ui/webhooks', events.size],
    ['Requests', '/ui/requests', world.requests.size],
    ['Pending timers', '/ui/time', world.timers.size],
  ] as const
  return html`<h2 id="now-title">In this world</h2>
<ul class="contents">${each(lists, ([name, path, count]) => html`<li data-key="${name}"><a href="${base}/_emulator${path}"><span class="big num">${count.toLocaleString('en')}</span> <span>${name}</span></a></li>`)}</ul>`
}

/** What is in the world, or what to do if there is nothing yet. */
export function nowSection(view: View): Html {
  const { charges, transfers } = view.world.state
  const isEmpty = charges.size + transfers.size === 0
  return html`<section class="card" aria-labelledby="now-title"><div id="now" data-live>${isEmpty ? firstSteps(view) : contents(view)}</div>${undoNotice(view)}</section>`
}
