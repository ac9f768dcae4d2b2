import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'
import { settle } from '../support/time.ts'

/** How long a request takes. Milliseconds of real time. */
async function answeredAfter(t: Harness, key: string, step = 50): Promise<number> {
  await t.token()
  let done = false
  const answer = t.charge({}, key).then(() => {
    done = true
  })
  await settle()
  let passed = 0
  while (!done && passed < 120_000) {
    await t.time.pass(step)
    passed += step
  }
  await answer
  return passed
}

test('network:slow takes two to three seconds', async () => {
  const t = harness({ clock: 'live' })
  const took = await answeredAfter(t, 'network:slow')
  expect(took).toBeGreaterThanOrEqual(2000)
  expect(took).toBeLessThanOrEqual(3000)
})

test('The spread is derived from the seed', async () => {
  const times = async (seed: string): Promise<number[]> => {
    const t = harness({ settings: { seed } })
    const took: number[] = []
    for (let n = 0; n < 6; n++) took.push(await answeredAfter(t, 'network:jitter', 1))
    return took
  }
  const first = await times('one')
  expect(new Set(first).size).toBeGreaterThan(3)
  expect(await times('one')).toEqual(first)
  expect(await times('two')).not.toEqual(first)
})

/** A load test's own figures. */
const tail = `key: my-tail
title: As slow as the service in production
response:
  latency: { median: 100ms, p99: 900ms, max: 2s }
`

/** Posts the scenario, and a rule that gives it to every charge. */
async function withRule(seed: string): Promise<Harness> {
  const t = harness({ instantLatency: true, settings: { seed } })
  expect((await t.send('POST', '/_emulator/scenarios', tail)).status).toBe(201)
  expect((await t.post('/_emulator/rules', { key: 'my-tail' })).status).toBe(201)
  return t
}

interface Journal {
  requests: { path: string; scenario: string | null; duration_ms: number; latency_ms: number | null }[]
}

test('A latency with median, p99 and max is drawn from the seed, in a scenario file as by a rule', async () => {
  const delays = async (seed: string): Promise<(number | null)[]> => {
    const t = await withRule(seed)
    for (let n = 0; n < 8; n++) await t.charge({})
    const { requests } = (await t.get<Journal>('/_emulator/requests?path=/charges')).body
    for (const { scenario, duration_ms, latency_ms } of requests)
      expect([scenario, duration_ms]).toEqual(['my-tail', latency_ms])
    return requests.map(({ latency_ms }) => latency_ms)
  }
  const first = await delays('one')
  expect(new Set(first).size).toBeGreaterThan(4)
  expect(await delays('one')).toEqual(first)
  expect(await delays('two')).not.toEqual(first)
  expect(Math.max(...first.map(Number))).toBeLessThanOrEqual(2000)
})

test('The journal says how long a scenario delayed an answer, and of others that none did', async () => {
  const t = harness({ instantLatency: true })
  await t.charge({}, 'network:half_second')
  await t.charge({})
  const { requests } = (await t.get<Journal>('/_emulator/requests?path=/charges')).body
  expect(requests.map(({ latency_ms }) => latency_ms)).toEqual([null, 500])
})

test('A latency that no timer can measure is the longest that one can', async () => {
  const t = harness({ instantLatency: true })
  await t.send('POST', '/_emulator/scenarios', 'key: for-ever\ntitle: Never\nresponse: { latency: 40d }\n')
  await t.charge({}, 'for-ever')
  const { requests } = (await t.get<Journal>('/_emulator/requests?path=/charges')).body
  expect(requests[0]?.latency_ms).toBe(2 ** 31 - 1)
})

test('An explanation names median, 99th percentile and cap', async () => {
  const t = await withRule('explained')
  const { body } = await t.get<{ steps: string[] }>(
    '/_emulator/scenarios/explain?key=my-tail%26network:jitter',
  )
  expect(body.steps[0]).toBe(
    'the answer is delayed by 100ms in the median, 900ms at the 99th percentile and 2s at most and up to 1s more, before the request is executed',
  )
})

test('Latency is real time: a frozen world still answers, with its clock unchanged', async () => {
  const t = harness()
  await answeredAfter(t, 'network:slow')
  expect(t.world.now()).toBe(Date.UTC(2030, 0, 1))
})

test('Held-back requests run side by side', async () => {
  const t = harness()
  await t.token()
  const answers = Array.from({ length: 50 }, () => t.charge({}, 'network:very_slow'))
  await settle()
  await t.time.pass(30_000)
  expect((await Promise.all(answers)).every(({ status }) => status === 201)).toBe(true)
})

test('Latency joins other keys', async () => {
  const t = harness()
  await t.token()
  const answer = t.charge({}, 'network:very_slow&issuer:do_not_honor')
  await settle()
  await t.time.pass(30_000)
  expect((await answer).body.data.status).toBe('failed')
})

test('While the first request is held back, a second one with its idempotency key is a conflict', async () => {
  const t = harness()
  await t.token()
  const headers = { 'x-idempotency-key': 'held-back-0001' }
  const first = t.charge({ reference: 'held-back-1' }, 'network:very_slow', headers)
  await settle()
  expect((await t.charge({ reference: 'held-back-1' }, undefined, headers)).status).toBe(409)
  await t.time.pass(30_000)
  expect((await first).status).toBe(201)
})
