import { beforeEach, describe, expect, test } from 'vitest'
import { orderStatuses } from '../../../src/domain/kernel/enums.ts'
import { chargeBody, freshReference, harness, ids, type ServiceBody } from '../../harness.ts'
import { type OrderView, ordersOf } from '../../support/orders.ts'

let t: ReturnType<typeof harness>
beforeEach(() => {
  t = harness()
})

const { create, held, change, read, events } = ordersOf(() => t)

describe('creating an order', () => {
  test('authorises the amount with a charge that waits for its capture', async () => {
    const made = await held()
    expect(made).toMatchObject({
      status: 'authorized',
      amount: 100,
      captured_amount: 0,
      captures: [],
      next_action: { type: 'requires_capture' },
    })
    expect(made.id).toMatch(/^ord_/)
    expect(await t.seen(made.charge_id)).toMatchObject({
      status: 'pending',
      reference: made.reference,
      next_action: { type: 'requires_capture' },
    })
  })

  test('shows fees, payer, payment method, description and redirect_url as its charge does', async () => {
    const redirect_url = 'https://merchant.example/back'
    const sent = { redirect_url, description: 'A bicycle', meta: { a: 'b' }, merchant_vat_amount: 0.3 }
    const made = await held(sent)
    const charge = await t.seen(made.charge_id)
    const { fees, billing_details, payment_method_details } = charge
    expect(made).toMatchObject({
      fees,
      billing_details,
      payment_method_details,
      redirect_url,
      description: 'A bicycle',
      meta: { a: 'b' },
    })
    expect(fees).toContainEqual({ type: 'merchant_vat', amount: 0.3 })
    expect(await held()).toMatchObject({ description: expect.stringMatching(/^Order /) })
  })

  test('with authorization 3ds sends the payer of a card to the 3DS page, unless the key sets a flow', async () => {
    const authorization = { type: '3ds', '3ds': {} }
    const made = await held({ authorization })
    expect(made).toMatchObject({ status: 'pending', next_action: { type: 'redirect_url' } })
    await t.post(`/_emulator/charges/${made.charge_id}/payer`, { action: 'approve' })
    expect((await read(made.id)).status).toBe('authorized')
    expect((await held({ authorization: { type: '3ds' } }, 'scenario:auth_pin')).next_action?.type).toBe(
      'requires_pin',
    )
    expect((await held({ authorization }, 'issuer:do_not_honor')).next_action?.type).toBe('redirect_url')
    const mobile = await held({ authorization, payment_method_id: ids.mobile_money })
    expect(mobile.next_action?.type).toBe('payment_instruction')
    expect((await t.charge({ authorization })).status).toBe(400)
  })

  test('sends order.authorization with the order as the service returns it, and with who pays', async () => {
    const made = await held()
    await t.advance('2s')
    expect(events()).toEqual(['order.authorization'])
    const customer = (await t.get(`/customers/${ids.customer}`)).body.data
    const payment_method = (await t.get(`/payment-methods/${ids.card}`)).body.data
    expect(JSON.parse(t.webhooks[0]?.text ?? '').data).toEqual({ ...made, customer, payment_method })
  })

  test('sends order.authorization with the state at that time, even after a capture', async () => {
    t.receiver.answer = () => ({ status: 500, headers: {}, body: '' })
    const made = await held()
    await t.advance('2s')
    await t.put(`/customers/${ids.customer}`, { email: 'new@example.com' })
    await change(made.id, { action: 'capture', amount: 40, meta: { a: 'b' } })
    await t.advance('10s')
    const texts = t.webhooks.map(({ text }) => text).filter((text) => text.includes('order.authorization'))
    expect(texts.length).toBeGreaterThan(1)
    expect(new Set(texts).size).toBe(1)
  })

  test('goes the way of its scenario first and is pending until then', async () => {
    const made = await held({}, 'scenario:auth_pin')
    expect(made).toMatchObject({ status: 'pending', next_action: { type: 'requires_pin' } })
    await t.put(`/charges/${made.charge_id}`, {
      authorization: { type: 'pin', pin: { nonce: 'abcdefghijkl', encrypted_pin: '12345' } },
    })
    expect(await read(made.id)).toMatchObject({ status: 'pending', next_action: { type: 'requires_otp' } })
    await t.put(`/charges/${made.charge_id}`, { authorization: { type: 'otp', otp: { code: '123456' } } })
    expect(await read(made.id)).toMatchObject({
      status: 'authorized',
      next_action: { type: 'requires_capture' },
    })
  })

  test('does not add a capture step to a flow that has one', async () => {
    const made = await held({}, 'scenario:auth_3ds_capture')
    expect(made).toMatchObject({ status: 'pending', next_action: { type: 'redirect_url' } })
    await t.post(`/_emulator/charges/${made.charge_id}/payer`, { action: 'approve' })
    expect(await read(made.id)).toMatchObject({ status: 'authorized' })
    const steps = t.world.state.charges.get(made.charge_id)?.plan.steps ?? []
    expect(steps.filter((step) => 'ask' in step && step.ask === 'requires_capture')).toHaveLength(1)
  })

  test('is held at once after an external 3DS authentication', async () => {
    const made = await held({ authorization: external3ds('Y') }, 'scenario:auth_pin')
    expect(made.status).toBe('authorized')
  })

  test('fails with an external 3DS authentication that failed', async () => {
    const made = await held({ authorization: external3ds('N') })
    expect(made).toMatchObject({ status: 'failed', processor_response: { type: 'security_violation' } })
  })

  test('fails when its charge fails before the amount is held', async () => {
    const made = await held({}, 'scenario:auth_3ds_capture')
    await t.post(`/_emulator/charges/${made.charge_id}/payer`, { action: 'decline' })
    const failed = await read(made.id)
    expect(failed).toMatchObject({ status: 'failed', processor_response: { type: 'do_not_honor' } })
    expect(failed.next_action).toBeUndefined()
  })

  test('fails when the held amount expires', async () => {
    const made = await held({}, 'scenario:auth_capture_expires')
    await t.advance('7d')
    expect(await read(made.id)).toMatchObject({ status: 'failed' })
  })

  test('works with every payment method', async () => {
    const made = await held({ payment_method_id: ids.mobile_money })
    expect(made.next_action?.type).toBe('payment_instruction')
    await t.post(`/_emulator/charges/${made.charge_id}/payer`, { action: 'approve' })
    expect((await read(made.id)).status).toBe('authorized')
  })

  test('shares references with charges', async () => {
    const reference = freshReference()
    await held({ reference })
    expect((await t.charge({ reference })).status).toBe(409)
    expect((await create({ reference })).status).toBe(409)
  })

  test.each([
    ['amount', { amount: 0.009 }],
    ['currency', { currency: 'XXX' }],
    ['reference', { reference: 'short' }],
    ['customer_id', { customer_id: 'cus_unknown' }],
    ['payment_method_id', { payment_method_id: 'pmd_unknown' }],
    ['payment_method_id', { payment_method_id: ids.otherCard }],
  ])('refuses a bad %s', async (field, over) => {
    const { status, body } = await create(over)
    expect(status).toBe(400)
    expect(body.error.validation_errors.map((error) => error.field_name)).toEqual([field])
    expect(t.world.state.orders.size).toBe(0)
    expect(t.world.state.charges.size).toBe(0)
  })

  test('replays the first answer for the same idempotency key', async () => {
    const sent = chargeBody()
    const first = await t.post('/orders', sent, { 'x-idempotency-key': 'order-key-000001' })
    const second = await t.post('/orders', sent, { 'x-idempotency-key': 'order-key-000001' })
    expect(second.text).toBe(first.text)
    expect(t.world.state.orders.size).toBe(1)
  })

  test('is refused to a client that may only read', async () => {
    const token = await t.token('sandbox-readonly')
    const { status } = await t.post('/orders', chargeBody(), { authorization: `Bearer ${token}` })
    expect(status).toBe(403)
  })
})

describe('listing orders', () => {
  test('filters by status, customer and reference, newest first', async () => {
    const first = await held()
    const second = await held({ customer_id: ids.otherCustomer, payment_method_id: ids.otherCard })
    await change(first.id, { action: 'void' })
    const list = async (query: string): Promise<string[]> =>
      (await t.get<ServiceBody<OrderView[]>>(`/orders?${query}`)).body.data.map(({ id }) => id)
    expect(await list('')).toEqual([second.id, first.id])
    expect(await list('status=voided')).toEqual([first.id])
    expect(await list(`customer_id=${ids.otherCustomer}`)).toEqual([second.id])
    expect(await list(`reference=${first.reference}`)).toEqual([first.id])
    for (const status of orderStatuses) expect((await t.get(`/orders?status=${status}`)).status).toBe(200)
    expect((await t.get('/orders?status=lost')).status).toBe(400)
    expect((await t.get('/orders?size=9')).status).toBe(400)
    expect((await t.get('/orders/ord_unknown0001')).status).toBe(404)
  })
})

const external3ds = (status: string) => ({
  type: 'external_3ds',
  external_3ds: {
    eci: '05',
    time: '2030-01-01T00:00:00Z',
    authentication_token: 'dG9rZW4=',
    transaction_id: 'tx-1',
    version: '2.2.0',
    transaction_status: status,
    status_reason_code: '00',
    amount: 100,
  },
})
