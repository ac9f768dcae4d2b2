// "Pay" only writes a task; a worker creates the charge and repeats what failed. Webhooks end it, and are read again.
// Mistakes: key_per_try, gives_up.

import { call, listen, mistake, read, request, signed, sleep, Table } from './kit.mjs'

const db = new Table()

async function work(id) {
  for (let n = 1; !db.get(id).charge && db.get(id).status === 'queued'; n++) {
    try {
      const unique = mistake('key_per_try') ? `-${n}` : ''
      const { status, data } = await call(
        'POST',
        '/charges',
        request(`${id}.w${unique}`.replace('.', '-'), db.get(id), { meta: { id } }),
        `worker-of-${id}${unique}`,
      )
      if (status === 201) {
        db.put(id, { charge: data.id })
        settle(id, data)
      } else if (status < 500 && status !== 429) db.put(id, { status: 'refused' })
      else if (mistake('gives_up')) db.put(id, { status: 'refused' })
    } catch {
      if (mistake('gives_up')) db.put(id, { status: 'refused' })
    }
    await sleep(20 * n)
  }
}

function settle(id, charge) {
  if (db.get(id).status !== 'queued') return
  if (charge.status === 'succeeded') db.put(id, { status: 'paid', shipments: ['one'] })
  if (charge.status === 'failed') db.put(id, { status: 'refused' })
}

for (const id of Object.keys(db.rows)) work(id)

listen(async (_verb, [root, id, action], text, headers) => {
  if (root === 'health') return [200]
  if (root === 'webhooks') {
    if (!signed(text, headers)) return [401]
    const { data } = JSON.parse(text)
    if (!db.get(data.meta?.id)) return [200]
    settle(data.meta.id, await read(data.id))
    return [200]
  }
  if (action === 'pay') {
    if (!db.get(id)) {
      db.put(id, { ...JSON.parse(text), status: 'queued', shipments: [] })
      work(id)
    }
    return [202]
  }
  return db.get(id) ? [200, db.get(id)] : [404]
})
