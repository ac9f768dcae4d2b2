import * as z from 'zod'
import { timerId } from '../../domain/charge/flow.ts'
import type { Charge } from '../../domain/charge/model.ts'
import type { NextAction, NextActionType } from '../../domain/charge/next-actions.ts'
import { must } from '../../domain/kernel/errors.ts'
import { presentInspection } from '../../wire/control.ts'
import { each, type Html, html, none, when } from '../kit/html.ts'
import { screen } from '../kit/page.ts'
import { act, badge, copyable, facts, instant, money, remaining, visible } from '../kit/parts.ts'
import { timerTitle } from '../kit/timers.ts'
import type { Screen, View } from '../kit/view.ts'
import { chargeActs } from './charge-acts.ts'
import { chargeRequests, chargeWebhooks } from './charge-trail.ts'

/** One charge: its timeline, what it is waiting for, and buttons to act as the payer or the issuer. */
export const chargeScreen = screen({
  path: '/_emulator/ui/charges/:id',
  query: z.object({}),
  render: (view) => {
    const { world, param } = view
    const charge = world.state.charges.get(param('id'))
    must(
      charge,
      'not_found',
      `no charge "${param('id')}" in world "${world.name}"; it may belong to another world, or the world was reset`,
      { kind: 'charges', id: param('id') },
    )
    return page(view, charge)
  },
})

function page(view: View, charge: Charge): Screen {
  const { world, emulator } = view
  const timers = charge.timers.flatMap((name) => world.timers.get(timerId(charge.id, name)) ?? [])
  const orderId = charge.orderId ?? world.state.orders.by('chargeId', charge.id)?.id
  const inside = presentInspection(charge, orderId, timers, emulator.ports.qrCode)
  const waits = inside.waits_for
  return {
    title: charge.reference,
    menu: 'charges',
    skip: { label: 'Skip to the actions', to: 'waits' },
    content: html`<div id="head" class="head" data-live><p class="unit"><a href="${view.base}/_emulator/ui/charges">Charges</a></p>
<h1><code>${charge.reference}</code> ${badge(charge.status)}</h1>
<p class="big">${money(charge.amount, charge.currency)}</p></div>
<div class="columns">
<div>
<section class="card" aria-labelledby="waits-title"><div id="waits" data-live>
<h2 id="waits-title" tabindex="-1">${charge.status === 'pending' ? html`Waiting for <code>${waits?.next_action ?? 'nothing'}</code>` : html`Ended: ${charge.status}`}</h2>
${nextAction(view, charge)}
${chargeActs(view, charge, waits)}
${when(timers.length > 0, () => html`<h3>Scheduled</h3><ul class="plain-list">${each(timers, (timer) => html`<li>${timerTitle(timer)} in ${remaining(timer.at, world.now())} <span class="unit">at</span> ${instant(timer.at, world.now())} ${act(view, { label: 'Advance to it', method: 'post', path: '/_emulator/clock/advance', body: { to: new Date(timer.at).toISOString() }, said: 'The clock was advanced', step: timer.id })}</li>`)}</ul>`)}
</div></section>
<section class="card" aria-labelledby="timeline-title"><h2 id="timeline-title">Timeline</h2>
<ol id="timeline" class="timeline" data-live>${each(
      charge.history,
      ({ at, status, actor, note }, index) =>
        html`<li data-key="t${index}">${instant(at, world.now())} ${badge(status)} <span class="actor">${actor}</span> <span>${note}</span></li>`,
    )}</ol></section>
${chargeWebhooks(view, charge)}
${chargeRequests(view, charge, orderId)}
</div>
<aside aria-label="About this charge">
<section class="card"><h2>About</h2><div id="about" data-live>${about(view, charge, orderId)}</div></section>
<section class="card"><h2>As returned by the service</h2><pre id="shown" data-live tabindex="0" aria-label="The charge as JSON">${visible(JSON.stringify(shown(inside.charge), null, 2))}</pre></section>
</aside>
</div>`,
  }
}

/** The charge with the long data of a QR code's image truncated. */
const shown = (charge: { next_action?: unknown }): unknown =>
  JSON.parse(
    JSON.stringify(charge, (name, value) =>
      name === 'image' && typeof value === 'string' ? `${value.slice(0, 30)}…` : value,
    ),
  )

/** The instructions of each next action. */
const told: { [K in NextActionType]: (next: Extract<NextAction, { type: K }>, now: number) => Html } = {
  redirect_url: () => none,
  requires_additional_fields: ({ fields }) =>
    html`<p>The merchant sends <code>${fields.join(', ')}</code>.</p>`,
  requires_pin: () => none,
  requires_requery: () => none,
  requires_otp: () => none,
  requires_capture: () => none,
  payment_instruction: ({ note }) => html`<p class="quote">${note}</p>`,
  requires_bank_transfer: ({ accountNumber, bankName, expiresAt }, now) =>
    html`<p>Transfer to ${copyable(accountNumber, 'the account number')} at ${bankName}, open for ${remaining(expiresAt, now)}</p>`,
  qr_code: () => none,
}

/** The instructions of a next action. */
function nextAction({ world }: View, { nextAction: next }: Charge): Html {
  if (next === undefined) return none
  const tell = told[next.type] as (next: NextAction, now: number) => Html
  return tell(next, world.now())
}

function about(view: View, charge: Charge, orderId: string | undefined): Html {
  const { customer, method, plan } = charge
  const { world, base, emulator } = view
  const name = [customer.name?.first, customer.name?.last].filter(Boolean).join(' ')
  const meta = Object.entries(charge.meta)
  return facts([
    ['Charge', copyable(charge.id, 'the id')],
    [
      'Scenario key',
      plan.key === ''
        ? 'none (default flow)'
        : html`<a href="${base}/_emulator/ui/scenarios?key=${encodeURIComponent(plan.key)}"><code>${plan.key}</code></a>`,
    ],
    [
      'Customer',
      html`<bdi>${name}</bdi> <span class="unit">${customer.email}</span> <code>${customer.id}</code>`,
    ],
    [
      'Method',
      html`${emulator.words.title(method.type)} ${method.type === 'card' ? html`<code>${method.details.first6}…${method.details.last4}</code>` : ''} <code>${method.id}</code>`,
    ],
    ['Issuer', charge.processorResponse],
    [
      'Fees',
      charge.fees.length === 0
        ? undefined
        : html`${charge.fees.map(({ type, amount }) => html`${type} <span class="num">${amount}</span> `)}`,
    ],
    ['Order', orderId === undefined ? undefined : html`<code>${orderId}</code>`],
    ['Recurring', charge.recurring ? 'yes, without authorization' : undefined],
    ['Settled', charge.settled ? html`<code>${charge.settlementIds.join(', ')}</code>` : undefined],
    ['Refunded', charge.refundedAmount > 0 ? money(charge.refundedAmount, charge.currency) : undefined],
    [
      'Returns to',
      charge.redirectUrl === undefined ? undefined : html`<code class="wrap">${charge.redirectUrl}</code>`,
    ],
    [
      'Meta',
      meta.length === 0
        ? undefined
        : html`${each(meta, ([key, value]) => html`<div><code>${key}</code> <bdi>${value}</bdi></div>`)}`,
    ],
    ['Created', instant(charge.createdAt, world.now())],
  ])
}
