import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

interface DeliveryView {
  id: string
  event_id: string
  copy: number
  status: string
  next_attempt_at: string | null
  attempts: {
    at: string
    manual: boolean
    request: { url: string; headers: Record<string, string>; body: string }
    response: { status: number; body: string } | null
    error: string | null
  }[]
}

const deliveries = async (t: Harness, query = ''): Promise<DeliveryView[]> =>
  (await t.get<{ deliveries: DeliveryView[] }>(`/_emulator/webhooks/deliveries${query}`)).body.deliveries

const typeOf = (text: string): string => (JSON.parse(text) as { type: string }).type

test('An event is sent one second later, never during the request', async () => {
  const t = harness()
  await t.created()
  await t.advance('999ms')
  expect(t.webhooks).toHaveLength(0)
  await t.advance('1ms')
  expect(t.webhooks).toHaveLength(1)
})

test.each([
  ['webhook:immediate', '0s', 1],
  ['webhook:delayed', '59s', 0],
  ['webhook:delayed', '1m', 1],
  ['webhook:duplicate', '1s', 2],
  ['webhook:flood', '1s', 20],
  ['webhook:dropped', '1h', 0],
])('With %s, %s after the fact %i requests have arrived', async (key, after, count) => {
  const t = harness()
  await t.created({}, key)
  await t.advance(after)
  expect(t.webhooks).toHaveLength(count)
})

test('Copies carry the same id and the same bytes', async () => {
  const t = harness()
  await t.created({}, 'webhook:flood')
  await t.advance('1s')
  expect(new Set(t.webhooks.map(({ text }) => text)).size).toBe(1)
})

test('Jitter is derived from the seed: the same seed gives the same delays', async () => {
  const times = async (): Promise<number[]> => {
    const t = harness()
    for (let n = 0; n < 5; n++) await t.created({}, 'webhook:jitter')
    await t.advance('11s')
    return t.webhooks.map(({ at }) => at)
  }
  const first = await times()
  expect(new Set(first).size).toBeGreaterThan(1)
  expect(await times()).toEqual(first)
})

test('A dropped event is recorded, with a delivery that says so', async () => {
  const t = harness()
  await t.created({}, 'webhook:dropped')
  const { body } = await t.get<{ total: number }>('/_emulator/webhooks/events')
  expect(body.total).toBe(1)
  expect(await deliveries(t)).toMatchObject([{ status: 'dropped', attempts: [], next_attempt_at: null }])
})

test('A truncated body is half of the whole one and carries the signature of the whole one', async () => {
  const t = harness()
  await t.created({}, 'webhook:truncated')
  await t.advance('1s')
  const sent = t.webhooks[0]
  expect(() => JSON.parse(sent?.text ?? '')).toThrow()
  expect(sent?.headers['X-Webhook-Signature']).toBeTruthy()
})

test('An unsigned webhook has no signature header', async () => {
  const t = harness()
  await t.created({}, 'webhook:unsigned')
  await t.advance('1s')
  expect(Object.keys(t.webhooks[0]?.headers ?? {}).join()).not.toMatch(/signature/i)
})

test('Before the response: the webhook arrives before the client gets its answer', async () => {
  const t = harness()
  await t.created({}, 'webhook:before_response')
  expect(t.webhooks).toHaveLength(1)
})

test('Before the response, a hanging delivery of another charge is not waited for', async () => {
  const t = harness()
  t.receiver.answer = () => new Promise(() => undefined)
  await t.created({}, 'webhook:immediate')
  void t.advance('0s')
  t.receiver.answer = () => ({ status: 200, headers: {}, body: '' })
  await t.created({}, 'webhook:before_response')
  expect(t.webhooks).toHaveLength(2)
})

test('Before the response, held deliveries stay held', async () => {
  const t = harness()
  await t.post('/_emulator/webhooks/hold')
  await t.created({}, 'webhook:before_response')
  expect(t.webhooks).toHaveLength(0)
  expect(await deliveries(t)).toMatchObject([{ status: 'held' }])
})

test('Reordered: the completion arrives before the authorization that it follows', async () => {
  const t = harness()
  const charge = await t.created({}, 'scenario:auth_capture&webhook:reordered')
  await t.advance('5s')
  expect(t.webhooks).toHaveLength(0)
  const { body } = await t.get<{ data: { id: string; charge_id: string }[] }>('/orders')
  const order = body.data.find(({ charge_id }) => charge_id === charge.id)
  await t.put(`/orders/${order?.id}`, { action: 'capture' })
  await t.advance('2s')
  expect(t.webhooks.map(({ text }) => typeOf(text))).toEqual(['charge.completed', 'order.authorization'])
  const [first, second] = t.webhooks
  expect(Number(second?.at) - Number(first?.at)).toBe(100)
})

test('Reordered: two charges change places, the third one waits for a fourth', async () => {
  const t = harness()
  const ids: string[] = []
  for (let n = 0; n < 4; n++) ids.push((await t.created({}, 'webhook:reordered')).id)
  await t.advance('2s')
  const arrived = t.webhooks.map(({ text }) => (JSON.parse(text) as { data: { id: string } }).data.id)
  // The second event of each pair is sent at its own time, followed by the first ones.
  expect(arrived).toEqual([ids[1], ids[3], ids[0], ids[2]])
})

test('Reordered: an event that no other follows is sent after one minute', async () => {
  const t = harness()
  await t.created({}, 'webhook:reordered')
  await t.advance('59s')
  expect(t.webhooks).toHaveLength(0)
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(1)
  // That pair is complete: the next event starts a new one.
  await t.created({}, 'webhook:reordered')
  await t.advance('59s')
  expect(t.webhooks).toHaveLength(1)
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(2)
})

test.each([
  ['webhook:receiver_500', 500, null],
  ['webhook:receiver_timeout', undefined, /did not answer in time/],
  ['webhook:receiver_refused', undefined, /refused/],
])('%s exercises the whole ladder of retries without sending anything', async (key, status, error) => {
  const t = harness()
  await t.created({}, key)
  await t.advance('10m')
  expect(t.webhooks).toHaveLength(0)
  const [delivery] = await deliveries(t)
  expect(delivery?.status).toBe('dead')
  expect(delivery?.attempts.map(({ at }) => at)).toEqual([
    '2030-01-01T00:00:01.000Z',
    '2030-01-01T00:00:06.000Z',
    '2030-01-01T00:00:36.000Z',
    '2030-01-01T00:05:36.000Z',
  ])
  for (const attempt of delivery?.attempts ?? []) {
    expect(attempt.response?.status).toBe(status)
    if (error) expect(attempt.error).toMatch(error)
  }
})

test('A webhook endpoint that recovers gets the third attempt', async () => {
  const t = harness()
  await t.created({}, 'webhook:receiver_recovers')
  await t.advance('10m')
  expect(t.webhooks.map(({ at }) => at - Date.UTC(2030, 0, 1))).toEqual([36_000])
})

test('A custom plan works like the built-in ones', async () => {
  const t = harness()
  const plan = { delay: '7m', copies: 3, signature: 'invalid' }
  const posted = { key: 'my-webhooks', title: 'Mine', webhooks: plan }
  await t.post('/_emulator/scenarios', JSON.stringify(posted))
  await t.created({}, 'my-webhooks')
  await t.advance('419s')
  expect(t.webhooks).toHaveLength(0)
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(3)
})

test('The request of an attempt is shown as it was sent, although it is not stored', async () => {
  const t = harness()
  await t.created({}, 'webhook:bad_signature')
  await t.created({}, 'webhook:truncated')
  await t.created({}, 'webhook:stale_timestamp')
  t.receiver.answer = () => ({ status: 500, headers: {}, body: 'no' })
  await t.advance('10s')
  const shown = (await deliveries(t)).flatMap(({ attempts }) => attempts.map(({ request }) => request))
  expect(shown).toHaveLength(6)
  const byBytes = (a: { body: string }, b: { body: string }): number => (a.body < b.body ? -1 : 1)
  const sent = t.webhooks.map(({ url, headers, text }) => ({ url, headers, body: text }))
  expect(shown.sort(byBytes)).toEqual(sent.sort(byBytes))
})
