// The payer pays on a hosted page of v3; return and webhook only make the shop verify. With RETRIES the page lets the payer
// try again, and only success ends the order for good; else the first failure does. Mistakes: return_is_paid, no_secret,
// any_secret, trusts_body, trusts_failure, trusts_amount, any_transaction, first_try_ends, cancelled_is_failed.
import { createServer } from 'node:http'

const { PAYMENT_API, SECRET_KEY, WEBHOOK_SECRET, PORT, SHOP_URL, MISTAKE, RETRIES = '0' } = process.env
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
const isOver = ({ status }) =>
  status === 'paid' || (status === 'failed' && (RETRIES === '0' || MISTAKE === 'first_try_ends'))
const pay = (order) => {
  order.status = 'paid'
  order.shipments++
}
/** Verifies what is claimed about an order. The result is the status to answer a webhook with. */
const settle = async (txRef, id) => {
  const order = orders.get(txRef)
  if (!order || isOver(order)) return 200
  const path = MISTAKE === 'any_transaction' && id ? `${id}/verify` : `verify_by_reference?tx_ref=${txRef}`
  const [status, { data }] = await api('GET', `/v3/transactions/${path}`)
  if (status === 404) return 200
  if (status !== 200) return 503
  if (isOver(order)) return 200
  const fits = data.amount >= order.amount && data.currency === order.currency
  if (data.status === 'successful' && fits) pay(order)
  else if (data.status === 'failed') order.status = 'failed'
  return 200
}
/** What a shop does with a webhook that believes it in some way. The result is whether that was all. */
const believe = ({ tx_ref, status, amount, currency }) => {
  const order = orders.get(tx_ref)
  if (!order || isOver(order)) return false
  const trusts = ['no_secret', 'any_secret', 'trusts_body'].includes(MISTAKE)
  if (trusts && status === 'successful') pay(order)
  if ((trusts || MISTAKE === 'trusts_failure') && status === 'failed') order.status = 'failed'
  if (MISTAKE === 'trusts_amount' && (amount !== order.amount || currency !== order.currency))
    order.status = 'failed'
  return isOver(order)
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
    const secret = req.headers['x-webhook-signature']
    const isKnown = MISTAKE === 'any_secret' ? secret : secret === WEBHOOK_SECRET
    if (!isKnown && MISTAKE !== 'no_secret') return send(401)
    let parsed
    try {
      parsed = JSON.parse(text)
    } catch {
      return send(400)
    }
    const { event, data } = parsed
    if (event !== 'charge.completed') return send(200)
    return send(believe(data) ? 200 : await settle(data.tx_ref, data.id))
  }
  const [, , id, what] = url.pathname.split('/')
  if (what === 'pay') {
    const order = orders.get(id) ?? { id, amount: 1500, currency: 'NGN', status: 'pending', shipments: 0 }
    orders.set(id, order)
    if (order.status === 'paid') return send(200, order)
    if (!order.link) {
      order.busy ??= api('POST', '/v3/payments', {
        tx_ref: id,
        amount: 1500,
        currency: 'NGN',
        redirect_url: `${SHOP_URL}/orders/${id}/return`,
        customer: { email: 'payer@example.com' },
        max_retry_attempt: Number(RETRIES),
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
    if (MISTAKE === 'return_is_paid' && order.status === 'pending') pay(order)
    else if (MISTAKE === 'cancelled_is_failed' && status === 'cancelled' && order.status === 'pending')
      order.status = 'failed'
    else if (status !== 'cancelled') await settle(id, url.searchParams.get('transaction_id'))
    return send(200, order)
  }
  const order = orders.get(id)
  return order ? send(200, order) : send(404)
}).listen(Number(PORT))
