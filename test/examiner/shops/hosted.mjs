// The payer pays on a hosted page of v3; return and webhook only make the shop verify. MISTAKE=return_is_paid takes
// everybody who returns for paid.
import { createServer } from 'node:http'

const { PAYMENT_API, SECRET_KEY, WEBHOOK_SECRET, PORT, SHOP_URL, MISTAKE } = process.env
const orders = new Map()
const api = async (method, path, body) => {
  for (let n = 0; ; n++) {
    try {
      const r = await fetch(PAYMENT_API + path, {
        method,
        headers: { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (r.status < 500 && r.status !== 429) return [r.status, await r.json()]
    } catch {}
    if (n >= 3) return [503, {}]
    await new Promise((done) => setTimeout(done, 50))
  }
}
const settle = async (txRef) => {
  const order = orders.get(txRef)
  if (order?.status !== 'pending') return 200
  const [status, { data }] = await api('GET', `/v3/transactions/verify_by_reference?tx_ref=${txRef}`)
  if (status === 404) return 200
  if (status !== 200) return 503
  if (order.status !== 'pending') return 200
  if (data.status === 'successful' && data.amount >= order.amount) {
    order.status = 'paid'
    order.shipments++
  } else if (data.status === 'failed') order.status = 'failed'
  return 200
}
createServer(async (req, res) => {
  let text = ''
  for await (const chunk of req) text += chunk
  const send = (status, body, headers = {}) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers })
    res.end(JSON.stringify(body ?? {}))
  }
  const url = new URL(req.url, SHOP_URL)
  if (url.pathname === '/health') return send(200)
  if (url.pathname === '/webhooks') {
    if (req.headers['x-webhook-signature'] !== WEBHOOK_SECRET) return send(401)
    let parsed
    try {
      parsed = JSON.parse(text)
    } catch {
      return send(400)
    }
    const { event, data } = parsed
    if (event !== 'charge.completed') return send(200)
    return send(await settle(data.tx_ref))
  }
  const [, , id, what] = url.pathname.split('/')
  if (what === 'pay') {
    const order = orders.get(id) ?? { id, amount: 1500, status: 'pending', shipments: 0 }
    orders.set(id, order)
    if (order.status === 'paid') return send(200, order)
    if (!order.link) {
      order.busy ??= api('POST', '/v3/payments', {
        tx_ref: id,
        amount: 1500,
        currency: 'NGN',
        redirect_url: `${SHOP_URL}/orders/${id}/return`,
        customer: { email: 'payer@example.com' },
        max_retry_attempt: 0,
      })
      const [status, { data }] = await order.busy
      order.busy = undefined
      if (status !== 200) return send(503, order)
      order.link = data.link
    }
    return send(202, order)
  }
  if (what === 'return') {
    const order = orders.get(id)
    const status = url.searchParams.get('status')
    if (MISTAKE === 'return_is_paid' && order.status === 'pending') {
      order.status = 'paid'
      order.shipments++
    } else if (status !== 'cancelled') await settle(id)
    return send(200, order)
  }
  const order = orders.get(id)
  return order ? send(200, order) : send(404)
}).listen(Number(PORT))
