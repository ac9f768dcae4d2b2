import { expect, test } from 'vitest'
import { eventTypeNames } from '../../src/domain/webhook/event-types.ts'
import { eventPayloads } from '../../src/wire/event-payloads.ts'
import { type Harness, harness } from '../harness.ts'

interface Entry {
  event: { id: string; type: string; data: Record<string, unknown> }
  reference: string | null
  deliveries: { id: string; status: string; attempts: number }[]
}

const make = (t: Harness, body: object) => t.post<Entry>('/_emulator/webhooks/events', body)

const list = async (t: Harness, query = ''): Promise<{ total: number; events: Entry[] }> =>
  (await t.get<{ total: number; events: Entry[] }>(`/_emulator/webhooks/events${query}`)).body

test.each(eventTypeNames)(
  '%s triggered manually in an empty world tells of a sample of its payload',
  async (type) => {
    const t = harness()
    const { status, body } = await make(t, { type })
    expect(status).toBe(201)
    await t.advance('1s')
    expect(eventPayloads[type].safeParse(JSON.parse(t.webhooks[0]?.text ?? '')).error).toBeUndefined()
    expect(body.deliveries).toMatchObject([{ status: 'pending', attempts: 0 }])
  },
)

test('An event created without a payload carries the newest resource of its kind', async () => {
  const t = harness()
  await t.created()
  const newest = await t.created({}, 'scenario:auth_pin')
  const { body } = await make(t, { type: 'charge.completed' })
  expect(body.event.data).toMatchObject({ id: newest.id, status: 'pending' })
  expect(body.reference).toBe(newest.reference)
})

test('An event created with an id carries that resource', async () => {
  const t = harness()
  const first = await t.created()
  await t.created()
  const { body } = await make(t, { type: 'charge.completed', id: first.id })
  expect(body.event.data['id']).toBe(first.id)
})

test('An event created with a payload carries exactly that payload, and a wait finds its reference', async () => {
  const t = harness()
  const data = { reference: 'of-my-own', nested: { a: [1, null] } }
  await make(t, { type: 'refund.completed', data })
  const { events } = await list(t, '?reference=of-my-own')
  expect(events.map(({ event }) => event.data)).toEqual([data])
})

test('With a scenario, an event is delivered as its webhooks say', async () => {
  const t = harness()
  await make(t, { type: 'charge.completed', scenario: 'webhook:duplicate&webhook:delayed' })
  await t.advance('59s')
  expect(t.webhooks).toHaveLength(0)
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(2)
})

test.each([
  [{ type: 'charge.exploded' }, 'type'],
  [{ type: 'charge.completed', id: 'chg_none' }, 'id'],
  [{ type: 'charge.completed', scenario: 'webhook:none' }, 'X-Scenario-Key'],
  [{ type: 'charge.completed', data: [] }, 'data'],
  [{ type: 'charge.completed', surprise: 1 }, 'surprise'],
])('The event %j is refused because of %s, and none is made', async (body, field) => {
  const t = harness()
  const answer = await t.post('/_emulator/webhooks/events', body)
  expect(answer.status).toBe(400)
  expect(answer.body.error.validation_errors.map(({ field_name }) => field_name)).toEqual([field])
  expect(t.world.state.events.size).toBe(0)
})

test('Events are listed newest first, by type and by reference', async () => {
  const t = harness()
  const first = await t.created()
  const second = await t.created()
  await make(t, { type: 'order.authorization' })
  expect((await list(t)).events.map(({ event }) => event.type)).toEqual([
    'order.authorization',
    'charge.completed',
    'charge.completed',
  ])
  expect((await list(t, '?type=charge.completed&limit=1')).total).toBe(2)
  expect((await list(t, `?reference=${first.reference}`)).events).toHaveLength(1)
  expect((await list(t, `?reference=${second.reference}`)).events[0]?.event.data['id']).toBe(second.id)
})
