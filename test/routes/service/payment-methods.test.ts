import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, harness, ids, type ServiceBody } from '../../harness.ts'

interface MethodView {
  id: string
  type: string
  customer_id?: string
  [member: string]: unknown
}

let t: ReturnType<typeof harness>
beforeEach(() => {
  t = harness()
})

const create = (body: unknown): Promise<Answer<ServiceBody<MethodView>>> => t.post('/payment-methods', body)

const list = async (query: string): Promise<string[]> =>
  (await t.get<ServiceBody<MethodView[]>>(`/payment-methods?${query}`)).body.data.map(({ id }) => id)

const momo = { network: 'MTN', country_code: '233', phone_number: '201234567' }

describe('POST /payment-methods', () => {
  test.each<[string, object, object?]>([
    ['bank_account', {}],
    ['bank_account', { bank_account: {} }],
    ['mobile_money', { mobile_money: { ...momo, qr_code: 'data' } }],
    ['walletpay', {}],
    ['devicewallet_a', { devicewallet_a: { card_holder_name: 'Ada' } }],
    ['devicewallet_b', {}],
    ['ussd', { ussd: { account_bank: '058' } }],
    ['bank_transfer', { bank_transfer: { account_type: 'static' } }],
  ])('makes a %s that can be charged: %j', async (type, member) => {
    const { status, body } = await create({ type, customer_id: ids.customer, ...member })
    expect(status).toBe(201)
    expect(body.message).toBe('Payment method created')
    expect(body.data).toMatchObject({ type, customer_id: ids.customer, ...member })
    expect(body.data.id).toMatch(/^pmd_[a-z0-9]{10,}$/)
    const read = await t.get<ServiceBody<MethodView>>(`/payment-methods/${body.data.id}`)
    expect(read.body.data).toEqual(body.data)
    const charge = await t.charge({ payment_method_id: body.data.id })
    expect(charge.body.data.payment_method_details).toEqual(body.data)
  })

  test('stores meta, device_fingerprint and client_ip', async () => {
    const more = { meta: { a: 'b' }, device_fingerprint: 'fp', client_ip: '192.0.2.1' }
    const { body } = await create({ type: 'ussd', ...more })
    expect(body.data).toMatchObject(more)
    expect(body.data.customer_id).toBeUndefined()
  })

  test('shows the account number of an originator masked', async () => {
    const member = { account_type: 'dynamic', originator_account_number: '0123456789' }
    const { body } = await create({ type: 'bank_transfer', bank_transfer: member })
    expect(body.data['bank_transfer']).toMatchObject({ originator_account_number: '******6789' })
  })

  test.each<[string, object]>([
    ['an account that lives 432000 seconds', { account_expires_in: 432_000 }],
    ['an account that lives 1 second', { account_expires_in: 1 }],
    ['a display name of 3 characters', { account_display_name: 'Ada' }],
    ['a display name of 256 characters', { account_display_name: 'x'.repeat(256) }],
  ])('takes %s', async (_, over) => {
    const { status, body } = await create({
      type: 'bank_transfer',
      bank_transfer: { account_type: 'dynamic', ...over },
    })
    expect(status).toBe(201)
    expect(body.data['bank_transfer']).toMatchObject(over)
  })

  test.each<[string, object]>([
    ['type', {}],
    ['type', { type: 'cash' }],
    ['customer_id', { type: 'ussd', customer_id: 'cus_unknown0001' }],
    ['customer_id', { type: 'ussd', customer_id: '' }],
    ['meta.a', { type: 'ussd', meta: { a: 1 } }],
    ['client_ip', { type: 'ussd', client_ip: 5 }],
    ['mobile_money', { type: 'mobile_money' }],
    ['mobile_money.network', { type: 'mobile_money', mobile_money: { ...momo, network: undefined } }],
    ['mobile_money.country_code', { type: 'mobile_money', mobile_money: { ...momo, country_code: '2333' } }],
    [
      'mobile_money.phone_number',
      { type: 'mobile_money', mobile_money: { ...momo, phone_number: '123456' } },
    ],
    [
      'mobile_money.phone_number',
      { type: 'mobile_money', mobile_money: { ...momo, phone_number: '12345678901' } },
    ],
    ['bank_transfer', { type: 'bank_transfer' }],
    ['bank_transfer.account_type', { type: 'bank_transfer', bank_transfer: {} }],
    ['bank_transfer.account_type', bankTransfer({ account_type: 'fixed' })],
    ['bank_transfer.account_expires_in', bankTransfer({ account_expires_in: 432_001 })],
    ['bank_transfer.account_expires_in', bankTransfer({ account_expires_in: 1.5 })],
    ['bank_transfer.account_display_name', bankTransfer({ account_display_name: 'Al' })],
    ['bank_transfer.account_display_name', bankTransfer({ account_display_name: 'x'.repeat(257) })],
    ['ussd.account_bank', { type: 'ussd', ussd: { account_bank: 58 } }],
    ['card', { type: 'card' }],
  ])('refuses a bad %s: %j', async (field, sent) => {
    const before = t.world.state.paymentMethods.size
    const { status, body } = await create(sent)
    expect(status).toBe(400)
    expect(body.error.validation_errors.map((error) => error.field_name)).toEqual([field])
    expect(t.world.state.paymentMethods.size).toBe(before)
  })

  test('belongs to its customer alone', async () => {
    const { body } = await create({ type: 'ussd', customer_id: ids.otherCustomer })
    const charge = await t.charge({ payment_method_id: body.data.id })
    expect(charge.status).toBe(400)
    expect(charge.body.error.validation_errors[0]?.field_name).toBe('payment_method_id')
  })

  test('is refused to a client that may only read', async () => {
    const token = await t.token('sandbox-readonly')
    const { status } = await t.post(
      '/payment-methods',
      { type: 'ussd' },
      { authorization: `Bearer ${token}` },
    )
    expect(status).toBe(403)
  })
})

describe('finding payment methods', () => {
  test('lists the fixtures: one of each of the eight types for the first customer', async () => {
    const types = t.world.fixtures.paymentMethods
      .filter(({ customerId }) => customerId === ids.customer)
      .map(({ type }) => type)
    expect(new Set(types).size).toBe(8)
    expect(await list(`customer_id=${ids.customer}`)).toHaveLength(8)
  })

  test('filters by customer and type, newest first', async () => {
    expect(await list('type=card')).toEqual([ids.otherCard, ids.card])
    expect(await list(`type=card&customer_id=${ids.customer}`)).toEqual([ids.card])
    expect(await list('type=card&customer_id=cus_unknown0001')).toEqual([])
    expect((await t.get('/payment-methods?type=cash')).status).toBe(400)
    expect((await t.get('/payment-methods/pmd_unknown0001')).status).toBe(404)
  })
})

function bankTransfer(over: object): object {
  return { type: 'bank_transfer', bank_transfer: { account_type: 'dynamic', ...over } }
}
