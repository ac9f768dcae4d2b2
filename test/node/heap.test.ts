import { describe, expect, test } from 'vitest'
import { fullMessage } from '../../src/domain/kernel/heap.ts'
import { HeapGuard } from '../../src/emulator/heap-guard.ts'
import { stores } from '../../src/http/match.ts'
import { operations } from '../../src/operations.ts'
import { type Harness, harness, ids } from '../harness.ts'

const megabyte = 1_048_576

/** An emulator whose heap is as full as `heap` says, from the next check on. */
function withHeap(percent: number, afterCollection = percent) {
  const heap = {
    used: percent * megabyte,
    limit: 100 * megabyte,
    afterCollection: afterCollection * megabyte,
  }
  const t = harness({ heap })
  const fill = (percent: number, afterCollection = percent): void => {
    heap.used = percent * megabyte
    heap.afterCollection = afterCollection * megabyte
  }
  return { t, fill }
}

/** Enough requests to trigger a check of the heap. */
async function busy(t: Harness, requests = 200): Promise<void> {
  await t.token()
  for (let n = 0; n < requests; n++) await t.get(`/charges/chg_nowhere${n}`)
}

test('Before the heap is full, what is loaded on demand is loaded, once', () => {
  const heap = { used: 60 * megabyte, limit: 100 * megabyte }
  let calls = 0
  const ports = { now: () => 0, heapUse: () => heap, collectGarbage: () => undefined }
  const holdings = () => ({
    journal: { count: 0, bytes: 0 },
    records: { count: 0, bytes: 0 },
    worlds: { count: 0, bytes: 0 },
    snapshots: { count: 0, bytes: 0 },
  })
  const guard = new HeapGuard(ports, harness().emulator.settings, holdings, () => false)
  guard.whenScarce(() => {
    calls++
  })
  guard.note(megabyte)
  expect(calls).toBe(0)
  heap.used = 70 * megabyte
  guard.note(megabyte)
  guard.note(megabyte)
  expect([calls, guard.isFull]).toEqual([1, false])
})

describe('When 85 % of the heap are in use', () => {
  test('a request that stores something is a 503 that says what fills the heap, and how to limit it', async () => {
    const { t } = withHeap(85)
    await busy(t)
    const { status, body, text } = await t.charge({}, 'scenario:noauth')
    expect(status).toBe(503)
    expect(body).toMatchObject({ status: 'failed', error: { type: 'SERVICE_UNAVAILABLE', code: '10503' } })
    expect(text).toMatch(/nearly full, 85 of 100 MB.*journal entries: \d+ .*--journal-limit \(now 10000\)/)
    expect(t.world.state.charges.size).toBe(0)
  })

  test('reads, resets, deletions, health and the report go on', async () => {
    const { t } = withHeap(50)
    const { id } = await t.created()
    const full = withHeap(90).t
    await busy(full)
    for (const path of [
      '/charges',
      '/customers',
      '/v3/transfers',
      '/health',
      '/_emulator/report',
      '/_emulator/state',
    ])
      expect((await full.get(path)).status).toBe(200)
    expect((await full.post('/customers/search', { email: 'a@example.com' })).status).toBe(200)
    expect((await full.get(`/charges/${id}`)).status).toBe(404)
    expect((await full.put('/_emulator/clock', { mode: 'frozen' })).status).toBe(200)
    expect((await full.delete('/_emulator/requests')).status).toBe(200)
    expect((await full.post('/_emulator/reset')).status).toBe(200)
  })

  test('what could be undone is dropped before anything is refused', async () => {
    const { t, fill } = withHeap(50)
    const held = async (): Promise<unknown> =>
      (await t.get<{ undo: unknown }>('/_emulator/state/snapshots')).body.undo
    await t.created()
    await t.post('/_emulator/reset')
    expect(await held()).not.toBeNull()
    fill(90)
    await busy(t)
    expect(await held()).toBeNull()
    await t.post('/_emulator/reset')
    expect(await held()).toBeNull()
  })

  test('every operation that stores something says so in the documents', () => {
    expect(operations.filter(({ method, storesNothing }) => storesNothing && method === 'get')).toEqual([])
    expect(operations.filter((op) => op.method === 'post' && !stores(op)).map(({ path }) => path)).toEqual([
      '/customers/search',
      '/banks/account-resolve',
      '/v3/accounts/resolve',
      '/_emulator/reset',
      '/_emulator/tokens/revoke',
      '/_emulator/scenarios/reload',
      '/_emulator/webhooks/hold',
      '/_emulator/webhooks/release',
      '/_emulator/session/stop',
    ])
  })

  test.each([
    ['POST', '/customers', { email: 'new@example.com' }],
    ['POST', '/v3/beneficiaries', {}],
    ['POST', '/_emulator/webhooks/events', { type: 'charge.completed' }],
    ['POST', '/_emulator/rules', { key: 'network:503' }],
    ['POST', '/_emulator/clock/advance', { by: '1d' }],
    ['PUT', '/_emulator/state', {}],
    ['PUT', `/customers/${ids.customer}`, { meta: { a: 'b' } }],
  ])('%s %s is a 503', async (method, path, body) => {
    const { t } = withHeap(95)
    await busy(t)
    expect((await t.send(method, path, body)).status).toBe(503)
  })

  test('a token is a 503 in the shape of OAuth', async () => {
    const { t } = withHeap(95)
    await busy(t)
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    const answer = await t.fetch('/realms/r/protocol/openid-connect/token', { method: 'POST', body: form })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: 'server_error' })
  })

  test('no other world is made, while those that exist are read', async () => {
    const { t } = withHeap(95)
    await busy(t)
    expect((await t.fetch('/w/another/charges')).status).toBe(503)
    expect(t.emulator.has('another')).toBe(false)
    expect((await t.fetch('/_emulator/worlds')).status).toBe(200)
  })

  test('the journal stops growing, and contains the newest requests', async () => {
    const { t, fill } = withHeap(95)
    await busy(t)
    const { size } = t.world.requests
    for (let n = 0; n < 5; n++) await t.charge()
    expect(t.world.requests.size).toBe(size)
    expect(Array.from(t.world.requests.newestFirst(), ({ status }) => status).slice(0, 5)).toEqual([
      503, 503, 503, 503, 503,
    ])
    fill(20)
    await t.time.pass(1000)
    await t.created()
    await t.created()
    expect(t.world.requests.size).toBe(size + 2)
    const numbers = Array.from(t.world.requests, ({ id }) => id)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })
})

describe('A heap that was full', () => {
  test.each([
    ['a reset', 'POST', '/_emulator/reset'],
    ['the deletion of a journal', 'DELETE', '/_emulator/requests'],
    ['the end of a world', 'DELETE', '/_emulator/worlds/other'],
  ])('takes charges again at once after %s', async (_what, method, path) => {
    const { t, fill } = withHeap(50)
    await t.in('other').token()
    fill(90)
    await busy(t)
    expect((await t.charge()).status).toBe(503)
    // Dropped data is garbage, but counts until it is collected.
    fill(90, 40)
    expect((await t.send(method, path)).status).toBe(200)
    expect((await t.post('/realms/r/protocol/openid-connect/token', '')).status).not.toBe(503)
    expect((await t.charge()).status).toBe(201)
  })

  test('accepts nothing until it is below the limit', async () => {
    const { t, fill } = withHeap(86)
    await busy(t)
    fill(81)
    expect((await t.charge()).status).toBe(503)
    await t.time.pass(1000)
    expect((await t.charge()).status).toBe(503)
    fill(79)
    await t.time.pass(1000)
    expect((await t.charge()).status).toBe(201)
  })

  test('is looked at again once a second', async () => {
    const { t, fill } = withHeap(90)
    await busy(t)
    fill(90, 40)
    expect((await t.charge()).status).toBe(503)
    await t.time.pass(1000)
    expect((await t.charge()).status).toBe(201)
  })
})

test('What is in use no more does not count', async () => {
  const { t } = withHeap(95, 60)
  await busy(t)
  expect((await t.charge()).status).toBe(201)
})

test('The message begins with what fills the heap most, and says how to bound just that', () => {
  const use = { used: 60 * megabyte, limit: 64 * megabyte }
  const few = { count: 3, bytes: 1000 }
  const many = { count: 9000, bytes: 50 * megabyte }
  const limits = { journalLimit: 500, maxWorlds: 7 }
  const message = (over: object): string =>
    fullMessage(use, { journal: few, records: few, worlds: few, snapshots: few, ...over }, limits)
  expect(message({ journal: many })).toMatch(
    /It contains journal entries: 9000 \(about 50 MB\), .*--journal-limit \(now 500\)/,
  )
  expect(message({ records: many })).toMatch(
    /It contains charges and other records: 9000 .*POST \/_emulator\/reset/,
  )
  expect(message({ worlds: many })).toMatch(/It contains worlds: 9000 .*--max-worlds \(now 7\)/)
  expect(message({ snapshots: many })).toMatch(
    /It contains kept snapshots: 9000 .*state\/snapshots\/\{name\}/,
  )
  expect(message({ worlds: many })).not.toContain('--journal-limit')
  expect(message({})).toContain('--max-old-space-size=128')
})
