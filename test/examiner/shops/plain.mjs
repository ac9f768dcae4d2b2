// The simplest shop that is right: no retries at all. What is not known stays open; the webhook or the next press tells.
// A second press while a charge is open is a 409. With TIMEOUT it waits for that many milliseconds only, with NOISE it logs a lot.
// Mistakes: no_lock, fresh_reference, timeout_is_failure.

import { call, listen, mistake, read, request, signed, Table } from './kit.mjs'

const db = new Table()
const busy = new Set()

function settle(id, charge) {
  const order = db.get(id)
  if (order.state !== 'OPEN') return
  if (charge.status === 'succeeded') db.put(id, { state: 'DONE', parcels: [{ to: 'customer' }] })
  if (charge.status === 'failed') db.put(id, { state: 'REFUSED' })
}

async function pay(id, { amount, currency }) {
  let order = db.get(id) ?? db.put(id, { id, amount, currency, state: 'OPEN', tries: 1, parcels: [] })
  if (order.state === 'DONE' || order.charge || busy.has(id)) return [409, { error: 'already under way' }]
  if (!mistake('no_lock')) busy.add(id)
  try {
    if (mistake('fresh_reference') || mistake('no_lock')) order = db.put(id, { tries: order.tries + 1 })
    const reference = `${id}-${order.tries}`
    const { status, data } = await call('POST', '/charges', request(reference, order), `key-of-${reference}`)
    if (status !== 201) return [502, { error: `the service says ${status}` }]
    db.put(id, { charge: data.id })
    settle(id, data)
    return [200, db.get(id)]
  } catch {
    if (mistake('timeout_is_failure')) db.put(id, { state: 'REFUSED' })
    return [502, { error: 'no answer' }]
  } finally {
    busy.delete(id)
  }
}

listen(async (verb, [root, id, action], text, headers) => {
  if (root === 'health') return [200]
  if (root === 'webhooks') {
    if (!signed(text, headers)) return [400]
    const { type, data } = JSON.parse(text)
    const order = data.reference?.replace(/-\d+$/, '')
    if (type !== 'charge.completed' || !db.get(order)) return [200]
    settle(order, await read(data.id))
    return [200]
  }
  if (verb === 'POST' && action === 'pay') return pay(id, JSON.parse(text))
  return db.get(id) ? [200, { order: db.get(id) }] : [404]
})
