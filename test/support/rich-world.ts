import type { Harness } from '../harness.ts'
import { busyWorld } from './busy-world.ts'
import { ids } from './charge.ts'
import { ordersOf } from './orders.ts'
import { transferBody } from './transfer.ts'

/** A busy world with resources in more of their possible states and shapes. */
export async function richWorld(): Promise<Harness> {
  const t = await busyWorld()
  const orders = ordersOf(() => t)
  const customer = await t.post('/customers', {
    email: 'ada@example.com',
    name: { first: 'Ada', middle: 'Chi', last: 'Obi' },
    phone: { country_code: '234', number: '8012345678' },
    address: { line1: 'a', line2: 'b', city: 'c', state: 'd', postal_code: 'e', country: 'NG' },
    meta: { a: 'b' },
  })
  await t.post('/payment-methods', {
    type: 'card',
    customer_id: customer.body.data.id,
    card: {
      number: '4242424242424242',
      expiry_month: 8,
      expiry_year: 32,
      cof: { enabled: true, agreement_id: 'x' },
      billing_address: { line1: 'a', city: 'c', state: 'd', postal_code: 'e', country: 'NG' },
    },
    device_fingerprint: 'f',
    client_ip: '127.0.0.1',
  })
  for (const key of ['auth_qr', 'auth_3ds_capture', 'auth_otp', 'auth_3ds_expires', 'auth_avs_otp'])
    await t.charge({ redirect_url: 'https://shop.test/paid' }, `scenario:${key}`)
  for (const method of ['bank_account', 'walletpay', 'devicewallet_a', 'ussd'] as const)
    await t.charge({ payment_method_id: ids[method] })
  const wrong = await t.created({}, 'scenario:auth_otp&payer:approves_slowly')
  await t.put(`/charges/${wrong.id}`, { authorization: { type: 'otp', otp: { code: '000000' } } })
  await t.created({ merchant_vat_amount: 1.5 }, 'issuer:approved&webhook:receiver_500')
  const part = await orders.held()
  await t.charge({ order_id: part.id, amount: 40 })
  const whole = await orders.held()
  await orders.change(whole.id, { action: 'capture', amount: 60 })
  await orders.change((await orders.held()).id, { action: 'void' })
  const refunded = await t.created()
  await t.post('/refunds', { charge_id: refunded.id, amount: 3, meta: { a: 'b' } })
  const transfer = (over: object, key?: string) =>
    t.post<{ data: { id: number } }>('/v3/transfers', transferBody(over), {
      'x-scenario-key': key ?? null,
    })
  const failed = await transfer({}, 'scenario:failed')
  await transfer({}, 'scenario:reversed&webhook:flood')
  await transfer({}, 'scenario:requires_approval')
  await transfer({ amount: 1e12 })
  await transfer({ beneficiary: 3001, account_bank: null, account_number: null }, 'scenario:failed_slow')
  await t.advance('40s')
  await t.post(`/v3/transfers/${failed.body.data.id}/retries`)
  await t.post('/refunds', { charge_id: refunded.id, amount: 4 })
  await transfer({})
  await t.charge({}, 'webhook:reordered')
  await t.post('/_emulator/webhooks/endpoints', {
    url: 'http://merchant.test/second',
    events: ['charge.completed'],
    signature: 'standard-webhooks',
    headers: { 'X-Own': 'own' },
  })
  await t.charge({}, 'issuer:do_not_honor')
  await t.post('/_emulator/webhooks/release')
  return t
}
