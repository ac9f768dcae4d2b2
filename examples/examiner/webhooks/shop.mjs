// A shop that learns the result of a payment from webhooks. A webhook only triggers a check: the shop verifies its
// signature, then reads the charge and trusts only what it reads.
//
// MISTAKE=… switches on one of the mistakes that README.md lists.

import { randomBytes } from 'node:crypto'
import { mistake } from '../shared/mistake.mjs'
import { charges, isSigned, Refused, Unavailable } from '../shared/payments.mjs'
import { Orders, oneAtATime, serve } from '../shared/server.mjs'

const { CUSTOMER_ID, PAYMENT_METHOD_ID, SHOP_URL } = process.env

/**
 * An order: `status` is pending, paid or failed; `attempt` counts the charges that were tried, `reference` names the
 * latest, `charge` is its id once it is known; `shipments` are the shipments.
 */
const orders = new Orders()
const once = oneAtATime()
const seenEvents = new Set()

/** The order that a reference belongs to: reference order-17-2 is the second attempt of order-17. */
const orderOf = (reference) => orders.get(String(reference).replace(/-\d+$/, ''))

function startAttempt(order) {
  const attempt = order.attempt + 1
  // Written before the request is sent: whatever happens then, a webhook finds its order and a retry its charge.
  orders.save(order, { attempt, reference: `${order.id}-${attempt}`, charge: undefined, status: 'pending' })
}

/** The customer presses "pay". Concurrent presses count as one; a press while a charge is open reads its state. */
async function pay(id, { amount, currency }) {
  const order =
    orders.get(id) ?? orders.save({ id, amount, currency, status: 'pending', attempt: 0, shipments: [] })
  if (mistake('adds_up') && order.status === 'failed') orders.save(order, { amount: order.amount + amount })
  const press = async () => {
    if (order.status === 'paid') return
    const isNewAttempt =
      order.attempt === 0 || order.status === 'failed' || (mistake('double_press') && !order.charge)
    if (isNewAttempt) startAttempt(order)
    if (order.charge) settle(order, await charges.get(order.charge))
    else await charge(order)
  }
  try {
    await (mistake('double_press') ? press() : once(id, press))
  } catch (error) {
    if (error instanceof Refused) orders.save(order, { status: 'failed' })
    else if (!(error instanceof Unavailable)) throw error
    else if (mistake('failed_on_error')) orders.save(order, { status: 'failed' })
    // Otherwise the outcome is unknown: the order stays open, and the next press repeats the same request.
    else return [503, { ...view(order), error: 'the payment service does not answer, please try again' }]
  }
  return [{ paid: 200, pending: 202, failed: 402 }[order.status], view(order)]
}

/** Creates the charge of the latest attempt, always with the same key and reference: there is at most one. */
async function charge(order) {
  const request = () => ({
    amount: order.amount,
    currency: order.currency,
    reference: order.reference,
    customer_id: CUSTOMER_ID,
    payment_method_id: PAYMENT_METHOD_ID,
    redirect_url: `${SHOP_URL}/orders/${order.id}/return`,
  })
  if (mistake('new_reference_on_retry')) {
    const again = () => {
      startAttempt(order)
      return charges.create(request(), undefined, { tries: 1 })
    }
    settle(order, await charges.create(request(), undefined, { tries: 1 }).catch(again))
    return
  }
  const tries = mistake('failed_on_error') ? 1 : undefined
  settle(order, await charges.create(request(), `pay-${order.reference}`, { tries }))
}

/** Applies the state of a charge. */
function settle(order, charge, { webhook = false } = {}) {
  if (charge.reference !== order.reference) return // from an earlier attempt
  orders.save(order, { charge: charge.id, next_action: charge.next_action })
  if (mistake('ships_twice') && charge.status === 'succeeded') {
    if (webhook) ship(order)
    return
  }
  if (order.status !== 'pending') return // already settled: ship nothing twice
  if (charge.status === 'succeeded' || (mistake('ships_pending') && charge.status === 'pending')) ship(order)
  if (mistake('ignores_declines')) return
  if (charge.status === 'failed' || charge.status === 'voided') orders.save(order, { status: 'failed' })
}

function ship(order) {
  orders.save(order, { status: 'paid', shipments: [...order.shipments, { at: new Date().toISOString() }] })
}

/** Something happened at the service. Only 200 stops its retries, so answer 200 after the work is done. */
async function webhook({ bytes, headers }) {
  const signature = headers['x-webhook-signature']
  const trusting = mistake('trusts_unsigned')
  if (!isSigned(bytes, signature) && !(trusting && !signature)) return [401, { error: 'wrong signature' }]
  const { webhook_id: event, type, data } = JSON.parse(bytes)
  if (mistake('notes_event_first')) {
    if (seenEvents.has(event)) return [200]
    seenEvents.add(event)
  }
  if (type !== 'charge.completed') return [200, { ignored: type }]
  const order = orderOf(data.reference)
  if (mistake('crashes_on_unknown')) setImmediate(() => console.log(`a webhook for ${order.id}`))
  if (!order) return [200, { ignored: data.reference }] // a charge of another program of the merchant
  try {
    // Tried once: the service repeats a webhook that is not answered with 200.
    const charge = trusting ? data : await charges.get(data.id, { tries: 1 })
    settle(order, charge, { webhook: true })
  } catch (error) {
    if (error instanceof Unavailable) return [503, { error: 'please send it again' }]
    throw error
  }
  return [200, view(order)]
}

/** The payer returns from the issuer's page, or pretends to. The page shows what is known and reloads later. */
function returned(id) {
  const order = orders.get(id)
  if (!order) return [404, 'There is no such order.']
  if (mistake('ships_on_return') && order.shipments.length === 0) ship(order)
  const text = { paid: 'Thank you!', pending: 'We wait for your payment.', failed: 'The payment failed.' }
  return [200, `<!doctype html><title>Order</title><p>${text[order.status]}`]
}

/** The customer enters the PIN or the OTP that the issuer asks for. */
async function authorize(id, kind, value) {
  const order = orders.get(id)
  if (!order?.charge) return [404, { error: 'there is nothing to authorize' }]
  const nonce = randomBytes(6).toString('hex')
  const authorization =
    kind === 'pin'
      ? { type: 'pin', pin: { nonce, encrypted_pin: value } }
      : { type: 'otp', otp: { code: value } }
  try {
    settle(order, await charges.authorize(order.charge, authorization, `authorize-${nonce}`))
  } catch (error) {
    if (error instanceof Refused) return [422, { error: 'that was not right, please try again' }]
    if (error instanceof Unavailable) return [503, { error: 'please try again' }]
    throw error
  }
  return [200, view(order)]
}

const view = ({ id, status, shipments, next_action }) => ({
  id,
  status,
  shipments,
  ...(status === 'pending' && { next_action }),
})

serve({
  'GET /health': () => [200, { status: 'ok' }],
  'POST /orders/:id/pay': (id, { body }) => pay(id, body()),
  'POST /orders/:id/pin': (id, { body }) => authorize(id, 'pin', body().pin),
  'POST /orders/:id/otp': (id, { body }) => authorize(id, 'otp', body().otp),
  'GET /orders/:id/return': returned,
  'GET /orders/:id': (id) =>
    orders.get(id) ? [200, view(orders.get(id))] : [404, { error: 'no such order' }],
  'POST /webhooks': webhook,
})
