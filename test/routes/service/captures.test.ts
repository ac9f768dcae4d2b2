import { beforeEach, describe, expect, test } from 'vitest'
import { harness, ids, type ServiceBody } from '../../harness.ts'
import { type OrderView, ordersOf } from '../../support/orders.ts'

let t: ReturnType<typeof harness>
beforeEach(() => {
  t = harness()
})

const { held, change, read, events } = ordersOf(() => t)

const capture = (orderId: string, amount: number, over: object = {}, key?: string) =>
  t.charge({ order_id: orderId, amount, ...over }, key)

describe('capturing with the order', () => {
  test('takes all of it and completes the order', async () => {
    const made = await held()
    const { status, body } = await change(made.id, { action: 'capture' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'completed', captured_amount: 100, captures: [made.charge_id] })
    expect(body.data.next_action).toBeUndefined()
    expect(await t.seen(made.charge_id)).toMatchObject({ status: 'succeeded', amount: 100 })
    await t.advance('2s')
    expect(events()).toEqual(['order.authorization', 'charge.completed'])
  })

  test('captures a part, recalculates its fees and releases the rest', async () => {
    const made = await held({ amount: 100, merchant_vat_amount: 0.3 })
    const { body } = await change(made.id, { action: 'capture', amount: 40.5 })
    expect(body.data).toMatchObject({ status: 'partially-completed', amount: 100, captured_amount: 40.5 })
    const charge = await t.seen(made.charge_id)
    expect(charge).toMatchObject({ status: 'succeeded', amount: 40.5 })
    expect(charge.fees).toEqual([
      { type: 'app', amount: 0.57 },
      { type: 'vat', amount: 0.04 },
      { type: 'merchant_vat', amount: 0.3 },
    ])
    expect(body.data.fees).toEqual(charge.fees)
    expect((await change(made.id, { action: 'capture', amount: 1 })).status).toBe(409)
  })

  test('takes exactly what is left and not a cent more', async () => {
    const made = await held()
    const { status, body } = await change(made.id, { action: 'capture', amount: 100.01 })
    expect(status).toBe(400)
    expect(body.error.validation_errors[0]).toMatchObject({
      field_name: 'amount',
      message: expect.stringContaining('at most 100'),
    })
    expect(await read(made.id)).toEqual(made)
    expect((await change(made.id, { action: 'capture', amount: 100 })).status).toBe(200)
  })

  test('fails with the issuer of the order', async () => {
    const made = await held({}, 'issuer:insufficient_funds')
    expect(made.status).toBe('authorized')
    const { body } = await change(made.id, { action: 'capture' })
    expect(body.data).toMatchObject({
      status: 'failed',
      captured_amount: 0,
      processor_response: { type: 'insufficient_funds' },
    })
  })

  test('fails with the issuer of the capture', async () => {
    const made = await held()
    const { body } = await change(made.id, { action: 'capture' }, 'issuer:do_not_honor')
    expect(body.data).toMatchObject({ status: 'failed', processor_response: { type: 'do_not_honor' } })
  })

  test('is refused twice, after a void, before the amount is held, and for an unknown order', async () => {
    const captured = await held()
    await change(captured.id, { action: 'capture' })
    expect((await change(captured.id, { action: 'capture' })).status).toBe(409)
    const voided = await held()
    await change(voided.id, { action: 'void' })
    const after = await change(voided.id, { action: 'capture' })
    expect(after.status).toBe(409)
    expect(after.body.error.message).toContain('voided')
    const pending = await held({}, 'scenario:auth_pin')
    expect((await change(pending.id, { action: 'capture' })).status).toBe(409)
    expect((await read(pending.id)).status).toBe('pending')
    expect((await change('ord_unknown0001', { action: 'capture' })).status).toBe(404)
  })

  test.each([
    [{}, 'action'],
    [{ meta: { a: 1 } }, 'meta.a'],
    [{ meta: {}, amount: 5 }, 'amount'],
    [{ action: 'refund' }, 'action'],
    [{ action: 'capture', amount: 0 }, 'amount'],
    [{ action: 'capture', amount: '5' }, 'amount'],
    [{ action: 'void', amount: 5 }, 'amount'],
  ])('refuses the body %j', async (sent, field) => {
    const made = await held()
    const { status, body } = await change(made.id, sent)
    expect(status).toBe(400)
    expect(body.error.validation_errors.map((error) => error.field_name)).toEqual([field])
    expect(await read(made.id)).toEqual(made)
  })
})

test('An order of a snapshot of version 0.1 is restored, shown whole and captured', async () => {
  const made = await held()
  await capture(made.id, 30)
  const { body: snapshot } = await t.get<{ state: { orders: Record<string, unknown>[] } }>('/_emulator/state')
  const { fees: _, description: __, ...order } = snapshot.state.orders[0] ?? {}
  snapshot.state.orders[0] = { ...order, status: 'authorized' }
  expect((await t.put('/_emulator/state', snapshot)).status).toBe(200)
  expect(await read(made.id)).toMatchObject({ status: 'authorized', captured_amount: 30, fees: made.fees })
  const { body } = await change(made.id, { action: 'capture', amount: 60 })
  expect(body.data).toMatchObject({ status: 'partially-completed', captured_amount: 90 })
})

describe('the meta of an order', () => {
  test('is replaced in every state, alone or with an action', async () => {
    const made = await held({ meta: { a: '1', b: '2' } })
    const told = async (body: object) => {
      const { status, body: answer } = await change(made.id, body)
      return [status, answer.message, answer.data.status, answer.data.meta]
    }
    expect(await told({ meta: { a: '2' } })).toEqual([200, 'Order updated', 'authorized', { a: '2' }])
    expect(await told({ action: 'capture', amount: 40, meta: { a: '3' } })).toEqual([
      200,
      'Order captured',
      'partially-completed',
      { a: '3' },
    ])
    expect(await told({ meta: {} })).toEqual([200, 'Order updated', 'partially-completed', {}])
    expect((await t.seen(made.charge_id)).meta).toEqual({ a: '1', b: '2' })
  })

  test('does not change if the action in the same request is refused', async () => {
    const made = await held({ meta: { a: '1' } })
    await change(made.id, { action: 'void' })
    expect((await change(made.id, { action: 'capture', meta: { a: '2' } })).status).toBe(409)
    expect((await read(made.id)).meta).toEqual({ a: '1' })
  })
})

describe('voiding an order', () => {
  test('voids its charge, once', async () => {
    const made = await held()
    const { body } = await change(made.id, { action: 'void' })
    expect(body.data).toMatchObject({ status: 'voided', captured_amount: 0 })
    expect((await t.seen(made.charge_id)).status).toBe('voided')
    expect((await change(made.id, { action: 'void' })).status).toBe(409)
    await t.advance('2s')
    expect(events()).toEqual(['order.authorization', 'charge.completed'])
  })

  test('releases the rest after a part was captured by a charge', async () => {
    const made = await held()
    await capture(made.id, 30)
    const { body } = await change(made.id, { action: 'void' })
    expect(body.data).toMatchObject({ status: 'partially-completed', captured_amount: 30 })
    expect((await t.seen(made.charge_id)).status).toBe('voided')
    expect((await capture(made.id, 1)).status).toBe(409)
  })

  test('is refused after a capture', async () => {
    const made = await held()
    await change(made.id, { action: 'capture' })
    expect((await change(made.id, { action: 'void' })).status).toBe(409)
  })
})

describe('capturing by charges with order_id', () => {
  test('takes parts until nothing is left, then releases the authorisation', async () => {
    const made = await held()
    const first = await capture(made.id, 0.1)
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({ status: 'succeeded', amount: 0.1 })
    expect(await read(made.id)).toMatchObject({
      status: 'partially-completed',
      captured_amount: 0.1,
      next_action: { type: 'requires_capture' },
    })
    await capture(made.id, 0.2)
    expect(await read(made.id)).toMatchObject({ status: 'partially-completed', captured_amount: 0.3 })
    const last = await capture(made.id, 99.7)
    const done = await read(made.id)
    expect(done).toMatchObject({ status: 'completed', captured_amount: 100 })
    expect(done.captures).toHaveLength(3)
    expect(done.captures[2]).toBe(last.body.data.id)
    expect((await t.seen(made.charge_id)).status).toBe('voided')
  })

  test('lists the charges of the order', async () => {
    const made = await held()
    const { body } = await capture(made.id, 10)
    const list = await t.get<ServiceBody<{ id: string }[]>>(`/charges?order_id=${made.id}`)
    expect(list.body.data.map(({ id }) => id)).toEqual([body.data.id, made.charge_id])
  })

  test('works on the order that a preauthorising charge made', async () => {
    const charge = await t.created({ amount: 50 }, 'scenario:auth_capture')
    const list = await t.get<ServiceBody<OrderView[]>>(`/orders?reference=${charge.reference}`)
    const [made] = list.body.data
    expect(made).toMatchObject({ status: 'authorized', charge_id: charge.id, amount: 50 })
    expect((await capture(made?.id ?? '', 50)).body.data.status).toBe('succeeded')
    expect(await read(made?.id ?? '')).toMatchObject({ status: 'completed' })
  })

  test('leaves the order as it was when the issuer declines, so that it can be tried again', async () => {
    const made = await held()
    const declined = await capture(made.id, 100, {}, 'issuer:issuer_unavailable')
    expect(declined.body.data).toMatchObject({ status: 'failed' })
    expect(await read(made.id)).toEqual(made)
    expect((await capture(made.id, 100)).body.data.status).toBe('succeeded')
  })

  test.each([
    ['order_id', { order_id: 'ord_unknown0001' }],
    ['amount', { amount: 100.01 }],
    ['currency', { currency: 'USD' }],
    ['payment_method_id', { payment_method_id: ids.mobile_money }],
    ['customer_id', { customer_id: ids.otherCustomer, payment_method_id: ids.otherCard }],
  ])('refuses another %s than the order has', async (field, over) => {
    const made = await held()
    const { status, body } = await capture(made.id, 100, over)
    expect(status).toBe(400)
    expect(body.error.validation_errors.map((error) => error.field_name)).toEqual([field])
    expect(await read(made.id)).toEqual(made)
  })

  test('ends with the rest that the order captures itself', async () => {
    const made = await held()
    await capture(made.id, 30)
    expect((await change(made.id, { action: 'capture', amount: 70.01 })).status).toBe(400)
    const { body } = await change(made.id, { action: 'capture' })
    expect(body.data).toMatchObject({ status: 'completed', captured_amount: 100 })
    expect((await t.seen(made.charge_id)).amount).toBe(70)
  })
})
