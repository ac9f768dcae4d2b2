import { expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'
import { settle } from '../support/time.ts'

interface DeliveryView {
  id: string
  event_id: string
  status: string
  next_attempt_at: string | null
  attempts: { at: string; manual: boolean; response: { status: number } | null; error: string | null }[]
}

const all = async (t: Harness, query = ''): Promise<DeliveryView[]> =>
  (await t.get<{ deliveries: DeliveryView[] }>(`/_emulator/webhooks/deliveries${query}`)).body.deliveries

const only = async (t: Harness): Promise<DeliveryView> => {
  const found = await all(t)
  expect(found).toHaveLength(1)
  return found[0] as DeliveryView
}

const redeliver = (t: Harness, id: string) =>
  t.post<DeliveryView>(`/_emulator/webhooks/deliveries/${id}/redeliver`)

const answer = (t: Harness, status: number): void => {
  t.receiver.answer = () => ({ status, headers: {}, body: '' })
}

test.each([201, 202, 204, 301, 302, 304, 400, 404, 410, 429, 500, 503])(
  'Only 200 confirms: %i is tried again, three times, and then the delivery is dead',
  async (status) => {
    const t = harness()
    answer(t, status)
    await t.created()
    await t.advance('1s')
    expect(await only(t)).toMatchObject({
      status: 'pending',
      next_attempt_at: '2030-01-01T00:00:06.000Z',
    })
    await t.advance('10m')
    expect(t.webhooks.map(({ at }) => (at - Date.UTC(2030, 0, 1)) / 1000)).toEqual([1, 6, 36, 336])
    expect(new Set(t.webhooks.map(({ text }) => text)).size).toBe(1)
    expect(await only(t)).toMatchObject({ status: 'dead', next_attempt_at: null })
  },
)

test('The retry delays are configurable, down to none', async () => {
  const t = harness({ settings: { webhookRetryDelaysMs: [] } })
  answer(t, 500)
  await t.created()
  await t.advance('1h')
  expect((await only(t)).attempts).toHaveLength(1)
})

test('A confirmed delivery is not tried again', async () => {
  const t = harness()
  await t.created()
  await t.advance('1h')
  expect(t.webhooks).toHaveLength(1)
  expect(t.world.timers.get((await only(t)).id)).toBeUndefined()
})

test('Redelivering sends the same id and bytes again, and returns the result', async () => {
  const t = harness()
  await t.created()
  await t.advance('1s')
  const { id } = await only(t)
  const { body } = await redeliver(t, id)
  expect(body.attempts.map(({ manual }) => manual)).toEqual([false, true])
  expect(t.webhooks[1]?.text).toBe(t.webhooks[0]?.text)
})

test('A dead delivery is delivered when a tester redelivers it', async () => {
  const t = harness()
  answer(t, 500)
  await t.created()
  await t.advance('10m')
  answer(t, 200)
  const { body } = await redeliver(t, (await only(t)).id)
  expect(body.status).toBe('delivered')
})

test('A failed redelivery does not change the scheduled retries', async () => {
  const t = harness()
  answer(t, 500)
  await t.created()
  await t.advance('1s')
  const { id } = await only(t)
  for (let n = 0; n < 5; n++) await redeliver(t, id)
  await t.advance('10m')
  const byTimer = (await only(t)).attempts.filter(({ manual }) => !manual)
  expect(byTimer.map(({ at }) => at.slice(14, 19))).toEqual(['00:01', '00:06', '00:36', '05:36'])
})

test('A successful redelivery ends the retries', async () => {
  const t = harness()
  answer(t, 500)
  await t.created()
  await t.advance('1s')
  answer(t, 200)
  await redeliver(t, (await only(t)).id)
  await t.advance('10m')
  expect(t.webhooks).toHaveLength(2)
  expect((await only(t)).status).toBe('delivered')
})

test('The 101st attempt of a delivery is refused', async () => {
  const t = harness()
  await t.created()
  await t.advance('1s')
  const { id } = await only(t)
  for (let n = 0; n < 99; n++) await redeliver(t, id)
  const refused = await redeliver(t, id)
  expect(refused.status).toBe(429)
  expect(t.webhooks).toHaveLength(100)
})

test('Redelivering an unknown delivery is a 404', async () => {
  const t = harness()
  expect((await redeliver(t, 'dlv_none')).status).toBe(404)
})

test('While deliveries are held nothing is sent; releasing sends them in the order in which they were due', async () => {
  const t = harness()
  const held = await t.post('/_emulator/webhooks/hold')
  expect(held.body).toEqual({ held: true, waiting: 0 })
  const late = await t.created({}, 'webhook:delayed')
  const early = await t.created()
  await t.advance('2m')
  expect(t.webhooks).toHaveLength(0)
  expect((await t.get('/_emulator/webhooks/hold')).body).toEqual({ held: true, waiting: 2 })
  expect((await all(t, '?status=held')).map(({ next_attempt_at }) => next_attempt_at)).toEqual([null, null])
  const { body } = await t.post('/_emulator/webhooks/release')
  expect(body).toEqual({ released: 2 })
  const arrived = t.webhooks.map(({ text }) => (JSON.parse(text) as { data: { id: string } }).data.id)
  expect(arrived).toEqual([early.id, late.id])
  expect((await all(t)).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
})

test('A released delivery that fails is retried as usual', async () => {
  const t = harness()
  answer(t, 500)
  await t.post('/_emulator/webhooks/hold')
  await t.created()
  await t.advance('1m')
  await t.post('/_emulator/webhooks/release')
  await t.advance('10m')
  expect(t.webhooks.map(({ at }) => (at - Date.UTC(2030, 0, 1)) / 1000)).toEqual([60, 65, 95, 395])
})

test('A delivery that is not yet due when all are released is sent when it is due', async () => {
  const t = harness()
  await t.post('/_emulator/webhooks/hold')
  await t.created({}, 'webhook:delayed')
  await t.post('/_emulator/webhooks/release')
  expect(t.webhooks).toHaveLength(0)
  await t.advance('1m')
  expect(t.webhooks).toHaveLength(1)
})

test('A reset drops deliveries in progress, and their results change nothing', async () => {
  const t = harness()
  let confirm: () => void = () => undefined
  t.receiver.answer = () =>
    new Promise((resolve) => {
      confirm = () => resolve({ status: 200, headers: {}, body: '' })
    })
  await t.created({}, 'webhook:immediate')
  const advancing = t.post('/_emulator/clock/advance', { by: '1s' })
  await settle()
  await t.post('/_emulator/reset')
  // A wait for that delivery ends.
  expect((await advancing).status).toBe(200)
  confirm()
  await settle()
  expect(await all(t)).toEqual([])
})

test('A webhook endpoint that fails in one world does not affect the deliveries of another', async () => {
  const t = harness()
  t.receiver.answer = ({ headers }) => ({
    status: headers['x-emulator-world'] === 'good' ? 200 : 500,
    headers: {},
    body: '',
  })
  const [good, bad] = [t.in('good'), t.in('bad')]
  for (const world of [good, bad]) {
    await world.created()
    await world.advance('10m')
  }
  expect(await only(good)).toMatchObject({ status: 'delivered' })
  expect(await only(bad)).toMatchObject({ status: 'dead' })
})

test('Ten thousand pending deliveries are planned, listed and sent, and only one real timer waits for them', async () => {
  const t = harness()
  for (let n = 0; n < 10_000; n++)
    t.world.dispatch('event.record', { type: 'charge.completed', data: { n }, plan: undefined })
  expect(t.world.timers.size).toBe(10_000)
  expect(t.time.pending).toBeLessThanOrEqual(1)
  expect((await all(t, '?limit=10')).length).toBe(10)
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(10_000)
})
