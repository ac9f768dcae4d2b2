import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

interface RuleView {
  id: string
  key: string
  share: number
  remaining: number | null
  until: string | null
}

const add = (t: Harness, rule: object) => t.post<RuleView>('/_emulator/rules', rule)
const list = async (t: Harness): Promise<RuleView[]> =>
  (await t.get<{ rules: RuleView[] }>('/_emulator/rules')).body.rules

const statusOf = async (t: Harness, path = '/charges'): Promise<number> => {
  const response = await t.fetch(path, { headers: { authorization: `Bearer ${await tokenOf(t)}` } })
  return response.status
}

/** A token that was fetched before any rule stood. */
const tokens = new WeakMap<Harness, string>()
async function tokenOf(t: Harness): Promise<string> {
  const token = tokens.get(t) ?? (await t.token())
  tokens.set(t, token)
  return token
}

async function world(): Promise<Harness> {
  const t = harness()
  await tokenOf(t)
  return t
}

test('A rule gives its key to every request without one', async () => {
  const t = await world()
  expect((await add(t, { key: 'network:503' })).status).toBe(201)
  expect(await statusOf(t)).toBe(503)
  const path = '/realms/r/protocol/openid-connect/token'
  const body = new URLSearchParams({ grant_type: 'client_credentials' })
  expect((await t.fetch(path, { method: 'POST', body })).status).toBe(503)
  expect((await t.fetch('/v3/transfers')).status).toBe(503)
})

test('The control interface is spared', async () => {
  const t = await world()
  await add(t, { key: 'network:500' })
  expect((await t.fetch('/_emulator/health')).status).toBe(200)
  expect((await t.fetch('/_emulator/rules')).status).toBe(200)
})

test('A request keeps a key of its own', async () => {
  const t = await world()
  await add(t, { key: 'network:503' })
  const { status, body } = await t.charge({}, 'issuer:do_not_honor', {
    authorization: `Bearer ${await tokenOf(t)}`,
  })
  expect([status, body.data.status]).toEqual([201, 'failed'])
})

test('Any scenario key will do: all charges are declined', async () => {
  const t = await world()
  await add(t, { key: 'issuer:insufficient_funds', path: '/charges', method: 'POST' })
  expect((await t.created()).processor_response).toEqual({ type: 'insufficient_funds', code: '51' })
})

test('A rule falls on its path, what is below it, and its method only', async () => {
  const t = await world()
  await add(t, { key: 'network:429', path: '/charges', method: 'GET' })
  expect(await statusOf(t, '/charges')).toBe(429)
  expect(await statusOf(t, '/charges/chg_x')).toBe(429)
  expect(await statusOf(t, '/customers')).toBe(200)
  expect((await t.charge()).status).toBe(201)
})

test('In the world of an address the path is that behind the prefix', async () => {
  const t = (await world()).in('mine')
  await tokenOf(t)
  await add(t, { key: 'network:429', path: '/charges' })
  expect(await statusOf(t)).toBe(429)
})

test('A rule with a count is over after so many requests', async () => {
  const t = await world()
  await add(t, { key: 'network:503', count: 2 })
  expect(await statusOf(t)).toBe(503)
  expect(await list(t)).toMatchObject([{ remaining: 1 }])
  expect(await statusOf(t)).toBe(503)
  expect(await statusOf(t)).toBe(200)
  expect(await list(t)).toEqual([])
})

test('A rule with a time is over when the world’s clock says so', async () => {
  const t = await world()
  await add(t, { key: 'network:503', for: '30s' })
  await t.advance('29s')
  expect(await statusOf(t)).toBe(503)
  await t.advance('1s')
  expect(await list(t)).toEqual([])
  expect(await statusOf(t)).toBe(200)
})

test('A rule with a share falls on about that part of the requests, the same ones with the same seed', async () => {
  const run = async (): Promise<number[]> => {
    const t = await world()
    await add(t, { key: 'network:503', share: 0.3 })
    return Promise.all(Array.from({ length: 300 }, () => statusOf(t)))
  }
  const first = await run()
  const share = first.filter((status) => status === 503).length / first.length
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThan(0.4)
  expect(await run()).toEqual(first)
})

test('Where several rules fit, the oldest counts; behind its share the next one has its turn', async () => {
  const t = await world()
  await add(t, { key: 'network:502', count: 1 })
  await add(t, { key: 'network:504' })
  expect(await statusOf(t)).toBe(502)
  expect(await statusOf(t)).toBe(504)
})

test('The journal says which rule fell on a request', async () => {
  const t = await world()
  const { body } = await add(t, { key: 'network:503' })
  await statusOf(t)
  const [entry] = [...t.world.requests.newestFirst()]
  expect(entry?.scenario).toBe('network:503')
  expect(entry?.warnings.join()).toContain(body.id)
})

test('Rules are removed one by one, all at once, and by a reset', async () => {
  const t = await world()
  const { body } = await add(t, { key: 'network:503' })
  await add(t, { key: 'network:504' })
  expect((await t.delete(`/_emulator/rules/${body.id}`)).body).toEqual({ deleted: 1 })
  expect((await t.delete(`/_emulator/rules/${body.id}`)).status).toBe(404)
  expect((await t.delete('/_emulator/rules')).body).toEqual({ deleted: 1 })
  await add(t, { key: 'network:503' })
  await t.post('/_emulator/reset')
  expect(await list(t)).toEqual([])
})

test('Rules of one world leave another alone', async () => {
  const t = await world()
  await add(t, { key: 'network:503' })
  expect(await statusOf(t.in('other'))).toBe(200)
})

test('The 101st rule is refused', async () => {
  const t = await world()
  for (let n = 0; n < 100; n++) await add(t, { key: 'network:503' })
  expect((await add(t, { key: 'network:503' })).status).toBe(429)
})

test.each([
  [{ key: 'network:nothing' }, 'key'],
  [{ key: 'network:500&network:503' }, 'key'],
  [{ key: '' }, 'key'],
  [{}, 'key'],
  [{ key: 'network:500', share: 0 }, 'share'],
  [{ key: 'network:500', share: 1.1 }, 'share'],
  [{ key: 'network:500', count: 0 }, 'count'],
  [{ key: 'network:500', for: 'soon' }, 'for'],
  [{ key: 'network:500', path: 'charges' }, 'path'],
  [{ key: 'network:500', method: 'PATCH' }, 'method'],
  [{ key: 'network:500', everything: true }, 'everything'],
])('The rule %j is refused because of %s, and none is added', async (rule, field) => {
  const t = harness()
  const { status, body } = await t.post('/_emulator/rules', rule)
  expect(status).toBe(400)
  expect(body.error.validation_errors.map(({ field_name }) => field_name)).toEqual([field])
  expect(t.world.state.rules.size).toBe(0)
})
