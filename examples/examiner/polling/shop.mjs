// A shop that polls: while a payment is open, it reads the charge every 40 ms until it has a result. It accepts
// webhooks and ignores them.
//
// MISTAKE=… switches on one of the mistakes that README.md lists.

import { setTimeout as sleep } from 'node:timers/promises'
import { mistake } from '../shared/mistake.mjs'
import { charges, Refused } from '../shared/payments.mjs'
import { Orders, oneAtATime, serve } from '../shared/server.mjs'

const { CUSTOMER_ID, PAYMENT_METHOD_ID, SHOP_URL } = process.env
/** A shop in production would wait for seconds. */
const pollEveryMs = 40

/** An order: `status` is new, pending, paid or failed; `charge` is the id of the latest one; `shipped` counts parcels. */
const orders = new Orders({ inMemory: mistake('memory_only') })
const once = oneAtATime()

/** The next charge of an order, stored before the request is sent. */
function startAttempt(order) {
  const attempt = order.attempt + 1
  orders.save(order, { status: 'pending', attempt, reference: `${order.id}-${attempt}`, charge: undefined })
}

/** The customer presses "pay": creates the charge, unless one is open or has succeeded. */
async function pay(id, { amount, currency }) {
  const order = orders.get(id) ?? orders.save({ id, amount, currency, status: 'new', attempt: 0, shipped: 0 })
  const open = order.status === 'pending' && !mistake('double_press')
  if (order.status !== 'paid' && !open) startAttempt(order)
  if (order.status === 'pending') {
    await advance(order).catch((error) => {
      if (mistake('failed_on_error')) orders.save(order, { status: 'failed' })
      else console.error(error.message)
    })
    follow(order)
  }
  return [{ paid: 200, pending: 202, failed: 402 }[order.status], view(order)]
}

/** Advances an open order by one step. Concurrent callers share the step in progress. */
const advance = (order) => (mistake('double_press') ? step(order) : once(order.id, () => step(order)))

/** Reads the charge of an open order, or creates it if there was no answer yet. */
async function step(order) {
  if (order.charge) {
    take(order, await charges.get(order.charge, { tries: 1 })) // the next poll is the next try
    return
  }
  const request = {
    amount: order.amount,
    currency: order.currency,
    reference: order.reference,
    customer_id: CUSTOMER_ID,
    payment_method_id: PAYMENT_METHOD_ID,
    redirect_url: `${SHOP_URL}/orders/${order.id}/return`,
  }
  const tries = mistake('failed_on_error') || mistake('new_reference_on_retry') ? 1 : undefined
  try {
    // No answer says nothing about the charge. Repeat it with the same key and reference: it is executed once.
    take(order, await charges.create(request, `pay-${request.reference}`, { tries }))
  } catch (error) {
    if (mistake('new_reference_on_retry')) startAttempt(order)
    if (!(error instanceof Refused)) throw error
    orders.save(order, { status: 'failed' }) // there is no charge
  }
}

/** Applies the state of a charge. Nothing is awaited between the check for a shipment and the shipment. */
function take(order, charge) {
  if (charge.reference !== order.reference) return // from an earlier attempt
  if (order.status !== 'pending') return
  const status = {
    succeeded: 'paid',
    failed: mistake('waits_forever') ? 'pending' : 'failed',
    voided: 'failed',
    pending: mistake('not_failed_is_paid') ? 'paid' : 'pending',
  }[charge.status]
  const { id, next_action } = charge
  orders.save(order, {
    charge: id,
    next_action,
    status,
    shipped: order.shipped + (status === 'paid' ? 1 : 0),
  })
}

const followed = new Set()

/** Polls an order until it has ended. */
async function follow(order) {
  if (followed.has(order)) return
  followed.add(order)
  for (let polls = 0; order.status === 'pending'; polls++) {
    if (mistake('gives_up') && polls === 3) break
    await sleep(pollEveryMs)
    try {
      await advance(order)
    } catch (error) {
      if (mistake('stops_on_error')) return
      if (mistake('failed_on_error')) orders.save(order, { status: 'failed' })
      console.error(error.message) // keep polling: the result is still unknown
    }
  }
  followed.delete(order)
}

/** The payer returns from the issuer's page. The page reloads the order until polling has found the result. */
const returned = (id) =>
  orders.get(id)
    ? [200, '<!doctype html><title>Order</title><p>We are checking your payment.']
    : [404, 'There is no such order.']

const view = ({ id, status, shipped, next_action }) => ({
  id,
  status,
  shipped,
  ...(status === 'pending' && { next_action }),
})

// Orders that were open when the process ended are still open.
for (const order of orders.values()) {
  if (order.status === 'pending') follow(order)
  if (mistake('ships_after_restart') && order.status === 'paid')
    orders.save(order, { shipped: order.shipped + 1 })
}

serve({
  'GET /health': () => [200, { status: 'ok' }],
  'POST /orders/:id/pay': (id, { body }) => pay(id, body()),
  'GET /orders/:id/return': returned,
  'GET /orders/:id': (id) =>
    orders.get(id) ? [200, view(orders.get(id))] : [404, { error: 'no such order' }],
  'POST /webhooks': () => [200],
})
