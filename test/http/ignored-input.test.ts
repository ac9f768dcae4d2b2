import { beforeEach, describe, expect, test } from 'vitest'
import { WireNextAction } from '../../src/wire/charge.ts'
import { chargeBody, freshReference, type Harness, harness, ids, type ServiceBody } from '../harness.ts'
import { ordersOf } from '../support/orders.ts'
import { type TransferView, transferBody, type V3Body } from '../support/transfer.ts'

/** Rules that no other test checks. */
let t: Harness
beforeEach(() => {
  t = harness()
})

describe('v3', () => {
  test('ignores X-Idempotency-Key: the reference prevents a second transfer', async () => {
    const headers = { 'x-idempotency-key': 'the-same-key-0001' }
    const first = await t.post<V3Body<TransferView>>('/v3/transfers', transferBody(), headers)
    const second = await t.post<V3Body<TransferView>>('/v3/transfers', transferBody(), headers)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.data.id).not.toBe(first.body.data.id)
    expect(second.headers.get('x-idempotency-cache-hit')).toBeNull()
  })

  test('is not credited by charges: only transfers move its balances', async () => {
    const before = (await t.get('/v3/balances/NGN')).text
    await t.created({ amount: 5000 })
    await t.advance('25h')
    expect((await t.get('/v3/balances/NGN')).text).toBe(before)
  })

  test('shows a voided charge as failed', async () => {
    const orders = ordersOf(() => t)
    const order = await orders.held()
    await t.put(`/orders/${order.id}`, { action: 'void' })
    const path = `/v3/transactions/verify_by_reference?tx_ref=${order.reference}`
    const { body } = await t.get<V3Body<{ status: string }>>(path)
    expect(body.data.status).toBe('failed')
  })
})

test('A repeated X-Idempotency-Key does not make a second customer', async () => {
  const headers = { 'x-idempotency-key': 'customer-key-0001' }
  const customer = { email: 'twice@example.com' }
  const first = await t.post('/customers', customer, headers)
  const again = await t.post('/customers', customer, headers)
  expect(again.text).toBe(first.text)
  expect(again.headers.get('x-idempotency-cache-hit')).toBe('true')
})

describe('Lists by time', () => {
  test.each(['/orders', '/refunds'])('%s accepts from and to, both inclusive', async (path) => {
    const make = async (): Promise<void> => {
      if (path === '/orders') await ordersOf(() => t).held()
      else await t.post('/refunds', { charge_id: (await t.created()).id })
    }
    await make()
    await t.advance('1h')
    const later = new Date(t.world.now()).toISOString()
    await make()
    const total = async (query: string): Promise<unknown> =>
      (await t.get<ServiceBody & { meta: { page_info: { total: number } } }>(`${path}?${query}`)).body.meta
        .page_info.total
    expect(await total(`from=${later}`)).toBe(1)
    expect(await total(`to=${later}`)).toBe(2)
    expect(await total('to=2029-12-31')).toBe(0)
  })
})

test('A fault of the emulator is a 500 10500 without its inner parts', async () => {
  Object.defineProperty(t.world, 'dispatch', {
    value: () => {
      throw new Error('secret inner part at src/emulator/world.ts:1:1')
    },
  })
  const token = await t.token().catch(() => undefined)
  expect(token).toBeUndefined()
  const response = await t.fetch('/realms/x/protocol/openid-connect/token', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    }),
  })
  expect(response.status).toBe(500)
  expect(await response.text()).not.toMatch(/secret inner part|\.ts/)
  t.faults.length = 0
})

test.each([
  [50, true],
  [51, false],
])('requires_additional_fields with %i fields: %s', (count, fits) => {
  const fields = Array.from({ length: count }, (_, index) => `field_${index}`)
  const action = { type: 'requires_additional_fields', requires_additional_fields: { fields } }
  expect(WireNextAction.safeParse(action).success).toBe(fits)
})

test('A world accepts 100 webhook endpoints and refuses one more', async () => {
  await t.delete('/_emulator/webhooks/endpoints')
  const add = () => t.post('/_emulator/webhooks/endpoints', { url: 'http://127.0.0.1:9/hook' })
  for (let count = 0; count < 100; count++) expect((await add()).status).toBe(201)
  expect((await add()).status).toBe(429)
})

test('Setting the clock back fires nothing', async () => {
  await t.charge(chargeBody({ reference: freshReference(), customer_id: ids.customer }))
  await t.put('/_emulator/clock', { now: '2020-01-01T00:00:00.000Z' })
  expect(t.webhooks).toEqual([])
  await t.advance('1h')
  expect(t.webhooks).toEqual([])
})
