import { expect, test } from 'vitest'
import { maxJournalLength } from '../../src/domain/stored/journal.ts'
import { writeSnapshot } from '../../src/domain/stored/write.ts'
import { type Harness, harness } from '../harness.ts'
import { busyWorld, snapshotOf } from '../support/busy-world.ts'

const restore = (t: Harness, snapshot: unknown) => t.put('/_emulator/state', snapshot)

const journalOf = async (t: Harness) => (await t.get('/_emulator/requests')).body
const timelineOf = async (t: Harness) => (await t.get('/_emulator/timeline?format=json')).body
const pageOf = async (t: Harness, path: string) =>
  (await (await t.fetch(`/_emulator/ui/${path}`)).text()).replace(/<p class="foot">.*/, '')

test('A restored world has the journal and the timeline of the saved one', async () => {
  const t = await busyWorld()
  const saved = [await journalOf(t), await timelineOf(t)]
  const snapshot = await snapshotOf(t)
  await t.post('/_emulator/reset')
  expect(t.world.requests.size).toBe(0)
  expect((await restore(t, snapshot)).status).toBe(200)
  expect([await journalOf(t), await timelineOf(t)]).toEqual(saved)
})

test('The pages of a restored world show what they showed before', async () => {
  const t = harness()
  const charge = await t.created({}, 'scenario:auth_pin')
  const paths = [`charges/${charge.id}`, 'requests', 'requests/1', 'webhooks']
  const before = await Promise.all(paths.map((path) => pageOf(t, path)))
  const snapshot = await snapshotOf(t)
  await t.post('/_emulator/reset')
  expect((await t.fetch(`/_emulator/ui/charges/${charge.id}`)).status).toBe(404)
  await restore(t, snapshot)
  expect(await Promise.all(paths.map((path) => pageOf(t, path)))).toEqual(before)
})

test('A restored world counts its requests on from those of its journal', async () => {
  const t = await busyWorld()
  const { total } = t.world.requests
  await restore(t, await snapshotOf(t))
  await t.created()
  expect([...t.world.requests].at(-1)?.id).toBe(t.world.requests.total)
  expect(t.world.requests.total).toBeGreaterThan(total)
})

test('What the journal masks is masked in a snapshot', async () => {
  const t = harness()
  await t.charge({ meta: { card: '5531886652142950' } })
  const text = JSON.stringify((await t.get<{ journal: unknown }>('/_emulator/state')).body.journal)
  expect(text).toContain('authorization')
  expect(text).not.toMatch(/5531886652142950|eyJ/)
})

test('A journal that is too long for a snapshot loses its oldest requests there', async () => {
  const t = harness()
  await t.created()
  const [entry] = [...t.world.requests]
  if (entry === undefined) throw new Error('there is no request')
  const long = { ...entry, requestBody: 'x'.repeat(1_000_000), responseBody: '{}' }
  const many = Array.from({ length: 100 }, (_, n) => ({ ...long, id: 100 - n }))
  const written = [...writeSnapshot({ ...t.world.snapshot(), requests: 100, journal: many }, 'test')].join('')
  expect(written.length).toBeLessThan(maxJournalLength + 1_000_000)
  const other = harness()
  const restored = await restore(other, JSON.parse(written))
  expect([restored.status, restored.body.error?.message]).toEqual([200, undefined])
  const ids = [...other.world.requests].map(({ id }) => id)
  expect([ids[0], ids.at(-1)]).toEqual([100 - ids.length + 1, 100])
  expect(ids.length).toBeGreaterThan(30)
})

test('A snapshot without journal and notes, as older versions saved it, can be restored', async () => {
  const t = await busyWorld()
  const { total } = t.world.requests
  const { journal: _, notes: __, ...older } = (await snapshotOf(t)) as unknown as Record<string, unknown>
  expect((await restore(t, older)).status).toBe(200)
  expect([t.world.requests.total, t.world.requests.size]).toEqual([total, 0])
})

test.each([
  [
    'a number above its count of requests',
    'journal.0.id',
    (entries: { id: number }[]) => bump(entries[0], 1000),
  ],
  ['a number twice', 'journal.1.id', (entries: { id: number }[]) => bump(entries[1], 1)],
])('A snapshot whose journal has %s is refused', async (_what, field, spoil) => {
  const t = await busyWorld()
  const snapshot = (await snapshotOf(t)) as unknown as { journal: { id: number }[] }
  spoil(snapshot.journal)
  const { status, body } = await restore(t, snapshot)
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)])
})

function bump(entry: { id: number } | undefined, by: number): void {
  if (entry) entry.id += by
}
