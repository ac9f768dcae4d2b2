import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

interface Kept {
  name: string
  note: string | null
  charges: number
  requests: number
  pending_timers: number
}
interface Undo {
  what: string
  charges: number
}

const path = '/_emulator/state/snapshots'
const list = async (t: Harness) => (await t.get<{ snapshots: Kept[]; undo: Undo | null }>(path)).body
const keep = (t: Harness, name: string, rest: object = {}) => t.post(path, { name, ...rest })
const undo = (t: Harness, query = '') =>
  t.post<{ error: { message: string } }>(`/_emulator/state/undo${query}`)
const reset = (t: Harness, query = '') => t.post(`/_emulator/reset${query}`)
const charges = (t: Harness): string[] => Array.from(t.world.state.charges, ({ id }) => id)

test('A world returns to a kept snapshot as often as wanted, with ids, tokens, time, timers and journal', async () => {
  const t = harness()
  const token = await t.token()
  const { id } = await t.created({}, 'scenario:auth_3ds')
  expect((await keep(t, 'before paying', { note: 'one 3DS page' })).status).toBe(201)
  const { timers } = t.world
  const before = { size: timers.size, now: t.world.now(), requests: t.world.requests.size }
  for (let turn = 0; turn < 2; turn++) {
    await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    await t.created()
    await t.advance('2h')
    const { status, body } = await t.post<{ charges: number }>(`${path}/before%20paying/restore`)
    expect([status, body.charges]).toEqual([200, 1])
    expect((await t.seen(id)).status).toBe('pending')
    const { world } = t
    expect({ size: world.timers.size, now: world.now(), requests: world.requests.size }).toEqual(before)
    const { status: read } = await t.fetch(`/charges/${id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(read).toBe(200)
  }
  expect((await list(t)).snapshots).toEqual([
    expect.objectContaining({ name: 'before paying', note: 'one 3DS page', charges: 1 }),
  ])
})

test('A kept snapshot outlives a reset, belongs to its world, and ends with it', async () => {
  const t = harness()
  const other = t.in('other')
  await t.created()
  await keep(t, 'one')
  await other.created()
  await keep(other, 'one')
  await reset(t, '?all=true')
  expect((await list(t)).snapshots.map(({ name }) => name)).toEqual(['one'])
  await other.post(`${path}/one/restore`)
  expect([charges(t).length, charges(other).length]).toEqual([0, 1])
  expect((await t.delete(`${path}/one`)).body).toEqual({ deleted: 1 })
  expect((await list(t)).snapshots).toEqual([])
  await t.delete('/_emulator/worlds/other')
  expect(await list(other)).toEqual({ snapshots: [], undo: null })
})

test('A name that is taken, unknown or malformed is refused with what to do', async () => {
  const t = harness()
  await keep(t, 'Lagos é 1')
  const taken = await keep(t, 'Lagos é 1')
  expect([taken.status, taken.body.error.message]).toEqual([
    409,
    expect.stringContaining('choose another name, replace it with "replace": true, or delete it'),
  ])
  await t.created()
  expect((await keep(t, 'Lagos é 1', { replace: true })).status).toBe(201)
  expect((await list(t)).snapshots).toEqual([expect.objectContaining({ name: 'Lagos é 1', charges: 1 })])
  for (const name of ['', '..', 'a/b', ' a', 'x'.repeat(65)]) expect((await keep(t, name)).status).toBe(400)
  for (const answer of [await t.post(`${path}/nothing/restore`), await t.delete(`${path}/nothing`)])
    expect([answer.status, answer.body.error.message]).toEqual([
      404,
      expect.stringContaining('kept are "Lagos é 1"'),
    ])
})

test('A world keeps 20 snapshots, and a further one is refused with what to do', async () => {
  const t = harness()
  for (let number = 1; number <= 20; number++) expect((await keep(t, `at ${number}`)).status).toBe(201)
  const refused = await keep(t, 'one more')
  expect([refused.status, refused.body.error.message]).toEqual([429, expect.stringContaining('delete one')])
  expect((await keep(t, 'at 7', { replace: true })).status).toBe(201)
  await t.delete(`${path}/at%201`)
  expect((await keep(t, 'one more')).status).toBe(201)
})

test('A world that is too large is not kept or held, and the refusal names the file', async () => {
  const t = harness({ settings: { journalLimit: 200_000 } })
  await t.created()
  const [entry] = t.world.requests
  if (entry === undefined) throw new Error('nothing was recorded')
  for (let number = 0; number < 100_000; number++)
    t.world.requests.record({ ...entry, id: number + 2, responseBody: '{}' })
  const refused = await keep(t, 'huge')
  expect([refused.status, refused.body.error.message]).toEqual([
    429,
    expect.stringContaining('save it to a file with GET /_emulator/state'),
  ])
  await reset(t)
  expect((await undo(t)).status).toBe(409)
})

test('A reset is undone, and the undo too', async () => {
  const t = harness()
  const { id } = await t.created({}, 'scenario:auth_3ds')
  await reset(t)
  expect((await list(t)).undo).toMatchObject({ what: 'reset', charges: 1 })
  await t.post('/_emulator/rules', { key: 'network:503' })
  expect((await undo(t)).status).toBe(200)
  expect((await t.seen(id)).status).toBe('pending')
  expect([...t.world.state.rules]).toEqual([])
  expect((await list(t)).undo).toMatchObject({ what: 'undo', charges: 0 })
  await undo(t)
  expect([charges(t), t.world.state.rules.size]).toEqual([[], 1])
  await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
})

test('Restoring a snapshot or a file is undone', async () => {
  const t = harness()
  await keep(t, 'empty')
  const file = (await t.get('/_emulator/state')).text
  await t.created()
  await t.post(`${path}/empty/restore`)
  await undo(t)
  expect(charges(t)).toHaveLength(1)
  await t.put('/_emulator/state', file, { 'content-type': 'application/json' })
  expect(charges(t)).toHaveLength(0)
  await undo(t)
  expect(charges(t)).toHaveLength(1)
})

test('A second reset of a world in which nothing has happened does not take away what the first can bring back', async () => {
  const t = harness()
  await t.created()
  for (let times = 0; times < 3; times++) await reset(t)
  await undo(t)
  expect(charges(t)).toHaveLength(1)
  const again = await undo(t)
  expect([again.status, again.body.error.message]).toEqual([
    409,
    expect.stringContaining('there is nothing to undo'),
  ])
})

test('A reset of all worlds is undone as one, without worlds that were replaced since', async () => {
  const t = harness()
  const [a, b] = [t.in('a'), t.in('b')]
  for (const world of [t, a, b]) await world.created()
  await reset(t, '?all=true')
  await b.created()
  await reset(b)
  const { status, body } = await t.post<{ restored: { world: string }[] }>('/_emulator/state/undo?all=true')
  expect([status, body.restored.map(({ world }) => world)]).toEqual([200, ['default', 'a']])
  expect([t, a, b].map((world) => charges(world).length)).toEqual([1, 1, 0])
  expect((await undo(t, '?all=true')).status).toBe(409)
})

test('After an undo, timers fire once and deliveries in progress are attempted again', async () => {
  const t = harness()
  let answer: (() => void) | undefined
  t.receiver.answer = () =>
    new Promise((resolve) => {
      answer = () => resolve({ status: 200, headers: {}, body: '' })
    })
  await t.created()
  const advancing = t.advance('2s').catch(() => undefined)
  await expect.poll(() => t.webhooks.length).toBe(1)
  await reset(t)
  answer?.()
  await advancing
  t.receiver.answer = () => ({ status: 200, headers: {}, body: '' })
  await t.advance('1h')
  expect(t.webhooks).toHaveLength(1)
  await undo(t)
  await t.advance('1h')
  expect(t.webhooks).toHaveLength(2)
  expect(Array.from(t.world.state.deliveries, ({ status }) => status)).toEqual(['delivered'])
})

test('What worlds were is held for the 50 that were replaced last', async () => {
  const t = harness()
  for (let number = 0; number < 60; number++) {
    const one = t.in(`w-${number}`)
    await one.post('/_emulator/rules', { key: 'network:503' })
    await reset(one)
  }
  const held = await Promise.all(
    Array.from({ length: 60 }, async (_, number) => (await list(t.in(`w-${number}`))).undo !== null),
  )
  expect(held).toEqual(Array.from({ length: 60 }, (_, number) => number >= 10))
})
