import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'

const { SHOP_URL, EMULATOR_URL } = process.env

const send = async (method, url, body, headers = {}) => {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return [response.status, await response.json()]
}

/** Checks out, lets the webhook fall due, and returns the shop's order. */
async function orderAfter(scenario) {
  const reference = randomUUID()
  const [status] = await send('POST', `${SHOP_URL}/checkout`, { reference, amount: 2500 }, scenario)
  assert.equal(status, 201)
  // The delivery is due one second after the charge. Advancing the clock replaces waiting; it returns after the
  // delivery.
  await send('POST', `${EMULATOR_URL}/_emulator/clock/advance`, { by: '2s' })
  const [, order] = await send('GET', `${SHOP_URL}/orders/${reference}`)
  return order.status
}

test('an order is paid when the webhook has come', async () => {
  assert.equal(await orderAfter(), 'paid')
})

test('an order whose card is declined is not paid', async () => {
  assert.equal(await orderAfter({ 'x-scenario-key': 'issuer:insufficient_funds' }), 'failed')
})

test('a scenario of our own is there', async () => {
  assert.equal(await orderAfter({ 'x-scenario-key': 'no-luck' }), 'failed')
})
