import { createCipheriv } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { networkOf } from '../../src/domain/customer/card.ts'
import { passesLuhn } from '../../src/domain/kernel/luhn.ts'
import { Catalogue } from '../../src/domain/scenario/catalogue.ts'
import { StandingRules } from '../../src/domain/scenario/standing.ts'
import { chargeBody, type Harness, harness } from '../harness.ts'
import { transferBody } from '../support/transfer.ts'

const { fixtures, fragments } = inject('builtIn')
const catalogue = new Catalogue(fragments)
const { rules } = fixtures
const cards = rules.flatMap(({ cardNumber, key }) => (cardNumber ? [[cardNumber, key] as const] : []))
const emails = rules.flatMap(({ when: { email }, key }) => (email ? [[email, key] as const] : []))
const amounts = rules.flatMap(({ when: { cents }, key }) =>
  cents === undefined ? [] : [[`.${String(cents).padStart(2, '0')}`, key] as const],
)
const accounts = rules.flatMap(({ when: { accountNumber: account }, key }) =>
  account ? [[account, key] as const] : [],
)

/** Sends the requests of a program that does not know the emulator; returns the id that a POST created. */
async function made(t: Harness, path: string, body: object): Promise<string> {
  const answer = await t.post(path, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return (answer.body.data as { id: string }).id
}

/** A charge without a header, and the same with an explicit key. */
const courseOf = ({ status, next_action, processor_response }: Record<string, unknown>) => ({
  status,
  next_action: (next_action as { type?: string } | null)?.type,
  processor_response,
})

describe('A test card', () => {
  test.each(cards)('%s gives a charge the key %s', async (number, key) => {
    const t = harness()
    const card = { number, expiry_month: 8, expiry_year: 2040 }
    const customer_id = await made(t, '/customers', { email: 'payer@example.com' })
    const payment_method_id = await made(t, '/payment-methods', { type: 'card', customer_id, card })
    const { body, headers } = await t.charge({ customer_id, payment_method_id })
    expect(courseOf({ ...body.data })).toEqual(courseOf({ ...(await t.created({}, key)) }))
    expect(headers.get('x-emulator-warning')).toContain(`gave this request the key "${key}"`)
    // Headers are ASCII: omissions in the card number must not become question marks.
    expect(headers.get('x-emulator-warning')).not.toContain('?')
  })

  test('is known by its stored digits, so also when it was encrypted', async () => {
    const t = harness({ fixtures: { encryption: 'strict' } })
    const nonce = 'a1B2c3D4e5F6'
    const seal = (text: string): string => {
      const cipher = createCipheriv('aes-256-gcm', Buffer.from(fixtures.encryptionKey, 'base64'), nonce)
      const sealed = Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()])
      return sealed.toString('base64')
    }
    const card = {
      nonce,
      encrypted_card_number: seal('4000000000000051'),
      encrypted_expiry_month: seal('08'),
      encrypted_expiry_year: seal('40'),
    }
    const customer_id = await made(t, '/customers', { email: 'payer@example.com' })
    const payment_method_id = await made(t, '/payment-methods', { type: 'card', customer_id, card })
    const charge = await t.created({ customer_id, payment_method_id })
    expect(charge.processor_response).toEqual({ type: 'insufficient_funds', code: '51' })
  })

  test('has a number that passes the checksum, and there is one that is approved for every network', () => {
    expect(cards.filter(([number]) => !passesLuhn(number))).toEqual([])
    const approved = cards.filter(([, key]) => key === 'scenario:noauth').map(([number]) => networkOf(number))
    expect(new Set(approved)).toEqual(
      new Set(['VISA', 'MASTERCARD', 'AMERICAN EXPRESS', 'DISCOVER', 'VERVE', 'AFRIGO']),
    )
    expect(new Set(cards.map(([number]) => number.slice(0, 6) + number.slice(-4))).size).toBe(cards.length)
  })
})

test.each(emails)('A customer whose e-mail begins with %s gets the key %s', async (name, key) => {
  const t = harness()
  const plan = catalogue.resolve(key)
  const type = (plan.sequence ? undefined : plan.paymentMethods?.[0]) ?? 'card'
  for (const email of [`${name}@example.com`, `${name.toUpperCase()}+17@example.com`]) {
    const customer_id = await made(t, '/customers', { email })
    const [method] = [...t.world.state.paymentMethods].filter((one) => one.type === type)
    const wire = (await t.get(`/payment-methods/${method?.id}`)).body.data as unknown as Record<
      string,
      unknown
    >
    const details =
      type === 'card' ? { number: '4187427415564246', expiry_month: 1, expiry_year: 2040 } : wire[type]
    const payment_method_id = await made(t, '/payment-methods', { type, customer_id, [type]: details })
    const { headers } = await t.charge({ customer_id, payment_method_id })
    expect(headers.get('x-emulator-warning')).toContain(`gave this request the key "${key}"`)
  }
})

test.each([
  'insufficient_funds1@example.com',
  'my.insufficient_funds@example.com',
  'insufficient.funds@example.com',
  'payer+insufficient_funds@example.com',
  'insufficientfunds@example.com',
])('The e-mail %s is an ordinary one', async (email) => {
  const t = harness()
  const customer_id = await made(t, '/customers', { email })
  const card = { number: '4187427415564246', expiry_month: 1, expiry_year: 2040 }
  const payment_method_id = await made(t, '/payment-methods', { type: 'card', customer_id, card })
  expect((await t.created({ customer_id, payment_method_id })).status).toBe('succeeded')
})

test.each(amounts)('An amount that ends in %s gets the key %s', async (end, key) => {
  const t = harness()
  for (const whole of ['0', '10', '123456']) {
    const { body, headers } = await t.charge({ amount: Number(`${whole}${end}`) })
    expect(`issuer:${body.data.processor_response?.type}`).toBe(key)
    expect(headers.get('x-emulator-warning')).toContain(`the amount ends in ${end}`)
  }
})

test('Ordinary amounts, including those with more decimals, follow the usual flow', async () => {
  const t = harness()
  const ends = ['', '.1', '.25', '.49', '.5', '.50', '.75', '.9', '.95', '.98', '.99', '.515', '.5101']
  for (const end of ends) {
    const { body, headers } = await t.charge({ amount: Number(`1500${end}`) })
    expect([end, body.data.status, headers.get('x-emulator-warning')]).toEqual([end, 'succeeded', null])
  }
})

test.each(accounts)('A transfer to the account %s gets the key %s', async (account_number, key) => {
  const t = harness()
  const { status, headers } = await t.post('/v3/transfers', transferBody({ account_number }))
  expect(headers.get('x-emulator-warning')).toContain(`gave this request the key "${key}"`)
  expect(status).toBe(catalogue.resolve(key).transfer?.refuse === undefined ? 200 : 400)
})

test('The payment methods, customers and accounts of the fixtures match no standing rule', () => {
  const standing = new StandingRules(rules)
  for (const method of fixtures.paymentMethods) {
    const paymentMethod = { ...method, createdAt: 0 } as Parameters<typeof standing.find>[0]['paymentMethod']
    for (const { email } of fixtures.customers)
      expect(
        standing.find({ method: 'POST', path: '/charges', paymentMethod, email, amount: 1500.5 }, () => true),
      ).toBeUndefined()
  }
  for (const { accountNumber } of fixtures.v3.beneficiaries)
    expect(standing.find({ method: 'POST', path: '/x', accountNumber }, () => true)).toBeUndefined()
})

test('A header takes precedence over rules, added rules over standing ones, and of those the first in the file', async () => {
  const t = harness()
  const customer_id = await made(t, '/customers', { email: 'expired_card@example.com' })
  const card = { number: '4000000000070005', expiry_month: 1, expiry_year: 2040 }
  const payment_method_id = await made(t, '/payment-methods', { type: 'card', customer_id, card })
  const verdict = async (key?: string) =>
    (await t.created({ customer_id, payment_method_id, amount: 10.51 }, key)).processor_response?.type
  expect(await verdict()).toBe('do_not_honor')
  await t.post('/_emulator/rules', { key: 'issuer:invalid_cvv' })
  await t.post('/_emulator/rules', { key: 'issuer:error' })
  expect(await verdict()).toBe('invalid_cvv')
  expect(await verdict('issuer:system_error')).toBe('system_error')
})

test('A standing rule whose flow does not support the payment method is skipped for the next one', async () => {
  const t = harness()
  const customer_id = await made(t, '/customers', { email: 'auth_pin@example.com' })
  const mobile_money = { network: 'MTN', country_code: '233', phone_number: '201234567' }
  const payment_method_id = await made(t, '/payment-methods', {
    type: 'mobile_money',
    customer_id,
    mobile_money,
  })
  const { body, headers } = await t.charge({ customer_id, payment_method_id })
  expect([body.data.next_action?.type, headers.get('x-emulator-warning')]).toEqual([
    'payment_instruction',
    null,
  ])
  const next = await t.charge({ customer_id, payment_method_id, amount: 10.51 })
  expect(next.headers.get('x-emulator-warning')).toContain('issuer:insufficient_funds')
})

test('A capture follows its order and no standing rule', async () => {
  const t = harness()
  const order = await made(t, '/orders', { ...orderBody(), amount: 100 })
  const charge = await t.created({
    ...orderBody(),
    reference: 'capture-0001',
    amount: 50.51,
    order_id: order,
  })
  expect(charge.status).toBe('succeeded')
})

const orderBody = () => ({
  currency: 'NGN',
  reference: 'order-0001',
  customer_id: 'cus_adaobi0001',
  payment_method_id: 'pmd_card000001',
})

test('The journal shows what a standing rule did', async () => {
  const t = harness()
  await t.charge({ amount: 7.51 })
  const [entry] = [...t.world.requests.newestFirst()]
  expect(entry?.scenario).toBe('issuer:insufficient_funds')
  expect(entry?.warnings).toEqual([
    'the test data gave this request the key "issuer:insufficient_funds", because the amount ends in .51',
  ])
})

test('A standing rule may be for the network, for a share of the requests, and for conditions of any kind', async () => {
  const t = harness({
    fixtures: {
      rules: [
        { key: 'network:503', when: { path: '/customers', method: 'GET' }, share: 1 },
        { key: 'network:502', when: { reference: 'lost-*' }, share: 1 },
        { key: 'issuer:error', when: { amount: 5 }, share: 1 },
        { key: 'issuer:error', when: { currency: 'KES' }, share: 0.5 },
      ],
    },
  })
  const headers = { authorization: `Bearer ${await t.token()}`, 'content-type': 'application/json' }
  expect((await t.fetch('/customers', { headers })).status).toBe(503)
  const body = JSON.stringify(chargeBody({ reference: 'lost-0001' }))
  expect((await t.fetch('/charges', { method: 'POST', headers, body })).status).toBe(502)
  expect((await t.created({ amount: 5 })).status).toBe('failed')
  const charges = []
  for (let n = 0; n < 60; n++) charges.push(await t.created({ currency: 'KES' }))
  const failed = charges.filter(({ status }) => status === 'failed').length
  expect(failed).toBeGreaterThan(10)
  expect(failed).toBeLessThan(50)
})

test('GET /_emulator/rules lists the standing rules with card numbers and places', async () => {
  const t = harness()
  const { body } = await t.get<{ standing: Record<string, unknown>[] }>('/_emulator/rules')
  expect(body.standing).toHaveLength(rules.length)
  expect(body.standing[0]).toEqual({
    key: 'scenario:noauth',
    when: { card: { first6: '400000', last4: '0000' } },
    share: 1,
    card_number: '4000000000020000',
    source: 'rules.yaml:9:50',
  })
})
