// Asks the customer for PIN and OTP itself. Other words for its states; it tells whether the goods went out by a boolean.
// Mistakes: otp_is_paid, crashes_on_type.

import { randomBytes } from 'node:crypto'
import { call, listen, mistake, read, request, signed, Table } from './kit.mjs'

const db = new Table()

function settle(id, charge) {
  if (db.get(id).phase !== 'WAITING') return
  if (charge.status === 'succeeded') db.put(id, { phase: 'SETTLED', handed_over: true })
  else if (charge.status !== 'pending') db.put(id, { phase: 'VOID' })
}

async function answer(id, authorization) {
  const { charge } = db.get(id)
  const { status, data } = await call('PUT', `/charges/${charge}`, { authorization })
  if (status !== 200) return [422, { status }]
  if (mistake('otp_is_paid') && authorization.otp) db.put(id, { phase: 'SETTLED', handed_over: true })
  settle(id, data)
  return [200, db.get(id)]
}

const handlers = {
  crashes_on_type: { 'charge.completed': true },
}

listen(async (_verb, [root, id, action], text, headers) => {
  if (root === 'health') return [200]
  const body = text && root !== 'webhooks' ? JSON.parse(text) : {}
  if (root === 'webhooks') {
    if (!signed(text, headers)) return [403]
    const { type, data } = JSON.parse(text)
    if (mistake('crashes_on_type') && !handlers.crashes_on_type[type])
      process.nextTick(() => handlers[type].run())
    const order = data.reference?.replace(/^pin-/, '')
    if (type !== 'charge.completed' || !db.get(order)) return [200]
    settle(order, await read(data.id))
    return [200]
  }
  if (action === 'pin') {
    const nonce = randomBytes(6).toString('hex')
    return answer(id, { type: 'pin', pin: { nonce, encrypted_pin: body.pin } })
  }
  if (action === 'otp') return answer(id, { type: 'otp', otp: { code: body.otp } })
  if (action === 'pay') {
    const order = db.get(id) ?? db.put(id, { ...body, phase: 'WAITING', handed_over: false })
    const { status, data } = await call('POST', '/charges', request(`pin-${id}`, order), `pin-shop-${id}`)
    if (status !== 201) return [500, { status }]
    db.put(id, { charge: data.id })
    settle(id, data)
    return [200, { ask: data.next_action?.type }]
  }
  return db.get(id) ? [200, [db.get(id)]] : [404]
})
