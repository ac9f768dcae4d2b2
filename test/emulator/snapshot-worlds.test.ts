import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'
import { snapshotOf } from '../support/busy-world.ts'
import { chargeBody, ids } from '../support/charge.ts'
import { transferBody } from '../support/transfer.ts'

const methods = Object.values(ids).filter((id) => id.startsWith('pmd_'))
const answers = ['123456', '000000', '10115'] as const

/** An action on a world: `nth` selects among the values that exist by then, `choice` among their actions. */
interface Act {
  what: keyof typeof acts
  key: string | undefined
  amount: number
  method: string
  nth: number
  choice: 0 | 1 | 2
  by: string
}

/** Each action of an arbitrary world; the keys are any two built-in ones whose answers are not broken. */
const act = (): fc.Arbitrary<Act> => {
  const keys = inject('builtIn').fragments.filter(
    ({ response, sequence }) => !response && !sequence?.some((item) => item.startsWith('network')),
  )
  const key = fc.constantFrom(...keys.map((fragment) => fragment.key))
  return fc.record({
    what: fc.constantFrom(...(Object.keys(acts) as Act['what'][])),
    key: fc.option(
      fc.array(key, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('&')),
      { nil: undefined },
    ),
    amount: fc.oneof(
      fc.integer({ min: 1, max: 2_000_000 }).map((cents) => cents / 100),
      fc.constantFrom(0.01, 100.005, 1e15, 1.5e308),
    ),
    method: fc.constantFrom(...methods),
    nth: fc.nat(50),
    choice: fc.constantFrom(0, 1, 2),
    by: fc.constantFrom('1ms', '1s', '7s', '1m', '2h', '25h'),
  })
}

const pick = <T extends { id: string }>(values: Iterable<T>, nth: number): string => {
  const all = [...values]
  return all[nth % Math.max(all.length, 1)]?.id ?? 'none'
}

const scenario = ({ key }: Act) => ({ 'x-scenario-key': key ?? null })

let nonces = 0
const authorizations = ({ choice }: Act) => [
  { type: 'otp', otp: { code: answers[choice] } },
  { type: 'pin', pin: { nonce: String(nonces++).padStart(12, 'n'), encrypted_pin: answers[choice] } },
  {
    type: 'avs',
    avs: { address: { line1: 'x', city: 'x', state: 'x', postal_code: answers[choice], country: 'NG' } },
  },
]

const acts = {
  charge: (t: Harness, a: Act) =>
    t.post('/charges', chargeBody({ amount: a.amount, payment_method_id: a.method }), scenario(a)),
  recurring: (t: Harness, a: Act) =>
    t.post('/charges', chargeBody({ recurring: true, merchant_vat_amount: a.amount }), scenario(a)),
  repeat: (t: Harness, a: Act) =>
    t.post('/charges', chargeBody({ reference: `repeated-${a.choice}` }), {
      'x-idempotency-key': `idempotency-${a.nth % 4}`,
    }),
  order: (t: Harness, a: Act) =>
    t.post('/orders', chargeBody({ amount: a.amount, payment_method_id: a.method }), scenario(a)),
  capture: (t: Harness, a: Act) =>
    t.put(
      `/orders/${pick(t.world.state.orders, a.nth)}`,
      [{ action: 'capture' }, { action: 'capture', amount: a.amount }, { action: 'void' }][a.choice],
    ),
  part: (t: Harness, a: Act) =>
    t.post(
      '/charges',
      chargeBody({
        order_id: pick(t.world.state.orders, a.nth),
        amount: a.amount / 3,
        payment_method_id: a.method,
      }),
      scenario(a),
    ),
  refund: (t: Harness, a: Act) =>
    t.post(
      '/refunds',
      { charge_id: pick(t.world.state.charges, a.nth), ...(a.choice > 0 && { amount: a.amount / 7 }) },
      scenario(a),
    ),
  answer: (t: Harness, a: Act) =>
    t.put(`/charges/${pick(t.world.state.charges, a.nth)}`, { authorization: authorizations(a)[a.nth % 3] }),
  read: (t: Harness, a: Act) => t.get(`/charges/${pick(t.world.state.charges, a.nth)}`),
  pay: (t: Harness, a: Act) =>
    t.post(`/_emulator/charges/${pick(t.world.state.charges, a.nth)}/payer`, {
      action: (['approve', 'decline', 'abandon'] as const)[a.choice],
    }),
  transfer: (t: Harness, a: Act) =>
    t.post(
      '/v3/transfers',
      transferBody({ amount: a.amount, ...(a.choice === 1 && { callback_url: 'http://merchant.test/t' }) }),
      scenario(a),
    ),
  outcome: (t: Harness, a: Act) =>
    t.post(`/_emulator/transfers/${pick(t.world.state.transfers, a.nth)}/outcome`, {
      status: (['approved', 'successful', 'reversed'] as const)[a.choice],
    }),
  retry: (t: Harness, a: Act) => t.post(`/v3/transfers/${pick(t.world.state.transfers, a.nth)}/retries`),
  event: (t: Harness, a: Act) =>
    t.post('/_emulator/webhooks/events', {
      type: (['charge.completed', 'refund.completed', 'order.authorization'] as const)[a.choice],
    }),
  redeliver: (t: Harness, a: Act) =>
    t.post(
      `/_emulator/webhooks/deliveries/${pick(t.world.state.deliveries, a.nth)}/redeliver`,
      a.choice === 1 ? { body: '{}', signature: 'missing' } : undefined,
    ),
  hold: (t: Harness, a: Act) => t.post(`/_emulator/webhooks/${a.choice > 0 ? 'hold' : 'release'}`),
  receiver: async (t: Harness, a: Act) => {
    t.receiver.answer = () => ({ status: a.choice === 0 ? 500 : 200, headers: {}, body: '' })
  },
  clock: (t: Harness, a: Act) =>
    t.put('/_emulator/clock', {
      now: (['1970-01-01T00:00:00Z', '2029-12-31T00:00:00Z', '2030-02-01T00:00:00Z'] as const)[a.choice],
    }),
  advance: (t: Harness, a: Act) => t.advance(a.by),
}

/** Restores the world in another emulator, which must then have the same content. */
async function mustRestore(t: Harness): Promise<void> {
  const snapshot = await snapshotOf(t)
  const other = harness({ settings: { seed: 'another' } })
  const { status, text } = await other.put('/_emulator/state', snapshot)
  expect([status, text]).toEqual([200, expect.anything()])
  expect(await snapshotOf(other)).toEqual(snapshot)
}

test('Any world that can be reached can be restored, and is the same then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act(), { minLength: 10, maxLength: 60, size: 'max' }), async (all) => {
      const t = harness({ instantLatency: true })
      for (const one of all) await acts[one.what](t, one)
      expect(t.faults).toEqual([])
      await mustRestore(t)
      await t.advance('30d')
      expect(t.faults).toEqual([])
      await mustRestore(t)
    }),
    { numRuns: Number(process.env['WORLDS'] ?? 40) },
  )
}, 600_000)
