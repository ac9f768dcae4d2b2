import { describe, expect, test } from 'vitest'
import { chargeBody, freshReference, harness, ids } from '../../harness.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

describe('POST /charges', () => {
  test('answers 201 with the envelope and a charge of every field', async () => {
    const t = harness()
    const { status, body } = await t.charge({
      amount: 1500.5,
      currency: 'NGN',
      reference: 'invoice-0001',
      meta: { cart: '17', Äpfel: 'ja' },
      redirect_url: 'https://shop.test/done?x=1',
      merchant_vat_amount: 0.3,
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'success', message: 'Charge created' })
    expect(body.data).toEqual({
      id: expect.stringMatching(/^chg_[a-z0-9]{10,}$/),
      amount: 1500.5,
      fees: [
        { type: 'app', amount: 21.01 },
        { type: 'vat', amount: 1.58 },
        { type: 'merchant_vat', amount: 0.3 },
      ],
      billing_details: {
        email: 'adaobi@example.com',
        name: { first: 'Adaobi', middle: 'Chioma', last: 'Okafor' },
        phone: { country_code: '234', number: '8012345678' },
      },
      currency: 'NGN',
      customer_id: ids.customer,
      description: expect.any(String),
      disputed: false,
      settled: false,
      settlement_id: [],
      meta: { cart: '17', Äpfel: 'ja' },
      payment_method_details: expect.objectContaining({ id: ids.card, type: 'card' }),
      redirect_url: 'https://shop.test/done?x=1',
      refunded: false,
      reference: 'invoice-0001',
      status: 'succeeded',
      processor_response: { type: 'approved', code: '00' },
      created_datetime: '2030-01-01T00:00:00.000Z',
    })
  })

  test('needs no more than the five required fields', async () => {
    const t = harness()
    const charge = await t.created()
    expect(charge.meta).toEqual({})
    expect('redirect_url' in charge).toBe(false)
  })

  test('stores a decimal amount unchanged', async () => {
    const t = harness()
    for (const amount of [0.01, 0.1, 0.3, 1.1, 19.99, 33.33, 4503599627370496, 123456789.01])
      expect((await t.created({ amount })).amount).toBe(amount)
  })

  test('shows no error of binary fractions in fees', async () => {
    const t = harness()
    for (const amount of [0.1, 0.2, 0.3, 1.005, 2.675, 70.1, 1234.56, 1e15]) {
      const { fees } = await t.created({ amount, merchant_vat_amount: 0.1 })
      for (const fee of fees) expect(String(fee.amount)).toMatch(/^\d+(\.\d{1,2})?$/)
    }
  })

  test('shows the payment method of each of the eight kinds with all its fields', async () => {
    const t = harness()
    const details = async (method: string) =>
      (await t.created({ payment_method_id: method })).payment_method_details
    const created_datetime = expect.stringMatching(instant)
    const own = { customer_id: ids.customer, created_datetime }
    expect(await details(ids.card)).toEqual({
      id: ids.card,
      type: 'card',
      ...own,
      meta: { label: 'everyday card' },
      device_fingerprint: 'fp-emulator-card',
      client_ip: '192.0.2.10',
      card: {
        expiry_month: 8,
        expiry_year: 2032,
        first6: '418742',
        last4: '4246',
        network: 'VISA',
        card_holder_name: 'Adaobi Okafor',
        billing_address: {
          line1: '12 Marina Road',
          city: 'Lagos',
          state: 'Lagos',
          postal_code: '101241',
          country: 'NG',
        },
        cof: {
          enabled: true,
          agreement_id: 'agr-emulator-1',
          recurring_amount_variability: 'VARIABLE',
          agreement_type: 'UNSCHEDULED',
          trace_id: 'trace-emulator-1',
        },
      },
    })
    expect(await details(ids.bank_account)).toMatchObject({ type: 'bank_account', bank_account: {} })
    expect(await details(ids.mobile_money)).toMatchObject({
      type: 'mobile_money',
      mobile_money: { network: 'MTN', country_code: '233', phone_number: '201234567' },
    })
    expect(await details(ids.walletpay)).toMatchObject({ type: 'walletpay', walletpay: {} })
    expect(await details(ids.devicewallet_a)).toMatchObject({
      type: 'devicewallet_a',
      devicewallet_a: { card_holder_name: 'Adaobi Okafor' },
    })
    expect(await details(ids.devicewallet_b)).toMatchObject({
      type: 'devicewallet_b',
      devicewallet_b: { card_holder_name: 'Adaobi Okafor' },
    })
    expect(await details(ids.ussd)).toMatchObject({ type: 'ussd', ussd: { account_bank: '058' } })
    expect(await details(ids.bank_transfer)).toMatchObject({
      type: 'bank_transfer',
      bank_transfer: {
        account_type: 'dynamic',
        account_expires_in: 3600,
        account_display_name: 'Adaobi Okafor',
        originator_bank_name: 'Emulator Bank',
        originator_account_number: '******6789',
        originator_name: 'Adaobi Okafor',
      },
    })
  })

  test.each([
    ['card', 'succeeded', undefined],
    ['bank_account', 'pending', 'redirect_url'],
    ['mobile_money', 'pending', 'payment_instruction'],
    ['walletpay', 'pending', 'redirect_url'],
    ['devicewallet_a', 'pending', 'redirect_url'],
    ['devicewallet_b', 'pending', 'redirect_url'],
    ['ussd', 'pending', 'payment_instruction'],
    ['bank_transfer', 'pending', 'requires_bank_transfer'],
  ] as const)('without a key gives %s its default flow', async (method, status, next) => {
    const t = harness()
    const charge = await t.created({ payment_method_id: ids[method] })
    expect([charge.status, charge.next_action?.type]).toEqual([status, next])
  })

  test('settles a charge a day after its success, and only then', async () => {
    const t = harness()
    const { id } = await t.created()
    await t.advance('23h59m59s')
    expect(await t.seen(id)).toMatchObject({ settled: false, settlement_id: [] })
    await t.advance('1s')
    const charge = await t.seen(id)
    expect(charge).toMatchObject({ settled: true, settlement_id: [expect.stringMatching(/^stl_/)] })
  })

  test('accepts a reference once: a second use is a 409, even after a failure', async () => {
    const t = harness()
    const reference = freshReference()
    await t.created({ reference }, 'issuer:do_not_honor')
    const { status, body } = await t.charge({ reference })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({ type: 'RESOURCE_CONFLICT', code: '10409' })
    expect(body.error.message).toContain(reference)
  })

  test('takes references that differ in case for different ones', async () => {
    const t = harness()
    await t.created({ reference: 'Case-0001' })
    await t.created({ reference: 'case-0001' })
  })

  test('refuses an unknown customer or payment method, or one of another customer, and names the field', async () => {
    const t = harness()
    const field = async (overrides: object) => {
      const { status, body } = await t.charge(overrides)
      return [status, body.error.validation_errors.map((error) => error.field_name)]
    }
    expect(await field({ customer_id: 'cus_nobody0001' })).toEqual([400, ['customer_id']])
    expect(await field({ payment_method_id: 'pmd_nothing001' })).toEqual([400, ['payment_method_id']])
    expect(await field({ payment_method_id: ids.otherCard })).toEqual([400, ['payment_method_id']])
    expect(await field({ customer_id: ids.otherCustomer })).toEqual([400, ['payment_method_id']])
  })

  test('changes nothing when it refuses', async () => {
    const t = harness()
    const reference = freshReference()
    await t.charge({ reference, customer_id: 'cus_nobody0001' })
    await t.charge({ reference, amount: 0 })
    await t.charge({ reference }, 'scenario:nonsense')
    expect((await t.get<{ data: unknown[] }>('/charges')).body.data).toEqual([])
    expect((await t.charge({ reference })).status).toBe(201)
  })

  test.each([
    'scenario:auth_pin',
    'scenario:auth_3ds',
    'scenario:auth_avs',
    'scenario:requery',
    'scenario:auth_capture',
    'scenario:payment_instruction',
  ])('with recurring true is terminal at once (%s)', async (key) => {
    const t = harness()
    expect((await t.created({ recurring: true }, key)).status).toBe('succeeded')
    expect((await t.created({ recurring: true }, `${key}&issuer:expired_card`)).status).toBe('failed')
    expect((await t.created({ recurring: false }, key)).status).toBe('pending')
  })

  test('with recurring true is terminal for every payment method', async () => {
    const t = harness()
    for (const method of ['bank_account', 'mobile_money', 'walletpay', 'ussd', 'bank_transfer'] as const)
      expect((await t.created({ recurring: true, payment_method_id: ids[method] })).status).toBe('succeeded')
  })

  test('echoes X-Trace-Id, and generates one if there is none', async () => {
    const t = harness()
    const sent = await t.charge({}, undefined, { 'x-trace-id': 'trace-0123456789' })
    expect(sent.headers.get('x-trace-id')).toBe('trace-0123456789')
    const made = (await t.charge()).headers.get('x-trace-id') ?? ''
    expect(made.length).toBeGreaterThanOrEqual(12)
    expect((await t.charge()).headers.get('x-trace-id')).not.toBe(made)
  })

  test('ignores unknown fields, and names them in X-Emulator-Warning', async () => {
    const t = harness()
    const { status, headers } = await t.charge({ colour: 'red', authorization: undefined })
    expect(status).toBe(201)
    expect(headers.get('x-emulator-warning')).toContain('colour')
    const nested = await t.charge(
      { authorization: { type: 'pin', pin: { nonce: 'abcdefghijkl', encrypted_pin: 'x', shape: 'round' } } },
      'scenario:auth_pin',
    )
    expect(nested.headers.get('x-emulator-warning')).toContain('authorization.pin.shape')
    expect((await t.charge()).headers.get('x-emulator-warning')).toBeNull()
  })

  test('takes the content type with parameters and in any case', async () => {
    const t = harness()
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset=UTF-8',
    ])
      expect((await t.charge({}, undefined, { 'content-type': type })).status).toBe(201)
  })
})

describe('GET /charges/{id}', () => {
  test('answers with the charge', async () => {
    const t = harness()
    const made = await t.created()
    const { status, body } = await t.get(`/charges/${made.id}`)
    expect([status, body.message]).toEqual([200, 'Charge fetched'])
    expect(body.data).toEqual(made)
  })

  test('answers 404 to an unknown id', async () => {
    const t = harness()
    const { status, body } = await t.get('/charges/chg_unknown0001')
    expect(status).toBe(404)
    expect(body.error).toMatchObject({ type: 'RESOURCE_NOT_FOUND', code: '10404' })
  })
})

describe('PUT /charges/{id}', () => {
  test('replaces the meta of a pending charge', async () => {
    const t = harness()
    const { id } = await t.created({ meta: { a: '1' } }, 'scenario:auth_pin')
    const { status, body } = await t.put(`/charges/${id}`, { meta: { b: '2' } })
    expect([status, body.message, body.data.meta]).toEqual([200, 'Charge updated', { b: '2' }])
  })

  test('replaces the meta of a charge that has ended', async () => {
    const t = harness()
    for (const key of ['scenario:noauth', 'issuer:do_not_honor']) {
      const { id, status } = await t.created({ meta: { a: '1' } }, key)
      const { status: code, body } = await t.put(`/charges/${id}`, { meta: { b: '2' } })
      expect([code, body.data.status, body.data.meta]).toEqual([200, status, { b: '2' }])
    }
  })

  test('refuses a body that changes nothing, and an authorization of a terminal charge', async () => {
    const t = harness()
    const pending = await t.created({}, 'scenario:auth_pin')
    expect((await t.put(`/charges/${pending.id}`, {})).status).toBe(400)
    const done = await t.created()
    const otp = { type: 'otp', otp: { code: '1234' } }
    const both = { authorization: otp, meta: { a: '1' } }
    expect((await t.put(`/charges/${done.id}`, both)).status).toBe(409)
    expect((await t.seen(done.id)).meta).toEqual({})
    expect((await t.put(`/charges/${done.id}`, { authorization: otp })).status).toBe(409)
    expect((await t.put('/charges/chg_unknown0001', { authorization: otp })).status).toBe(404)
  })
})

describe('a wrong address', () => {
  test('is a 404, and a wrong method a 405 with Allow', async () => {
    const t = harness()
    expect((await t.get('/chargess')).status).toBe(404)
    const { status, headers, body } = await t.delete('/charges')
    expect([status, headers.get('allow')]).toEqual([405, 'POST, GET'])
    expect(body.error.code).toBe('10405')
  })

  test('with double slashes is put right', async () => {
    const t = harness()
    expect((await t.post('//charges', chargeBody())).status).toBe(201)
  })
})
