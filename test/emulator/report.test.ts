import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/wire/report.ts'
import { harness } from '../harness.ts'

type Lab = ReturnType<typeof harness>

const report = async (t: Lab, query = ''): Promise<Report> =>
  (await t.get<Report>(`/_emulator/report${query}`)).body

test('A world in which nothing has happened has nothing to report, and has used no scenario', async () => {
  const t = harness()
  const { requests, rejected, unknown_scenarios, webhooks, scenarios } = await report(t)
  expect([requests.total, rejected.requests, unknown_scenarios, webhooks.undelivered]).toEqual([
    0,
    [],
    [],
    [],
  ])
  expect(scenarios.used).toEqual([])
  expect(scenarios.unused).toHaveLength(t.world.catalogue.fragments.size)
})

test('Unknown scenario keys are listed, most frequent first', async () => {
  const t = harness()
  await t.charge({}, 'scenario:auth_pim')
  await t.charge({}, 'issuer:nobody')
  await t.charge({}, 'issuer:nobody')
  expect((await report(t)).unknown_scenarios).toEqual([
    { name: 'issuer:nobody', count: 2 },
    { name: 'scenario:auth_pim', count: 1 },
  ])
})

test('A key that was accepted as pending still counts as unknown', async () => {
  const t = harness({ settings: { unknownScenario: 'pending' } })
  await t.charge({}, 'whatever')
  expect((await report(t)).unknown_scenarios).toEqual([{ name: 'whatever', count: 1 }])
})

test('Refused requests are listed by endpoint, status and reason, with a count', async () => {
  const t = harness()
  await t.charge({ amount: -1 })
  await t.charge({ amount: -1 })
  await t.get('/charges/chg_nowhere')
  await t.get('/charges', { authorization: null })
  const { rejected, requests } = await report(t)
  expect(rejected.requests.map(({ method, path, status, count }) => [method, path, status, count])).toEqual([
    ['POST', '/charges', 400, 2],
    ['GET', '/charges/:id', 404, 1],
    ['GET', '/charges', 401, 1],
  ])
  expect(rejected.requests[0]?.reason).toContain('amount')
  expect(requests.by_status.map(({ status }) => status)).toEqual([200, 400, 401, 404])
})

test('Requests without a matching endpoint are in the report and the journal', async () => {
  const t = harness()
  await t.fetch('/api/charges', { method: 'POST' })
  await t.fetch('/customers', { method: 'PATCH' })
  const { rejected } = await report(t)
  expect(rejected.requests).toMatchObject([
    { method: 'POST', path: '/api/charges', status: 404, count: 1 },
    { method: 'PATCH', path: '/customers', status: 405, count: 1 },
  ])
  expect([...t.world.requests].map(({ status }) => status)).toEqual([404, 405])
})

test('What was refused stays in the report when the journal has forgotten it', async () => {
  const t = harness({ settings: { journalLimit: 2 } })
  await t.charge({ amount: -1 })
  for (let n = 0; n < 5; n++) await t.created()
  expect((await report(t)).rejected.requests).toHaveLength(1)
  expect((await report(t)).requests.total).toBe(7)
})

test('Ten thousand different reasons fill no more than the limit; the rest are counted', async () => {
  const t = harness()
  const authorization = `Bearer ${await t.token()}`
  for (let n = 0; n < 1000; n++) await t.fetch(`/charges/chg_${n}`, { headers: { authorization } })
  const { rejected } = await report(t)
  expect([rejected.requests.length, rejected.more]).toEqual([500, 500])
})

test('Scenarios and processor responses are listed as used or unused', async () => {
  const t = harness()
  await t.created({}, 'scenario:noauth&issuer:insufficient_funds')
  await t.created({}, 'scenario:noauth')
  const { scenarios, processor_responses } = await report(t)
  expect(scenarios.used).toEqual([
    { name: 'scenario:noauth', count: 2 },
    { name: 'issuer:insufficient_funds', count: 1 },
  ])
  expect(scenarios.unused).not.toContain('scenario:noauth')
  expect(scenarios.unused).toContain('scenario:auth_pin')
  expect(processor_responses.used.map(({ name }) => name).sort()).toEqual(['approved', 'insufficient_funds'])
  expect(processor_responses.unused).toHaveLength(43)
})

test('Unconfirmed webhooks are listed with their last error, those simulated by a scenario separately', async () => {
  const t = harness()
  const played = await t.created({}, 'webhook:receiver_500')
  t.receiver.answer = () => {
    throw new Error('connect ECONNREFUSED')
  }
  const charge = await t.created()
  await t.created({}, 'webhook:dropped')
  await t.advance('10m')
  t.receiver.answer = () => ({ status: 200, headers: {}, body: '' })
  await t.created({}, 'webhook:immediate')
  await t.advance('0s')
  const { webhooks } = await report(t)
  expect(webhooks).toMatchObject({ delivered: 1, dead: 1, played: 1, dropped: 1, pending: 0 })
  expect(webhooks.undelivered).toMatchObject([
    { type: 'charge.completed', reference: charge.reference, attempts: 4, error: 'connect ECONNREFUSED' },
  ])
  expect(JSON.stringify(webhooks)).not.toContain(played.reference)
})

describe('The report of all worlds', () => {
  test('adds them up, including worlds that were reset or ended', async () => {
    const t = harness()
    for (const name of ['a', 'b', 'c']) {
      const world = t.in(name)
      await world.charge({}, 'issuer:nobody')
      await world.created({}, 'scenario:noauth')
    }
    await t.in('a').post('/_emulator/reset')
    await t.delete('/_emulator/worlds/b')
    expect((await report(t.in('a'))).unknown_scenarios).toEqual([])
    const all = await report(t, '?all=true')
    expect(all.unknown_scenarios).toEqual([{ name: 'issuer:nobody', count: 3 }])
    expect(all.scenarios.used).toEqual([{ name: 'scenario:noauth', count: 3 }])
    expect(all.processor_responses.used).toEqual([{ name: 'approved', count: 3 }])
  })
})

describe('As JUnit', () => {
  const xml = async (t: Lab): Promise<string> => {
    const response = await t.fetch('/_emulator/report?format=junit')
    expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    return response.text()
  }

  test('a clean run has no failure', async () => {
    const t = harness()
    await t.created()
    await t.advance('1s')
    const text = await xml(t)
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="payment-emulator" tests="\d+" failures="0"/,
    )
    expect(text).toContain('name="every scenario key is known"')
    expect(text).toContain('name="every webhook was delivered (1)"')
  })

  test('unknown keys and undelivered webhooks fail, refused requests and unused scenarios are skipped', async () => {
    const t = harness()
    await t.charge({}, 'issuer:nobody')
    t.receiver.answer = () => ({ status: 503, headers: {}, body: '' })
    await t.created()
    await t.advance('10m')
    const text = await xml(t)
    expect(text).toMatch(/<testsuites [^>]*failures="2"/)
    expect(text).toContain('not a known scenario key; sent once')
    expect(text).toContain('not confirmed after 4 times: the endpoint answered 503, not 200')
    expect(text).toMatch(/POST \/charges: 400 [^"]*"[^>]*><skipped message="refused once"/)
    expect(text).toMatch(/name="scenario:auth_pin"[^>]*><skipped message="not used"/)
  })

  test('characters that XML does not allow do not break it', async () => {
    const t = harness()
    await t.post('/_emulator/webhooks/events', {
      type: 'charge.completed',
      data: { reference: '<&">\u0000\u001b\ud800 \u{1f30d}\n' },
    })
    t.receiver.answer = () => ({ status: 500, headers: {}, body: '' })
    await t.advance('10m')
    const text = await xml(t)
    expect(text).toContain('&lt;&amp;&quot;&gt;??? \u{1f30d} ')
    // Every ampersand begins an entity, and no raw control character is left.
    expect(text).not.toMatch(/&(?!(amp|lt|gt|quot);)/)
    expect([...text].every((c) => c === '\n' || (c.codePointAt(0) ?? 0) >= 32)).toBe(true)
  })
})
