// A page of an older shop: "pay" is a form that answers with a redirect to the issuer's page or back to the order, and
// nothing tells what was delivered. Mistakes: return_is_paid, unread_is_failed.

import { call, here, listen, mistake, read, request, signed, Table } from './kit.mjs'

const db = new Table()
const to = (location) => [303, {}, { location }]

function settle(id, { status }) {
  if (db.get(id).paid !== null) return
  if (status === 'succeeded') db.put(id, { paid: true })
  if (status === 'failed' || status === 'voided') db.put(id, { paid: false })
}

listen(async (_verb, [root, id, action], text, headers) => {
  if (root === 'health') return [200]
  if (root === 'webhooks') {
    if (!signed(text, headers)) return [401]
    const { data } = JSON.parse(text)
    const order = db.get(data.meta?.order)
    if (!order) return [200]
    try {
      settle(data.meta.order, await read(data.id))
      return [200]
    } catch (error) {
      if (!mistake('unread_is_failed')) throw error
      db.put(data.meta.order, { paid: false })
      return [200]
    }
  }
  const order = db.get(id)
  if (action === 'pay') {
    if (order?.paid) return to(`${here}/orders/${id}`)
    const attempt = order?.paid === false ? order.attempt + 1 : (order?.attempt ?? 1)
    const row = db.put(id, { ...JSON.parse(text), paid: null, attempt })
    const body = request(`${id}-${attempt}`, row, {
      meta: { order: id },
      redirect_url: `${here}/orders/${id}/back`,
    })
    const { status, data } = await call('POST', '/charges', body, `redirect-${id}-${attempt}`)
    if (status !== 201) return [502]
    db.put(id, { charge: data.id })
    settle(id, data)
    return to(data.next_action?.redirect_url?.url ?? `${here}/orders/${id}`)
  }
  if (action === 'back' && order) {
    if (mistake('return_is_paid')) db.put(id, { paid: true })
    else if (order.charge)
      await read(order.charge).then(
        (charge) => settle(id, charge),
        () => {},
      )
    return to(`${here}/orders/${id}`)
  }
  return order ? [200, order] : [404]
})
