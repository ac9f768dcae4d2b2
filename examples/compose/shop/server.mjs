// A small shop: POST /checkout charges a card, POST /webhooks receives the result, GET /orders/{reference} shows it.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { PAYMENTS_BASE_URL, PAYMENTS_AUTH_URL, WEBHOOK_SECRET, PORT = '3000' } = process.env

/** Orders by reference: `open`, `paid` or `failed`. */
const orders = new Map()

async function accessToken() {
  const response = await fetch(`${PAYMENTS_AUTH_URL}/realms/shop/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    }),
  })
  return (await response.json()).access_token
}

/** Forwards X-Scenario-Key, so that a test can choose the outcome of the charge. */
async function checkOut({ reference, amount }, scenario) {
  orders.set(reference, 'open')
  const response = await fetch(`${PAYMENTS_BASE_URL}/charges`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken()}`,
      'content-type': 'application/json',
      ...(scenario && { 'x-scenario-key': scenario }),
    },
    body: JSON.stringify({
      amount,
      currency: 'NGN',
      reference,
      customer_id: 'cus_adaobi0001',
      payment_method_id: 'pmd_card000001',
    }),
  })
  return [response.status, await response.json()]
}

function takeWebhook(signature, body) {
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(body).digest()
  const sent = Buffer.from(signature ?? '', 'base64')
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) return [401]
  const { type, data } = JSON.parse(body)
  if (type === 'charge.completed') orders.set(data.reference, data.status === 'succeeded' ? 'paid' : 'failed')
  return [200]
}

async function answer({ method, url, headers }, body) {
  if (url === '/health') return [200, { status: 'ok' }]
  if (method === 'POST' && url === '/checkout') return checkOut(JSON.parse(body), headers['x-scenario-key'])
  if (method === 'POST' && url === '/webhooks') return takeWebhook(headers['x-webhook-signature'], body)
  if (url.startsWith('/orders/')) return [200, { status: orders.get(url.slice('/orders/'.length)) ?? null }]
  return [404]
}

const server = createServer(async (request, response) => {
  try {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const [status, body = {}] = await answer(request, text)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(PORT))
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0))
