import { capturable, isHeld, type Order } from '../../domain/order/model.ts'
import type { Refund } from '../../domain/refund/model.ts'
import { presentOrder } from '../../wire/order.ts'
import { presentRefund } from '../../wire/refund.ts'
import { type Html, html } from '../kit/html.ts'
import { badge, copyable, facts, instant, keyFact, metaFact, money } from '../kit/parts.ts'
import { linked } from '../kit/story-links.ts'
import type { View } from '../kit/view.ts'
import { orderActs } from './orders.ts'
import { storyScreen } from './story-page.ts'
import { captureForm } from './typed-forms.ts'

/** One order: its story with those of its charges, and buttons to capture or void it. */
export const orderScreen = storyScreen('/_emulator/ui/orders/:id', 'orders', (view, order) => {
  const charge = view.world.state.charges.get(order.chargeId)
  const held = isHeld(charge)
  return {
    list: ['orders', 'Orders'],
    title: order.reference,
    heading: html`<code>${order.reference}</code> ${badge(order.status)}`,
    aside: html`<p class="big">${money(order.amount, order.currency)}</p>`,
    acts: {
      title: held ? html`Waiting for the capture` : html`Nothing can be captured`,
      content: held
        ? html`<div class="row">${orderActs(view, order)}</div>${captureForm(view, order)}`
        : html`<p>Its charge is ${charge?.status ?? 'gone'}.</p>`,
    },
    about: aboutOrder(view, order),
    shown: charge === undefined ? null : presentOrder(order, charge, view.emulator.ports.qrCode),
  }
})

const aboutOrder = (view: View, order: Order): Html =>
  facts([
    ['Order', copyable(order.id, 'the id')],
    ['Captured', money(order.capturedAmount, order.currency)],
    ['Left', money(capturable(order), order.currency)],
    ['Customer', linked(view, order.customerId)],
    ['Method', linked(view, order.paymentMethodId)],
    ['Meta', metaFact(order.meta)],
    ['Created', instant(order.createdAt, view.world.now())],
  ])

/** One refund and its story. */
export const refundScreen = storyScreen('/_emulator/ui/refunds/:id', 'refunds', (view, refund) => ({
  list: ['refunds', 'Refunds'],
  title: refund.id,
  heading: html`<code>${refund.id}</code> ${badge(refund.status)}`,
  aside: html`<p class="big">${money(refund.amount, refund.currency)}</p>`,
  about: aboutRefund(view, refund),
  shown: presentRefund(refund),
}))

const aboutRefund = (view: View, refund: Refund): Html =>
  facts([
    ['Refund', copyable(refund.id, 'the id')],
    ['Charge', linked(view, refund.chargeId)],
    ['Reason', refund.reason],
    ['Scenario key', keyFact(view, refund.plan.key)],
    ['Meta', metaFact(refund.meta)],
    ['Created', instant(refund.createdAt, view.world.now())],
  ])
