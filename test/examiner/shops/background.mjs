// Answers every webhook at once and works 50 to 150 ms later. Renews its token by its own clock and never after a 401.
// With SLOW it works first, that many milliseconds long, and answers then. Mistakes: ships_each, trusts_body.

import { call, listen, mistake, read, request, signed, sleep, Table } from './kit.mjs'

const db = new Table()

async function work({ data }) {
  await sleep(Number(process.env.SLOW ?? 50 + Math.random() * 100))
  const id = data.reference.slice(0, -3)
  for (let n = 0; n < 5; n++) {
    try {
      const charge = mistake('trusts_body') ? data : await read(data.id)
      const order = db.get(id)
      if (charge.status === 'failed' && order.status === 'open') db.put(id, { status: 'cancelled' })
      if (charge.status !== 'succeeded') return
      if (order.status === 'open' || mistake('ships_each'))
        db.put(id, { status: 'paid', shipped: order.shipped + 1 })
      return
    } catch {
      await sleep(20)
    }
  }
}

listen(async (_verb, [root, id, action], text, headers) => {
  if (root === 'health') return [200]
  if (root === 'webhooks') {
    if (!signed(text, headers) && !mistake('trusts_body')) return [401]
    const event = JSON.parse(text)
    if (event.type === 'charge.completed' && db.get(event.data.reference?.slice(0, -3))) {
      const working = work(event)
      if (process.env.SLOW) await working
    }
    return [200]
  }
  if (action === 'pay') {
    const order = db.get(id) ?? db.put(id, { ...JSON.parse(text), status: 'open', shipped: 0 })
    const answer = await call('POST', '/charges', request(`${id}-p1`, order), `background-${id}`).catch(
      () => ({}),
    )
    return [answer.status === 201 ? 202 : 503, { next: answer.data?.next_action }]
  }
  return db.get(id) ? [200, db.get(id)] : [404]
})
