import { createCipheriv } from 'node:crypto'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { type Answer, type Harness, harness } from '../../harness.ts'

let t: Harness
beforeEach(() => {
  t = harness()
})

const card = { number: '4187427415564246', expiry_month: 8, expiry_year: 2032, cvv: '123' }
const mobile = {
  type: 'mobile_money',
  mobile_money: { network: 'MTN', country_code: '233', phone_number: '201234567' },
}
let count = 0
const body = (more: object = {}) => ({
  amount: 1500.5,
  currency: 'NGN',
  reference: `direct-${++count}-000`,
  customer: { email: 'new@example.com', name: { first: 'Ada', last: 'Obi' } },
  payment_method: { type: 'card', card },
  ...more,
})

const charges = '/orchestration/direct-charges'
const orders = '/orchestration/direct-orders'
const send = (more: object = {}, headers = {}): Promise<Answer> => t.post(charges, body(more), headers)
const fieldsOf = ({ body: { error } }: Answer): string[] =>
  error.validation_errors.map((one) => one.field_name)
const sizes = () => {
  const { customers, paymentMethods, charges, orders, nonces } = t.world.state
  return [customers, paymentMethods, charges, orders, nonces].map(({ size }) => size)
}

/** Card fields as programs send them. */
function sealed(number: string, nonce = 'a1B2c3D4e5F6') {
  const seal = (text: string): string => {
    const key = Buffer.from(inject('builtIn').fixtures.encryptionKey, 'base64')
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }
  return {
    nonce,
    encrypted_card_number: seal(number),
    encrypted_expiry_month: seal('08'),
    encrypted_expiry_year: seal('32'),
  }
}

describe('a direct charge', () => {
  test('creates customer, payment method and charge, and answers like a charge', async () => {
    const { status, body } = await send({ meta: { a: 'b' }, redirect_url: 'https://shop.example/paid' })
    expect([status, body.message]).toEqual([201, 'Charge created'])
    const { id, customer_id, payment_method_details: method } = body.data
    expect(body.data).toMatchObject({ status: 'succeeded', amount: 1500.5, meta: { a: 'b' } })
    expect(method).toMatchObject({ type: 'card', customer_id, card: { first6: '418742', last4: '4246' } })
    expect((await t.get(`/charges/${id}`)).body.data).toEqual(body.data)
    expect((await t.get(`/customers/${customer_id}`)).body.data).toMatchObject({
      email: 'new@example.com',
      name: { first: 'Ada', last: 'Obi' },
    })
    expect((await t.get(`/payment-methods/${method.id}`)).status).toBe(200)
  })

  test('reuses a customer with a known e-mail address, whatever its case, and leaves the customer as it is', async () => {
    const first = (await send()).body.data.customer_id
    const again = await send({ customer: { email: 'NEW@example.com', name: { first: 'Other' } } })
    expect(again.body.data.customer_id).toBe(first)
    expect((await t.get(`/customers/${first}`)).body.data).toMatchObject({
      name: { first: 'Ada', last: 'Obi' },
    })
  })

  test('reuses the newest of several customers, also after one has another e-mail address', async () => {
    const create = async (email: string) => (await t.post('/customers', { email })).body.data.id
    const first = await create('shared@example.com')
    const second = await create('shared@example.com')
    const used = async () => (await send({ customer: { email: 'shared@example.com' } })).body.data.customer_id
    expect(await used()).toBe(second)
    await t.put(`/customers/${second}`, { email: 'own@example.com' })
    expect(await used()).toBe(first)
  })

  test.each<[string, object, string]>([
    [
      'card',
      { payment_method: { type: 'card', card: { ...card, number: '4187427415564247' } } },
      'payment_method.card.number',
    ],
    ['card', { payment_method: { type: 'card', card: { number: '1' } } }, 'payment_method.card.number'],
    ['e-mail address', { customer: { email: 'nobody' } }, 'customer.email'],
    ['amount', { amount: 0 }, 'amount'],
    ['authorization', { authorization: { type: 'otp', otp: { code: '123456' } } }, 'authorization.type'],
  ])('with a bad %s creates nothing: %j', async (_what, more, field) => {
    const before = sizes()
    const answer = await send(more)
    expect([answer.status, fieldsOf(answer)[0]]).toEqual([400, field])
    expect(sizes()).toEqual(before)
  })

  test('with a reference in use creates nothing', async () => {
    await t.created({ reference: 'used-000001' })
    const before = sizes()
    expect((await send({ reference: 'used-000001' })).status).toBe(409)
    expect(sizes()).toEqual(before)
  })

  test('uses a nonce once, for the card or for the PIN', async () => {
    const payment_method = { type: 'card', card: sealed('4187427415564246') }
    const authorization = { type: 'pin', pin: { nonce: 'a1B2c3D4e5F6', encrypted_pin: '12345' } }
    const both = await send({ payment_method, authorization }, { 'x-scenario-key': 'scenario:auth_pin' })
    expect([both.status, fieldsOf(both)]).toEqual([400, ['authorization.pin.nonce']])
    expect((await send({ payment_method })).status).toBe(201)
    expect(fieldsOf(await send({ payment_method }))).toEqual(['payment_method.card.nonce'])
  })

  test('follows X-Scenario-Key, and takes the authorization of a flow at once', async () => {
    const waits = await send({}, { 'x-scenario-key': 'scenario:auth_otp' })
    expect(waits.body.data.next_action?.type).toBe('requires_otp')
    const authorization = { type: 'otp', otp: { code: '123456' } }
    const done = await send({ authorization }, { 'x-scenario-key': 'scenario:auth_otp' })
    expect(done.body.data.status).toBe('succeeded')
    const misfit = await send({ payment_method: mobile }, { 'x-scenario-key': 'scenario:auth_pin' })
    expect(fieldsOf(misfit)).toEqual(['X-Scenario-Key'])
  })

  test('is found by rules about cards, encrypted or not, e-mail addresses, types and amounts', async () => {
    const typeOf = async (more: object) => (await send(more)).body.data.processor_response?.type
    const declined = '4000000000000051'
    expect(await typeOf({ payment_method: { type: 'card', card: { ...card, number: declined } } })).toBe(
      'insufficient_funds',
    )
    expect(await typeOf({ payment_method: { type: 'card', card: sealed(declined) } })).toBe(
      'insufficient_funds',
    )
    expect(await typeOf({ customer: { email: 'insufficient_funds@example.com' } })).toBe('insufficient_funds')
    expect(await typeOf({ amount: 100.51 })).toBe('insufficient_funds')
    await t.post('/_emulator/rules', {
      key: 'issuer:expired_card',
      when: { payment_method: 'card' },
      count: 1,
    })
    expect((await send({ payment_method: mobile })).body.data.status).toBe('pending')
    expect(await typeOf({})).toBe('expired_card')
  })

  test('counts the uses of a sequence by customer, from the first one on', async () => {
    await t.post('/_emulator/scenarios', {
      key: 'twice',
      title: 'twice',
      sequence: ['issuer:error', 'issuer:approved'],
    })
    const used = async (email: string) => {
      const { body } = await send({ customer: { email } }, { 'x-scenario-key': 'twice' })
      return body.data.processor_response?.type
    }
    expect([await used('a@example.com'), await used('A@example.com'), await used('b@example.com')]).toEqual([
      'error',
      'approved',
      'error',
    ])
  })

  test('replays its answer for the same idempotency key', async () => {
    const sent = body()
    const headers = { 'x-idempotency-key': 'checkout-000001' }
    const first = await t.post(charges, sent, headers)
    const again = await t.post(charges, sent, headers)
    expect(again.text).toBe(first.text)
    expect(again.headers.get('x-idempotency-cache-hit')).toBe('true')
  })

  test('loses its answer by a network fault, and leaves no card number in the journal', async () => {
    expect((await send({}, { 'x-scenario-key': 'network:503' })).status).toBe(503)
    await send({ payment_method: { type: 'card', card: sealed(card.number) } })
    const { text } = await t.get('/_emulator/requests')
    expect(text).not.toContain(card.number)
    expect(text).not.toContain(sealed(card.number).encrypted_card_number)
  })

  test('uses a card of the fixtures for a number that does not decrypt, and says so', async () => {
    const encrypted = Buffer.alloc(32, 7).toString('base64')
    const payment_method = {
      type: 'card',
      card: { ...sealed(card.number), encrypted_card_number: encrypted },
    }
    const { status, headers } = await send({ payment_method })
    expect(status).toBe(201)
    expect(headers.get('x-emulator-warning')).toContain('payment_method.card.encrypted_card_number')
  })
})

describe('a direct order', () => {
  test('creates customer, payment method and order, and answers like an order', async () => {
    const answer = await t.post(orders, body({ description: 'Two nights' }))
    expect([answer.status, answer.body.message]).toEqual([201, 'Order created'])
    const order = answer.body.data as unknown as Record<string, string>
    expect(order).toMatchObject({ status: 'authorized', description: 'Two nights' })
    expect((await t.get(`/orders/${order['id']}`)).body.data).toEqual(order)
    const captured = await t.put(`/orders/${order['id']}`, { action: 'capture' })
    expect(captured.body.data.status).toBe('completed')
  })

  test('asks for 3DS if its authorization does', async () => {
    const answer = await t.post(orders, body({ authorization: { type: '3ds', '3ds': {} } }))
    expect(answer.body.data.next_action?.type).toBe('redirect_url')
  })

  test('that is refused creates nothing', async () => {
    const before = sizes()
    expect((await t.post(orders, body({ currency: 'XXX' }))).status).toBe(400)
    await t.created({ reference: 'used-000002' })
    const [customers, methods, , ordersBefore] = sizes()
    expect((await t.post(orders, body({ reference: 'used-000002' }))).status).toBe(409)
    expect([sizes()[0], sizes()[1], sizes()[3]]).toEqual([customers, methods, ordersBefore])
    expect(before[0]).toBe(customers)
  })
})
