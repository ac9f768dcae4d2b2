import { expect, test, vi } from 'vitest'
import { type Harness, harness } from '../harness.ts'

/** A list as its page shows it. */
async function list(t: Harness, address: string) {
  const answer = await t.fetch(`/_emulator/ui/${address}`)
  const page = await answer.text()
  const shown = page.slice(page.indexOf('id="list"'))
  const link = (rel: string) =>
    new RegExp(`href="([^"]+)" rel="${rel}"`).exec(page)?.[1]?.replaceAll('&amp;', '&')
  return {
    status: answer.status,
    page,
    rows: [...shown.matchAll(/<tr data-key="r?([^"]+)"/g)].map(([, key]) => key),
    tail: [...page.matchAll(/<button form="filters"[^>]*name="(\w+)" value="([^"]*)"[^>]*>([^<]*)</g)].map(
      ([, name, value, label]) => ({ name, value, label }),
    ),
    older: link('next'),
    newest: link('first'),
  }
}

const labels = ({ tail }: { tail: { label: string | undefined }[] }) => tail.map(({ label }) => label)

test.each(['charges', 'requests', 'webhooks'])(
  'a paused list of %s stays as it is and counts what is new',
  async (name) => {
    const t = harness()
    for (let made = 0; made < 3; made++) await t.created()
    const before = await list(t, name)
    const pause = before.tail.find(({ label }) => label === 'Pause')
    expect(pause).toBeDefined()
    for (let made = 0; made < 4; made++) await t.created()
    const paused = await list(t, `${name}?upto=${pause?.value}`)
    expect(paused.rows).toEqual(before.rows)
    expect(labels(paused)).toEqual(['Follow', '4 new', 'Mark'])
    const news = paused.tail.find(({ label }) => label === '4 new')
    const after = await list(t, `${name}?upto=${news?.value}`)
    expect(after.rows).toHaveLength(before.rows.length + 4)
    expect(labels(after)).toEqual(['Follow', 'Mark'])
  },
)

test('what is new in a paused list is counted within its filters', async () => {
  const t = harness()
  const { id } = await t.created()
  await t.created({}, 'issuer:expired_card')
  await t.created()
  expect(labels(await list(t, `charges?upto=${id}&status=failed`))).toContain('1 new')
  expect(labels(await list(t, `charges?upto=${id}&status=voided`))).not.toContain('0 new')
})

test('older pages are those of the list as it was, also while it grows', async () => {
  const t = harness()
  for (let made = 0; made < 60; made++) await t.created()
  const { older } = await list(t, 'charges')
  const second = await list(t, `charges${older}`)
  expect(second.rows).toHaveLength(10)
  expect(second.page).toContain('60 charges, 51 to 60')
  for (let made = 0; made < 5; made++) await t.created()
  const later = await list(t, `charges${older}`)
  expect(later.rows).toEqual(second.rows)
  expect(later.page).toContain('60 charges, 51 to 60')
  expect(labels(later)).toContain('5 new')
})

test('a mark leaves out what was there before, whatever the clock says', async () => {
  const t = harness()
  await t.created()
  const mark = (await list(t, 'requests')).tail.find(({ label }) => label === 'Mark')
  const marked = await list(t, `requests?since=${mark?.value}`)
  expect(marked.rows).toEqual([])
  expect(marked.page).toContain('No requests here')
  await t.created()
  expect((await list(t, `requests?since=${mark?.value}`)).rows).toHaveLength(1)
})

test('a paused list whose rows were evicted does not jump to the newest', async () => {
  const t = harness({ settings: { journalLimit: 3 } })
  for (let made = 0; made < 8; made++) await t.created()
  const paused = await list(t, 'requests?upto=2')
  expect(paused.rows).toEqual([])
  expect(labels(paused)).toContain('3 new')
})

test("a list is limited to the last minutes, and from an instant to another, by the world's clock", async () => {
  const t = harness()
  const first = await t.created()
  await t.advance('10m')
  const second = await t.created()
  await t.advance('10m')
  const third = await t.created()
  expect((await list(t, 'charges?last=5m')).rows).toEqual([third.id])
  expect((await list(t, 'charges?last=10m')).rows).toEqual([third.id, second.id])
  expect((await list(t, 'charges?from=2030-01-01T00:05')).rows).toEqual([third.id, second.id])
  expect((await list(t, 'charges?to=2030-01-01T00:10:00.000Z')).rows).toEqual([second.id, first.id])
  const range = await list(t, 'charges?from=2030-01-01T00:05:00&to=2030-01-01T00:15:00')
  expect(range.rows).toEqual([second.id])
  expect(range.page).toContain('value="2030-01-01T00:05:00.000"')
})

test.each([
  ['last=soon', 'must be a duration such as &quot;5m&quot;'],
  ['from=yesterday', 'must be an instant in UTC such as 2030-01-31T09:30:00Z'],
  ['to=2030-02-31T25:00', 'must be an instant in UTC such as 2030-01-31T09:30:00Z'],
])('a range that makes no sense is refused: %s', async (query, message) => {
  const { status, page } = await list(harness(), `requests?${query}`)
  expect(status).toBe(400)
  expect(page).toContain(message)
})

test('requests of the dashboard are hidden and counted until they are asked for', async () => {
  const t = harness()
  await t.get('/charges')
  await t.send('GET', '/charges', undefined, { 'x-emulator-dashboard': 'yes' })
  const [program] = (await list(t, 'requests')).rows
  const hidden = await list(t, 'requests?q=/charges')
  expect(hidden.rows).toEqual([program])
  expect(labels(hidden)).toContain('Show 1 sent by the dashboard')
  const all = await list(t, 'requests?q=/charges&own=true')
  expect(all.rows).toHaveLength(2)
  expect(labels(all)).toContain('Hide those sent by the dashboard')
})

/** A world of 200 requests in an environment whose clock moves on each time it is read. */
async function slow() {
  const t = harness()
  for (let made = 0; made < 200; made++) await t.get('/charges')
  const { ports } = t.emulator
  let now = ports.now()
  vi.spyOn(ports, 'now').mockImplementation(() => ++now)
  return { t, yields: vi.spyOn(ports, 'yieldToEventLoop') }
}

test('a search yields to the event loop every few milliseconds', async () => {
  const { t, yields } = await slow()
  await list(t, 'requests')
  expect(yields).not.toHaveBeenCalled()
  const { page } = await list(t, 'requests?q=nowhere')
  expect(page).toContain('No requests match these filters')
  expect(yields.mock.calls.length).toBeGreaterThan(1)
})
