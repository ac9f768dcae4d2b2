import { expect } from 'vitest'
import { type Harness, type HarnessOptions, harness } from '../harness.ts'
import { chosen, linkOf } from './payment.ts'
import { transferBody } from './transfer.ts'

/** A snapshot, with the members that tests read. */
export interface Snap {
  version: number
  world: string
  clock: { mode: string; now: number }
  random: number[]
  scenarios: object[]
  timers: object[]
  state: Record<string, Record<string, unknown>[]> & {
    charges: Record<string, unknown>[]
    balances: Record<string, unknown>[]
  }
}

export const snapshotOf = async (t: Harness): Promise<Snap> => (await t.get<Snap>('/_emulator/state')).body

/** A world with values in every collection: each kind of resource, in progress. */
export async function busyWorld(options: HarnessOptions = {}): Promise<Harness> {
  const t = harness(options)
  await t.created()
  await t.advance('1d')
  await t.post('/_emulator/scenarios', 'key: mine\ntitle: Mine\nwebhooks:\n  delay: 90500ms\n  copies: 2')
  t.receiver.answer = () => ({ status: 500, headers: { 'content-type': 'text/plain' }, body: 'not now' })
  const card = await t.created({}, 'mine&scenario:noauth')
  await t.created({ recurring: true, meta: { a: 'b' } }, 'issuer:insufficient_funds')
  for (const key of ['auth_pin', 'auth_3ds', 'auth_redirect', 'auth_avs'])
    await t.created({}, `scenario:${key}`)
  await t.created({ payment_method_id: 'pmd_transfer01' })
  await t.created({ payment_method_id: 'pmd_momo000001' }, undefined)
  await t.created({}, 'webhook:reordered')
  await t.charge({}, 'sequence:declined_then_approved', { 'x-idempotency-key': 'busy-world-0001' })
  const pin = await t.created({}, 'scenario:auth_pin')
  await t.put(`/charges/${pin.id}`, {
    authorization: { type: 'pin', pin: { nonce: 'abcdefABCDEF', encrypted_pin: 'MTIzNDU=' } },
  })
  await t.post('/orders', {
    amount: 70,
    currency: 'NGN',
    reference: 'busy-order-1',
    customer_id: 'cus_adaobi0001',
    payment_method_id: 'pmd_card000001',
  })
  await t.post('/refunds', { charge_id: card.id, amount: 5, reason: 'requested_by_customer' })
  await t.post('/v3/transfers', {
    account_bank: '044',
    account_number: '0690000031',
    amount: 100,
    currency: 'NGN',
    narration: 'x',
    reference: 'busy-transfer-1',
    callback_url: 'http://merchant.test/callback',
    meta: [{ deep: { er: [1, 'two', null] } }],
  })
  await t.post('/v3/bulk-transfers', { title: 'busy', bulk_data: [transferBody(), transferBody()] })
  await t.post('/v3/bills', { customer: '2348012345678', amount: 5, type: 'AIRTIME' })
  await chosen(t, await linkOf(t, { tx_ref: 'busy payment' }, 'scenario:auth_pin'), {
    method: 'card',
    card_number: '4000000000020000',
  })
  const disputed = await t.created()
  await t.post('/chargebacks', { charge_id: disputed.id, amount: 5, type: 'local', comment: 'x' })
  for (const [reference, account_type] of [
    ['busy-account-1', 'dynamic'],
    ['busy-account-2', 'static'],
  ])
    await t.post('/virtual-accounts', {
      reference,
      account_type,
      customer_id: 'cus_adaobi0001',
      currency: 'NGN',
      expiry: 86_400,
    })
  await t.post('/_emulator/virtual-accounts/busy-account-2/pay', { amount: 20 })
  await t.post('/v3/bulk-virtual-account-numbers', { accounts: 2, email: 'tenant@example.com' })
  await t.post('/v3/bulk-tokenized-charges', {
    bulk_data: ['busy token 1', 'busy token 2'].map((tx_ref) => ({
      tx_ref,
      token: 'tok_pmd_card000001',
      email: 'adaobi@example.com',
      amount: 15,
    })),
  })
  await t.post('/_emulator/webhooks/events', { type: 'charge.completed', data: { any: ['thing'] } })
  await t.advance('7s')
  await t.post('/_emulator/webhooks/hold')
  await t.post('/_emulator/rules', {
    key: 'network:503',
    when: { path: '/nowhere', reference: 'order-17*', card: { last4: '4246' }, meta: { run: '7' } },
    for: '1h',
    count: 3,
  })
  for (const [name, values] of Object.entries((await snapshotOf(t)).state))
    expect([name, values.length > 0]).toEqual([name, true])
  return t
}
