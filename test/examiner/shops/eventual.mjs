// Polls every 50 ms, finds its charges by their reference, and shows orders from a view that is 120 ms behind.
// No webhook is looked at. Mistakes: stops_after_five, unread_is_failed.

import { call, listen, mistake, request, sleep, Table } from './kit.mjs'

const db = new Table()
const shown = {}

function put(id, row) {
  db.put(id, row)
  const view = { ...db.get(id) }
  setTimeout(() => {
    shown[id] = view
  }, 120)
}

async function follow(id) {
  const order = db.get(id)
  for (let n = 0; db.get(id).status === 'waiting'; n++) {
    if (mistake('stops_after_five') && n === 5) return
    try {
      const found = await call('GET', `/charges?reference=ref-${id}`)
      if (found.status !== 200) throw new Error('list')
      let [charge] = found.data
      if (!charge) {
        const made = await call('POST', '/charges', request(`ref-${id}`, order), `eventual-${id}`)
        if (made.status === 201) charge = made.data
      }
      if (charge?.status === 'succeeded') put(id, { status: 'paid', sent: 1 })
      if (charge?.status === 'failed') put(id, { status: 'failed' })
    } catch {
      if (mistake('unread_is_failed')) put(id, { status: 'failed' })
    }
    await sleep(50)
  }
}

for (const id of Object.keys(db.rows)) {
  shown[id] = db.get(id)
  follow(id)
}

listen(async (_verb, [root, id, action], text) => {
  if (root === 'health' || root === 'webhooks') return [200]
  if (action !== 'pay') return shown[id] ? [200, shown[id]] : [404]
  if (!db.get(id)) {
    put(id, { ...JSON.parse(text), status: 'waiting', sent: 0 })
    follow(id)
  }
  return [202, db.get(id)]
})
