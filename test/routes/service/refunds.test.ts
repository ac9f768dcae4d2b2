import { beforeEach, describe, expect, test } from 'vitest'
import { refundReasons, refundStatuses } from '../../../src/domain/kernel/enums.ts'
import { type Answer, harness, type ServiceBody } from '../../harness.ts'

interface RefundView {
  id: string
  charge_id: string
  reference: string
  amount: number
  status: string
}

let t: ReturnType<typeof harness>
beforeEach(() => {
  t = harness()
})

const refund = (
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer<ServiceBody<RefundView>>> => t.post('/refunds', body, headers)

const read = async (id: string): Promise<RefundView> =>
  (await t.get<ServiceBody<RefundView>>(`/refunds/${id}`)).body.data

const refundEvents = () =>
  t.webhooks.map(({ text }) => JSON.parse(text)).filter(({ type }) => type === 'refund.completed')

test('A full refund is pending, then succeeds, and marks its charge as refunded', async () => {
  const charge = await t.created({ amount: 100 })
  const { status, body } = await refund({ charge_id: charge.id, reason: 'returned', meta: { a: 'b' } })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    charge_id: charge.id,
    reference: charge.reference,
    amount: 100,
    amount_refunded: 100,
    currency: 'NGN',
    reason: 'returned',
    meta: { a: 'b' },
    status: 'pending',
  })
  expect(body.data.id).toMatch(/^rfd_/)
  expect((await t.seen(charge.id)).refunded).toBe(false)
  await t.advance('1999ms')
  expect((await read(body.data.id)).status).toBe('pending')
  await t.advance('1ms')
  expect((await read(body.data.id)).status).toBe('succeeded')
  expect((await t.seen(charge.id)).refunded).toBe(true)
})

test.each(refundReasons)(
  'The reason %s is taken without a warning, and any other text with one',
  async (reason) => {
    const charge = await t.created({ amount: 100 })
    const known = await refund({ charge_id: charge.id, amount: 1, reason })
    expect([known.status, known.headers.get('x-emulator-warning')]).toEqual([201, null])
    const other = await refund({ charge_id: charge.id, amount: 1, reason: `not ${reason}` })
    expect(other.status).toBe(201)
    expect(other.headers.get('x-emulator-warning')).toContain('requested_by_customer')
  },
)

test('refund.completed contains the refund in its wire form', async () => {
  const charge = await t.created({ amount: 100 })
  const { body } = await refund({ charge_id: charge.id })
  await t.advance('3s')
  const [event, ...others] = refundEvents()
  expect(others).toEqual([])
  expect(event.data).toEqual(await read(body.data.id))
})

test('Parts are refunded until nothing is left, in exact decimals', async () => {
  const charge = await t.created({ amount: 0.3 })
  expect((await refund({ charge_id: charge.id, amount: 0.1 })).status).toBe(201)
  await t.advance('2s')
  expect((await t.seen(charge.id)).refunded).toBe(false)
  const tooMuch = await refund({ charge_id: charge.id, amount: 0.21 })
  expect(tooMuch.status).toBe(400)
  expect(tooMuch.body.error.validation_errors).toEqual([
    { field_name: 'amount', message: expect.stringContaining('at most 0.2,') },
  ])
  const rest = await refund({ charge_id: charge.id })
  expect(rest.body.data.amount).toBe(0.2)
  await t.advance('2s')
  expect((await t.seen(charge.id)).refunded).toBe(true)
  expect(refundEvents()).toHaveLength(1)
  await t.advance('1s')
  expect(refundEvents()).toHaveLength(2)
})

test('A pending refund counts against what is left', async () => {
  const charge = await t.created({ amount: 100 })
  await refund({ charge_id: charge.id, amount: 60 })
  expect((await refund({ charge_id: charge.id, amount: 40.01 })).status).toBe(400)
  expect((await refund({ charge_id: charge.id, amount: 40 })).status).toBe(201)
  const nothing = await refund({ charge_id: charge.id, amount: 0.01 })
  expect(nothing.status).toBe(409)
  expect(nothing.body.error.message).toContain('refunded already')
  expect(t.world.state.refunds.size).toBe(2)
})

test('A double refund is a conflict and changes nothing', async () => {
  const charge = await t.created({ amount: 100 })
  await refund({ charge_id: charge.id })
  await t.advance('2s')
  const before = t.world.state.charges.get(charge.id)
  expect((await refund({ charge_id: charge.id })).status).toBe(409)
  expect(t.world.state.charges.get(charge.id)).toBe(before)
  expect(t.world.state.refunds.size).toBe(1)
})

test('A refund that an issuer key makes fail gives its part free again', async () => {
  const charge = await t.created({ amount: 100 })
  const { body } = await refund({ charge_id: charge.id }, { 'x-scenario-key': 'issuer:already_reversed' })
  expect(body.data.status).toBe('pending')
  await t.advance('3s')
  expect((await read(body.data.id)).status).toBe('failed')
  expect((await t.seen(charge.id)).refunded).toBe(false)
  expect(refundEvents()[0].data.status).toBe('failed')
  expect((await refund({ charge_id: charge.id })).body.data.amount).toBe(100)
})

describe('A charge that has not succeeded cannot be refunded', () => {
  test.each([
    ['pending', 'scenario:auth_pin'],
    ['failed', 'issuer:do_not_honor'],
  ])('%s', async (_, key) => {
    const charge = await t.created({ amount: 100 }, key)
    expect((await refund({ charge_id: charge.id })).status).toBe(409)
    expect(t.world.state.refunds.size).toBe(0)
  })

  test('voided', async () => {
    const charge = await t.created({ amount: 100 }, 'scenario:auth_capture')
    const orderId = t.world.state.orders.by('chargeId', charge.id)?.id
    await t.put(`/orders/${orderId}`, { action: 'void' })
    expect((await refund({ charge_id: charge.id })).status).toBe(409)
  })
})

test('Of a partly captured order the captured amount can be refunded', async () => {
  const charge = await t.created({ amount: 100 }, 'scenario:auth_capture')
  const orderId = t.world.state.orders.by('chargeId', charge.id)?.id
  await t.put(`/orders/${orderId}`, { action: 'capture', amount: 25 })
  expect((await refund({ charge_id: charge.id, amount: 25.01 })).status).toBe(400)
  expect((await refund({ charge_id: charge.id })).body.data.amount).toBe(25)
})

test.each([
  ['charge_id', {}],
  ['charge_id', { charge_id: 'chg_unknown0001' }],
  ['charge_id', { charge_id: 5 }],
  ['amount', { amount: 0.009 }],
  ['amount', { amount: '5' }],
  ['reason', { reason: '' }],
  ['reason', { reason: 'x'.repeat(256) }],
  ['meta', { meta: 'x' }],
])('A bad %s is refused: %j', async (field, over) => {
  const charge = await t.created({ amount: 100 })
  const sent = field === 'charge_id' ? over : { charge_id: charge.id, ...over }
  const { status, body } = await refund(sent)
  expect(status).toBe(400)
  expect(body.error.validation_errors.map((error) => error.field_name)).toEqual([field])
})

test('The smallest refund and the longest reason are taken', async () => {
  const charge = await t.created({ amount: 100 })
  expect((await refund({ charge_id: charge.id, amount: 0.01, reason: 'x'.repeat(255) })).status).toBe(201)
})

test('The same idempotency key refunds once', async () => {
  const charge = await t.created({ amount: 100 })
  const headers = { 'x-idempotency-key': 'refund-key-00001' }
  const first = await refund({ charge_id: charge.id, amount: 10 }, headers)
  const second = await refund({ charge_id: charge.id, amount: 10 }, headers)
  expect(second.text).toBe(first.text)
  expect((await refund({ charge_id: charge.id, amount: 11 }, headers)).status).toBe(409)
  expect(t.world.state.refunds.size).toBe(1)
})

test('Refunds are listed by charge and status', async () => {
  const one = await t.created({ amount: 100 })
  const two = await t.created({ amount: 100 })
  const first = await refund({ charge_id: one.id, amount: 1 })
  await t.advance('2s')
  const second = await refund({ charge_id: two.id, amount: 1 })
  const list = async (query: string): Promise<string[]> =>
    (await t.get<ServiceBody<RefundView[]>>(`/refunds?${query}`)).body.data.map(({ id }) => id)
  expect(await list('')).toEqual([second.body.data.id, first.body.data.id])
  expect(await list(`charge_id=${one.id}`)).toEqual([first.body.data.id])
  expect(await list('status=pending')).toEqual([second.body.data.id])
  expect((await t.get('/refunds/rfd_unknown0001')).status).toBe(404)
  for (const status of refundStatuses) expect((await t.get(`/refunds?status=${status}`)).status).toBe(200)
  expect((await t.get('/refunds?status=lost')).status).toBe(400)
})
