import { timerId } from '../../domain/charge/flow.ts'
import type { Charge } from '../../domain/charge/model.ts'
import type { NextAction, NextActionType } from '../../domain/charge/next-actions.ts'
import { flowNodes } from '../../domain/scenario/flow-nodes.ts'
import { presentInspection } from '../../wire/control.ts'
import { each, type Html, html, none } from '../kit/html.ts'
import { badge, copyable, facts, instant, money, remaining } from '../kit/parts.ts'
import { linked } from '../kit/story-links.ts'
import type { View } from '../kit/view.ts'
import { chargeActs } from './charge-acts.ts'
import { storyScreen } from './story-page.ts'

/** One charge: its story, what it is waiting for, and buttons to act as the payer or the issuer. */
export const chargeScreen = storyScreen('/_emulator/ui/charges/:id', 'charges', (view, charge) => {
  const { world, emulator } = view
  const timers = charge.timers.flatMap((name) => world.timers.get(timerId(charge.id, name)) ?? [])
  const orderId = charge.orderId ?? world.state.orders.by('chargeId', charge.id)?.id
  const inside = presentInspection(charge, orderId, timers, emulator.ports.qrCode)
  const waits = inside.waits_for
  return {
    list: ['charges', 'Charges'],
    title: charge.reference,
    heading: html`<code>${charge.reference}</code> ${badge(charge.status)}`,
    aside: html`<p class="big">${money(charge.amount, charge.currency)}</p>`,
    acts: {
      title:
        charge.status === 'pending'
          ? html`Waiting for <code>${waits?.next_action ?? 'nothing'}</code>`
          : html`Ended: ${charge.status}`,
      content: html`${nextAction(view, charge)}${chargeActs(view, charge, waits)}`,
    },
    about: about(view, charge),
    shown: shown(inside.charge),
    flow: { nodes: flowNodes(charge.plan), reached: charge.status === 'pending' ? charge.step : undefined },
  }
})

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

function about(view: View, charge: Charge): Html {
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
      html`<bdi>${name}</bdi> <span class="unit">${customer.email}</span> ${linked(view, customer.id)}`,
    ],
    [
      'Method',
      html`${emulator.words.title(method.type)} ${method.type === 'card' ? html`<code>${method.details.first6}…${method.details.last4}</code>` : ''} ${linked(view, method.id)}`,
    ],
    ['Issuer', charge.processorResponse],
    [
      'Fees',
      charge.fees.length === 0
        ? undefined
        : html`${charge.fees.map(({ type, amount }) => html`${type} <span class="num">${amount}</span> `)}`,
    ],
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
