// Trusts the content of a webhook, and is right to: it checks the signature and that the event is less than five minutes old by
// its own clock, and remembers every event. Mistakes: forgets_events, missing_signature, old_events.

import { call, listen, mistake, request, signed, Table } from './kit.mjs'

const db = new Table()
const seen = new Set()

listen(async (_verb, [root, id, action], text, headers) => {
  if (root === 'health') return [200]
  if (root === 'webhooks') {
    const unsigned = headers['x-webhook-signature'] === undefined && mistake('missing_signature')
    if (!unsigned && !signed(text, headers)) return [401]
    const { webhook_id, timestamp, type, data } = JSON.parse(text)
    if (!unsigned && Math.abs(Date.now() - timestamp) > 300_000) return [400, { error: 'too old' }]
    const order = db.get(data.reference?.slice(2))
    if (type !== 'charge.completed' || !order) return [200]
    const known = mistake('forgets_events') ? seen.has(webhook_id) : order.events.includes(webhook_id)
    if (known) return [200]
    seen.add(webhook_id)
    const rest = { events: [...order.events, webhook_id] }
    if (data.status === 'succeeded')
      db.put(data.reference.slice(2), { ...rest, state: 'paid', out: order.out + 1 })
    else db.put(data.reference.slice(2), { ...rest, state: 'failed' })
    return [200]
  }
  if (action === 'pay') {
    const order = db.get(id) ?? db.put(id, { ...JSON.parse(text), state: 'open', out: 0, events: [] })
    if (order.state !== 'open') return [409]
    const { status, data } = await call('POST', '/charges', request(`s-${id}`, order), `strict-shop-${id}`)
    return [status === 201 ? 202 : 502, { next: data?.next_action }]
  }
  return db.get(id) ? [200, db.get(id)] : [404]
})
