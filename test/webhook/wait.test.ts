import { expect, test } from 'vitest'
import { type Harness, harness, type ServiceBody } from '../harness.ts'
import { settle } from '../support/time.ts'

interface Entry {
  event: { id: string; type: string; data: Record<string, unknown> }
  created_datetime: string
  reference: string | null
  deliveries: { id: string; status: string; attempts: number }[]
}

const path = '/_emulator/webhooks/events'

const list = async (t: Harness, query = ''): Promise<{ total: number; events: Entry[] }> =>
  (await t.get<{ total: number; events: Entry[] }>(`${path}${query}`)).body

/** The message of a timeout. */
async function refusal(t: Harness, query: string): Promise<string> {
  const { status, body } = await t.get<ServiceBody>(`${path}${query}`)
  expect([status, body.error.type, body.error.code]).toEqual([408, 'REQUEST_TIMEOUT', '10408'])
  return body.error.message
}

/** Whether a promise is still pending after everything that is ready has run. */
async function pending(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  void promise.then(() => {
    done = true
  })
  await settle()
  return !done
}

const nobodyTold = { settings: { webhookUrl: undefined } }

test('Waiting for an existing event answers immediately', async () => {
  const t = harness(nobodyTold)
  await t.created()
  expect((await list(t, '?wait=60s')).total).toBe(1)
})

test('Waiting ends with the first matching event and ignores others', async () => {
  const t = harness(nobodyTold)
  const waiting = list(t, '?type=order.authorization&wait=60s')
  await t.created()
  expect(await pending(waiting)).toBe(true)
  await t.post('/orders', {
    amount: 5,
    currency: 'NGN',
    reference: 'an-order-01',
    customer_id: 'cus_adaobi0001',
    payment_method_id: 'pmd_card000001',
  })
  expect((await waiting).events).toMatchObject([{ event: { type: 'order.authorization' } }])
  expect(t.time.pending).toBe(0)
})

test('If an endpoint is subscribed, a wait ends once it has answered 200, and not before', async () => {
  const t = harness()
  t.receiver.answer = () => ({ status: t.webhooks.length > 1 ? 200 : 503, headers: {}, body: '' })
  await t.created({ reference: 'to-be-told-1' })
  const waiting = list(t, '?reference=to-be-told-1&wait=60s')
  const made = list(t, '?reference=to-be-told-1&wait=60s&until=made')
  expect((await made).events).toMatchObject([{ deliveries: [{ status: 'pending', attempts: 0 }] }])
  await t.advance('1s')
  expect(await pending(waiting)).toBe(true)
  await t.advance('5s')
  expect((await waiting).events).toMatchObject([{ deliveries: [{ status: 'delivered', attempts: 2 }] }])
  expect(t.time.pending).toBe(0)
})

test('An event is delivered when all of its deliveries are, copies and every endpoint included', async () => {
  const t = harness()
  await t.post('/_emulator/webhooks/endpoints', { url: 'http://accounting.test/hook' })
  t.receiver.answer = ({ url }) => ({ status: url.includes('accounting') ? 500 : 200, headers: {}, body: '' })
  await t.created({}, 'webhook:duplicate')
  const waiting = list(t, '?wait=60s')
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(4)
  expect(await pending(waiting)).toBe(true)
  t.receiver.answer = () => ({ status: 200, headers: {}, body: '' })
  await t.advance('5s')
  expect((await waiting).total).toBe(1)
})

test('With until=delivered, an event without a subscribed endpoint does not count', async () => {
  const t = harness(nobodyTold)
  await t.created({ reference: 'nobody-told-1' })
  expect(await refusal(t, '?until=delivered&wait=0s')).toMatch(
    /^no event was delivered in world "default"; charge\.completed nobody-told-1 was made \(wbk_\w+\), and no endpoint is subscribed to it; POST \/_emulator\/webhooks\/endpoints adds/,
  )
})

test('Waiting for a count answers with so many at least, and a list is cut by limit only', async () => {
  const t = harness(nobodyTold)
  const first = await t.created()
  const waiting = list(t, '?count=3&wait=60s')
  const second = await t.created()
  expect(await pending(waiting)).toBe(true)
  const third = await t.created()
  expect((await waiting).events.map(({ reference }) => reference)).toEqual(
    [third, second, first].map(({ reference }) => reference),
  )
  expect(await refusal(t, '?count=5&wait=0s')).toContain('3 of 5 event were made in world')
})

test('since skips events up to the given one, or before an instant', async () => {
  const t = harness(nobodyTold)
  await t.created()
  const [first] = (await list(t)).events
  await t.advance('1s')
  const second = await t.created()
  await t.advance('1s')
  const third = await t.created()
  const references = async (since: string) =>
    (await list(t, `?since=${since}`)).events.map(({ reference }) => reference)
  const later = [third.reference, second.reference]
  expect(await references(first?.event.id ?? '')).toEqual(later)
  expect(await references('2030-01-01T00:00:01Z')).toEqual(later)
  expect(await references('2030-01-01T01:00:01%2B01:00')).toEqual(later)
  expect(await references(String(t.world.now() - 1000))).toEqual(later)
  const waiting = list(t, `?since=${(await list(t)).events[0]?.event.id}&wait=60s`)
  const fourth = await t.created()
  expect((await waiting).events.map(({ reference }) => reference)).toEqual([fourth.reference])
})

test('until also filters a list', async () => {
  const t = harness()
  const told = await t.created()
  await t.advance('1s')
  await t.created()
  expect((await list(t, '?until=made')).total).toBe(2)
  expect((await list(t, '?until=delivered')).events.map(({ reference }) => reference)).toEqual([
    told.reference,
  ])
})

test.each([
  ['since=wbk_nowhere', 'since', /there is no event "wbk_nowhere" in world "default"; send an instant/],
  ['since=yesterday', 'since', /must be the id of an event, a date-time with a zone/],
  ['since=2030-01-01T00:00:00', 'since', /must be the id of an event, a date-time with a zone/],
  ['since=2028-02-30T00:00:00Z', 'since', /must be the id of an event, a date-time with a zone/],
  ['since=2030-01-01T77:00:00Z', 'since', /must be the id of an event, a date-time with a zone/],
  ['until=seen&wait=1s', 'until', /delivered, made/],
  ['count=0&wait=1s', 'count', /must be a whole number/],
  ['count=2', 'count', /requires wait/],
  ['wait=soon', 'wait', /must be a duration/],
])('The events of ?%s are refused because of %s', async (query, field, rule) => {
  const { status, body } = await harness().get<ServiceBody>(`${path}?${query}`)
  expect([status, body.error.validation_errors.map(({ field_name }) => field_name)]).toEqual([400, [field]])
  expect(body.error.message).toMatch(rule)
})

test('A wait that times out is a 408, and 60 seconds is the limit', async () => {
  const t = harness()
  const brief = refusal(t, '?wait=5s')
  const long = refusal(t, '?wait=1h')
  await t.time.pass(4999)
  expect(await pending(brief)).toBe(true)
  await t.time.pass(1)
  expect(await brief).not.toContain('at most')
  expect(await pending(long)).toBe(true)
  await t.time.pass(55_000)
  expect(await long).toMatch(/\. One request waits at most 1m$/)
})

test('A timed-out wait names similar events, also of other worlds', async () => {
  const t = harness({ ...nobodyTold, clock: 'live' })
  await t.created({ reference: 'something-else' })
  await t.created({ reference: 'order-0012' })
  await t.in('other').created({ reference: 'order-0021' })
  await t.in('third').created({ reference: 'unlike' })
  expect(await refusal(t, '?type=charge.completed&reference=order-0021&wait=0s')).toBe(
    'no charge.completed with reference order-0021 was made in world "default"; ' +
      'events there: charge.completed order-0012, charge.completed something-else; ' +
      'in other worlds: charge.completed order-0021 in world "other"; ' +
      'a charge that waits for its payer has no event yet',
  )
})

test.each([
  ['', 'is pending: no attempt has ended yet, due in 1s', 'before POST /_emulator/clock/advance {"by":"1s"}'],
  ['webhook:dropped', 'is dropped', 'it is never sent'],
])('A wait in vain tells how a delivery with %j stands, and what to do', async (key, stands, advice) => {
  const t = harness()
  await t.created({ reference: 'not-told-01' }, key || undefined)
  const message = await refusal(t, '?wait=0s')
  expect(message).toMatch(
    /^no event was delivered in world "default"; charge\.completed not-told-01 was made \(wbk_\w+\); its delivery to http:\/\/merchant\.test\/hook \(dlv_\w+\) /,
  )
  expect(message).toContain(stands)
  expect(message).toContain(advice)
  expect(message).toMatch(/; until=made does not wait for the delivery$/)
})

test('A timed-out wait says how the endpoint answered, until the delivery is dead', async () => {
  const t = harness()
  t.receiver.answer = () => ({ status: 418, headers: {}, body: '' })
  await t.created()
  await t.advance('2s')
  expect(await refusal(t, '?wait=0s')).toMatch(
    / is pending: 1 attempt, which answered 418, due in 4s; .*advance \{"by":"4s"\}/,
  )
  t.receiver.answer = () => {
    throw new Error('connection refused')
  }
  await t.advance('10m')
  expect(await refusal(t, '?wait=0s')).toMatch(
    / is dead: 4 attempts, the last of which failed: connection refused; POST \/_emulator\/webhooks\/deliveries\/dlv_\w+\/redeliver tries again/,
  )
})

test('A timed-out wait says that deliveries are held', async () => {
  const t = harness()
  await t.post('/_emulator/webhooks/hold')
  await t.created()
  await t.advance('1s')
  expect(await refusal(t, '?wait=0s')).toMatch(
    / is held: .*deliveries are held back until POST \/_emulator\/webhooks\/release/,
  )
})

test('A reset and the stop of the process end the waiting', async () => {
  const t = harness()
  const first = refusal(t, '?wait=60s')
  await settle()
  await t.post('/_emulator/reset')
  expect(await first).toBe('world "default" was reset or has ended while this request waited')
  const second = refusal(t, '?wait=60s')
  await settle()
  t.emulator.disconnectSubscribers()
  expect(await second).toContain('has ended')
  expect(t.time.pending).toBe(0)
})

test('A hundred clients wait for a hundred references, and each gets its own', async () => {
  const t = harness(nobodyTold)
  const names = Array.from({ length: 100 }, (_, n) => `waited-for-${n}`)
  const waiting = names.map((name) => list(t, `?reference=${name}&wait=60s`))
  await settle()
  for (const reference of [...names].reverse()) await t.created({ reference })
  for (const [index, answer] of (await Promise.all(waiting)).entries())
    expect(answer.events.map(({ reference }) => reference)).toEqual([names[index]])
})
