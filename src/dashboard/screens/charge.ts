import { timerId } from '../../domain/charge/flow.ts'
import { type Charge, txRefOf } from '../../domain/charge/model.ts'
import type { NextAction, NextActionType } from '../../domain/charge/next-actions.ts'
import { flowNodes } from '../../domain/scenario/flow-nodes.ts'
import { presentInspection } from '../../wire/control.ts'
import { type Html, html, none } from '../kit/html.ts'
import { badge, copyable, facts, instant, keyFact, metaFact, money, remaining } from '../kit/parts.ts'
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
  const { world, emulator } = view
  const txRef = txRefOf(charge)
  const name = [customer.name?.first, customer.name?.last].filter(Boolean).join(' ')
  return facts([
    ['Charge', copyable(charge.id, 'the id')],
    ['v3 id', copyable(String(charge.number), 'the v3 id')],
    ['tx_ref', txRef === charge.reference ? undefined : copyable(txRef, 'the tx_ref')],
    ['Created by', createdBy(view, charge)],
    ['Scenario key', keyFact(view, plan.key) ?? 'none (default flow)'],
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
    ['Settled', charge.settled ? html`${charge.settlementIds.map((id) => linked(view, id))}` : undefined],
    [
      'Disputed',
      charge.disputedAmount === undefined ? undefined : money(charge.disputedAmount, charge.currency),
    ],
    ['Refunded', charge.refundedAmount > 0 ? money(charge.refundedAmount, charge.currency) : undefined],
    [
      'Returns to',
      charge.redirectUrl === undefined ? undefined : html`<code class="wrap">${charge.redirectUrl}</code>`,
    ],
    ['Meta', metaFact(charge.meta)],
    ['Created', instant(charge.createdAt, world.now())],
  ])
}

/** Through which interface it was made, or how the money came. */
function createdBy(view: View, { v3, virtualAccountId }: Charge): Html {
  const by = v3 === undefined ? html`the charge interface` : html`v3`
  if (virtualAccountId !== undefined)
    return html`a payment into ${linked(view, virtualAccountId)}, an account of ${by}`
  return v3?.linkId === undefined
    ? by
    : html`${by}, on the hosted page <a href="${view.base}/_emulator/pay/${encodeURIComponent(v3.linkId)}"><code>${v3.linkId}</code></a>`
}
