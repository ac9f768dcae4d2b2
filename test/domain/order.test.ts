import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/domain/kernel/errors.ts'
import { chargeBody, freshReference, type Harness, harness, ids } from '../harness.ts'

/** What happens to an order of 100 -> its state: status, captured amount, status of the charge that holds it. */
const lives: [sentence: string, key: string | undefined, rows: [happens: string, state: string][]][] = [
  [
    'captured whole',
    undefined,
    [
      ['capture', 'completed 100 succeeded'],
      ['capture', 'refused conflict'],
      ['void', 'refused conflict'],
      ['charge 1', 'refused conflict'],
    ],
  ],
  [
    'captured in part, which releases the rest',
    undefined,
    [
      ['capture 100.01', 'refused invalid_request'],
      ['capture 99.99', 'partially-completed 99.99 succeeded'],
      ['capture 0.01', 'refused conflict'],
    ],
  ],
  [
    'voided',
    undefined,
    [
      ['void', 'voided 0 voided'],
      ['void', 'refused conflict'],
      ['capture', 'refused conflict'],
      ['charge 1', 'refused conflict'],
    ],
  ],
  [
    'captured by charges until nothing is left',
    undefined,
    [
      ['charge 60', 'partially-completed 60 pending'],
      ['charge 40.01', 'refused invalid_request'],
      ['charge 40', 'completed 100 voided'],
      ['charge 0.01', 'refused conflict'],
    ],
  ],
  [
    'captured by a charge, then voided',
    undefined,
    [
      ['charge 60', 'partially-completed 60 pending'],
      ['void', 'partially-completed 60 voided'],
      ['charge 1', 'refused conflict'],
    ],
  ],
  [
    'captured by a charge, then whole',
    undefined,
    [
      ['charge 60', 'partially-completed 60 pending'],
      ['capture 40.01', 'refused invalid_request'],
      ['capture', 'completed 100 succeeded'],
    ],
  ],
  [
    'declined at its capture',
    'issuer:do_not_honor',
    [
      ['charge 10', 'authorized 0 pending'],
      ['capture', 'failed 0 failed'],
      ['void', 'refused conflict'],
    ],
  ],
  [
    'not captured in time',
    'scenario:auth_capture_expires',
    [
      ['wait 6d', 'authorized 0 pending'],
      ['charge 30', 'partially-completed 30 pending'],
      ['wait 1d', 'partially-completed 30 failed'],
      ['charge 1', 'refused conflict'],
    ],
  ],
  [
    'not captured at all in time',
    'scenario:auth_capture_expires',
    [
      ['wait 7d', 'failed 0 failed'],
      ['capture', 'refused conflict'],
    ],
  ],
]

const inputOf = (amount: number, key: string | undefined, t: Harness) => ({
  amount,
  currency: String(chargeBody()['currency']),
  reference: freshReference(),
  customerId: ids.customer,
  paymentMethodId: ids.card,
  meta: undefined,
  redirectUrl: undefined,
  authorization: undefined,
  merchantVatAmount: undefined,
  plan: t.world.catalogue.resolve(key),
  baseUrl: 'http://payer.test',
})

async function happen(t: Harness, id: string, words: string): Promise<string> {
  const [what, value] = words.split(' ')
  const amount = value === undefined ? undefined : Number(value)
  try {
    if (what === 'capture') t.world.dispatch('order.capture', { id, amount, verdict: undefined })
    else if (what === 'void') t.world.dispatch('order.void', { id })
    else if (what === 'wait') await t.advance(value ?? '')
    else
      t.world.dispatch('charge.create', {
        ...inputOf(amount ?? 0, undefined, t),
        recurring: false,
        orderId: id,
      })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `refused ${error.code}`
  }
  const order = t.world.state.orders.get(id)
  const charge = t.world.state.charges.get(order?.chargeId ?? '')
  return `${order?.status} ${order?.capturedAmount} ${charge?.status}`
}

describe('an order is', () => {
  test.each(lives)('%s', async (_, key, rows) => {
    const t = harness()
    const { id } = t.world.dispatch('order.create', inputOf(100, key, t))
    const seen: [string, string][] = []
    for (const [happens] of rows) seen.push([happens, await happen(t, id, happens)])
    expect(seen).toEqual(rows)
  })
})
