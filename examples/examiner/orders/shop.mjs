// A shop that reserves the amount first and captures it on delivery: an order at the service, then its capture.
// Whatever happens, it reads the reservation and executes the next step.
//
// MISTAKE=… switches on one of the mistakes that README.md lists.

import { mistake } from '../shared/mistake.mjs'
import { isSigned, Refused, reservations, Unavailable } from '../shared/payments.mjs'
import { Orders, oneAtATime, serve } from '../shared/server.mjs'

const { CUSTOMER_ID, PAYMENT_METHOD_ID, SHOP_URL } = process.env

/** An order: `state` is open, paid or failed; `reservation` is the id of the order at the service. */
const orders = new Orders({ inMemory: mistake('memory_only') })
const once = oneAtATime()

/** The order that a reference belongs to: reference order-17-r2 is the second reservation for order-17. */
const orderOf = (reference) => orders.get(String(reference).replace(/-r\d+$/, ''))

/** Written before the request is sent, so that a webhook that overtakes the answer finds its order. */
function startReservation(order) {
  const attempt = order.attempt + 1
  orders.save(order, { state: 'open', attempt, reference: `${order.id}-r${attempt}`, reservation: undefined })
}

/** The customer presses "pay". */
async function pay(id, { amount, currency }) {
  const order =
    orders.get(id) ?? orders.save({ id, amount, currency, state: 'open', attempt: 0, delivered: false })
  const lost = mistake('double_press') && !order.reservation
  if (order.attempt === 0 || order.state === 'failed' || lost) startReservation(order)
  try {
    await advance(order)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    // The outcome of the request is unknown. The order stays open, and the next press repeats the same request.
    return [503, { ...view(order), error: 'please try again' }]
  }
  return [{ paid: 200, open: 202, failed: 402 }[order.state], view(order)]
}

/** Reads or creates the reservation, one caller at a time, and continues from there. */
function advance(order) {
  const ask = () => (order.reservation ? reservations.get(order.reservation) : reserve(order))
  return mistake('double_press') ? step(order, ask) : once(order.id, () => step(order, ask))
}

/** Executes the next step: wait for the payer, capture, deliver. Each step is idempotent, even concurrently. */
async function step(order, ask) {
  if (order.state !== 'open') return
  let held = await ask()
  if (!held) return // it was refused
  if (held.reference !== order.reference && !mistake('double_press')) return // from an earlier attempt
  orders.save(order, { reservation: held.id, next_action: held.next_action })
  if (mistake('delivers_early') && held.status === 'authorized') orders.save(order, { delivered: true })
  if (held.status === 'authorized') held = await capture(held)
  if (held.status === 'completed') orders.save(order, { state: 'paid', delivered: true })
  if (mistake('waits_forever')) return
  if (held.status === 'failed' || held.status === 'voided') orders.save(order, { state: 'failed' })
}

async function reserve(order) {
  const request = {
    amount: order.amount,
    currency: order.currency,
    reference: order.reference,
    customer_id: CUSTOMER_ID,
    payment_method_id: PAYMENT_METHOD_ID,
    redirect_url: `${SHOP_URL}/orders/${order.id}/return`,
  }
  try {
    return await reservations.create(request, `reserve-${order.reference}`)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    orders.save(order, { state: 'failed' }) // the service holds nothing
  }
}

/**
 * Captures the reserved amount. The key makes a repeated capture safe; a conflict means that another request is
 * capturing.
 */
async function capture({ id, reference }) {
  const conflict = mistake('conflict_is_failure')
  try {
    return await reservations.capture(id, conflict ? undefined : `capture-${reference}`)
  } catch (error) {
    if (error.status !== 409) throw error
    return conflict ? { status: 'failed' } : reservations.get(id)
  }
}

/**
 * order.authorization: the payer agreed. charge.completed: the amount was captured, or refused. Either way, read the
 * order.
 */
async function webhook({ bytes, headers }) {
  if (mistake('crashes_on_truncated')) setImmediate(() => JSON.parse(bytes))
  const signature = headers['x-webhook-signature']
  const trusting = mistake('trusts_unsigned') && signature === undefined
  if (!trusting && !isSigned(bytes, signature)) return [401, { error: 'wrong signature' }]
  const { data } = JSON.parse(bytes)
  const order = orderOf(data?.reference)
  if (!order) return [200, { ignored: data?.reference }]
  if (trusting && data.status === 'succeeded') orders.save(order, { state: 'paid', delivered: true })
  try {
    // Not after a request of our own: the service may delay its answer until this webhook is answered.
    await step(order, () => reservations.find(data.reference))
  } catch (error) {
    if (error instanceof Unavailable) return [503, { error: 'please send it again' }]
    throw error
  }
  return [200, view(order)]
}

/** The payer returns from the issuer's page. */
async function returned(id) {
  const order = orders.get(id)
  if (!order) return [404, 'There is no such order.']
  await advance(order).catch((error) => console.error(error.message)) // a webhook will follow
  const text = { paid: 'Thank you!', open: 'We wait for your payment.', failed: 'The payment failed.' }
  return [200, `<!doctype html><title>Order</title><p>${text[order.state]}`]
}

const view = ({ id, state, delivered, next_action }) => ({
  id,
  payment: { state, ...(state === 'open' && { next_action }) },
  delivered,
})

serve({
  'GET /health': () => [200, { status: 'ok' }],
  'POST /orders/:id/pay': (id, { body }) => pay(id, body()),
  'GET /orders/:id/return': returned,
  'GET /orders/:id': (id) =>
    orders.get(id) ? [200, view(orders.get(id))] : [404, { error: 'no such order' }],
  'POST /webhooks': webhook,
})
