import { describe, expect, test } from 'vitest'
import { harness, ids } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

interface Transaction {
  id: number
  tx_ref: string
  service_ref: string
  auth_model: string
  amount: number
  app_fee: number
  merchant_fee: number
  amount_settled: number | null
  status: string
  payment_type: string
  processor_response: string | null
  card?: Record<string, string>
  customer: { id: number; name: string; email: string; phone_number: string }
}

type One = V3Body<Transaction>
type Many = V3Body<Transaction[]>

describe('a transaction', () => {
  test('is a charge, verified by number with and without /v3, and by reference', async () => {
    const t = harness()
    const charge = await t.created({ amount: 2500, reference: 'order-77' })
    const { status, body } = await t.get<One>('/v3/transactions/1000001/verify')
    expect([status, body.message]).toEqual([200, 'Transaction fetched successfully'])
    const fees = charge.fees.reduce((sum, { amount }) => sum + amount, 0)
    expect(body.data).toMatchObject({
      id: 1_000_001,
      tx_ref: 'order-77',
      amount: 2500,
      app_fee: fees,
      merchant_fee: 0,
      amount_settled: 2500 - fees,
      status: 'successful',
      payment_type: 'card',
      processor_response: 'approved',
      card: { first_6digits: '418742', last_4digits: '4246', type: 'VISA', expiry: '08/32' },
      customer: { name: 'Adaobi Okafor', email: 'adaobi@example.com', phone_number: '2348012345678' },
    })
    expect(body.data.customer.id).toBeLessThan(2 ** 31)
    expect(body.data).toMatchObject({
      service_ref: expect.stringMatching(/^ref_[0-9a-z]{14}$/),
      charged_amount: 2500,
      auth_model: 'noauth',
      ip: '192.0.2.10',
      narration: 'Charge order-77',
      account_id: expect.any(Number),
      created_at: '2030-01-01T00:00:00.000Z',
      card: { issuer: 'Emulator Bank', country: 'NG', token: 'tok_pmd_card000001' },
    })
    expect((await t.get<One>('/transactions/1000001/verify')).body).toEqual(body)
    expect((await t.get<One>('//v3/transactions/1000001/verify')).body).toEqual(body)
    expect((await t.get<One>('/v3/transactions/verify_by_reference?tx_ref=order-77')).body).toEqual(body)
  })

  test.each([
    [ids.bank_account, 'account'],
    [ids.mobile_money, 'mobilemoney'],
    [ids.bank_transfer, 'bank_transfer'],
    [ids.ussd, 'ussd'],
    [ids.walletpay, 'walletpay'],
  ])('by %s is of type %s', async (payment_method_id, type) => {
    const t = harness()
    await t.created({ payment_method_id })
    expect((await t.get<One>('/v3/transactions/1000001/verify')).body.data.payment_type).toBe(type)
  })

  test.each([
    [ids.card, 'scenario:noauth', 'noauth'],
    [ids.card, 'scenario:auth_pin', 'pin'],
    [ids.card, 'scenario:auth_avs', 'avs_noauth'],
    [ids.card, 'scenario:auth_3ds', 'redirect'],
    [ids.ussd, undefined, 'ussd'],
    [ids.bank_transfer, undefined, 'banktransfer'],
    [ids.mobile_money, undefined, 'callback'],
  ])('by %s with %s has auth_model %s', async (payment_method_id, key, model) => {
    const t = harness()
    await t.created({ payment_method_id }, key)
    expect((await t.get<One>('/v3/transactions/1000001/verify')).body.data.auth_model).toBe(model)
  })

  test('has a constant service_ref, which no other transaction has', async () => {
    const t = harness()
    await t.created({}, 'scenario:requery')
    await t.created()
    const reference = async (id: number) =>
      (await t.get<One>(`/v3/transactions/${id}/verify`)).body.data.service_ref
    const first = await reference(1_000_001)
    for (let reads = 0; reads < 5; reads++) expect(await reference(1_000_001)).toBe(first)
    expect(await reference(1_000_002)).not.toBe(first)
  })

  test('is pending, successful or failed', async () => {
    const t = harness()
    await t.created({}, 'scenario:auth_pin')
    await t.created()
    await t.created({}, 'issuer:insufficient_funds')
    const { body } = await t.get<Many>('/v3/transactions')
    expect(body.data.map(({ status, amount_settled }) => [status, amount_settled !== null])).toEqual([
      ['failed', false],
      ['successful', true],
      ['pending', false],
    ])
    const found = async (query: string) =>
      (await t.get<Many>(`/v3/transactions?${query}`)).body.data.map(({ id }) => id)
    expect(await found('status=failed')).toEqual([1_000_003])
    expect(await found('status=successful')).toEqual([1_000_002])
    expect(await found(`tx_ref=${body.data[2]?.tx_ref}`)).toEqual([1_000_001])
    expect(await found('from=2030-01-01&to=2030-01-01')).toHaveLength(3)
    expect(await found('from=2030-01-02')).toEqual([])
    expect((await t.get('/v3/transactions?status=done')).status).toBe(400)
  })

  test('that is verified counts as read where the charge waits for a requery', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:requery')
    for (let reads = 0; reads < 5; reads++) await t.get('/v3/transactions/1000001/verify')
    expect((await t.seen(id)).status).toBe('succeeded')
  })

  test('that does not exist is not found', async () => {
    const t = harness()
    await t.created()
    for (const path of [
      '/v3/transactions/1000002/verify',
      '/v3/transactions/1/verify',
      '/v3/transactions/abc/verify',
      '/transactions/abc/verify',
      '/v3/transactions/verify_by_reference?tx_ref=none',
    ])
      expect(refusal(await t.get<One>(path))).toEqual([404, expect.stringContaining('no transaction')])
    expect((await t.get('/v3/transactions/verify_by_reference')).status).toBe(400)
    expect((await t.get('/v3/transactions/verify_by_reference?tx_ref=')).status).toBe(400)
    const wrong = await t.post<One>('/transactions/1000001/verify')
    expect(refusal(wrong)).toEqual([405, expect.stringContaining('GET')])
  })

  test('needs the secret key, and no access token will do', async () => {
    const t = harness()
    await t.created()
    const authorization = `Bearer ${await t.token()}`
    for (const path of ['/v3/transactions', '/transactions/1000001/verify'])
      expect((await t.get<One>(path, { authorization })).body).toMatchObject({ status: 'error', data: null })
  })

  test('comes in pages of ten, newest first', async () => {
    const t = harness()
    for (let count = 0; count < 11; count++) await t.created()
    const { body } = await t.get<Many>('/v3/transactions?page=2')
    expect(body.data.map(({ id }) => id)).toEqual([1_000_001])
    expect(body.meta.page_info).toEqual({ total: 11, current_page: 2, total_pages: 2 })
  })
})
