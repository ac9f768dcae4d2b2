import { describe, expect, test } from 'vitest'
import { decide } from '../../src/domain/charge/decide.ts'
import type { Charge, ChargeContext } from '../../src/domain/charge/model.ts'
import { refundable } from '../../src/domain/charge/returns.ts'
import { Refusal } from '../../src/domain/kernel/errors.ts'
import { Life } from '../support/life.ts'

const context = { now: 5, settleAfter: 0 } as ChargeContext

/** `ask 30`, `succeed 30`, `fail 30`: what happens to a refund of this amount. */
function outcome(charge: Charge, words: string): [Charge, string] {
  const [what, amount] = words.split(' ')
  const part = { amount: Number(amount), refundId: 'rfd_1' }
  try {
    const [next] = decide(
      charge,
      what === 'ask'
        ? { type: 'refund', ...part }
        : { type: 'refund_ended', ...part, succeeded: what === 'succeed' },
      context,
    )
    return [next, `${next.refundedAmount} back, ${next.refundingAmount} on its way, ${refundable(next)} left`]
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [charge, `refused ${error.code}`]
  }
}

const succeeded = (amount: number): Charge => {
  const life = new Life('', { amount })
  life.open()
  return life.charge
}

const lives: [sentence: string, amount: number, rows: [happens: string, state: string][]][] = [
  [
    'goes back whole',
    100,
    [
      ['ask 100', '0 back, 100 on its way, 0 left'],
      ['ask 0.01', 'refused conflict'],
      ['succeed 100', '100 back, 0 on its way, 0 left'],
      ['ask 100', 'refused conflict'],
    ],
  ],
  [
    'goes back in parts, which are never more than the whole',
    0.3,
    [
      ['ask 0.1', '0 back, 0.1 on its way, 0.2 left'],
      ['ask 0.21', 'refused invalid_request'],
      ['ask 0.2', '0 back, 0.3 on its way, 0 left'],
      ['succeed 0.2', '0.2 back, 0.1 on its way, 0 left'],
      ['succeed 0.1', '0.3 back, 0 on its way, 0 left'],
    ],
  ],
  [
    'never has less than nothing on its way, however many digits its refunds have',
    100,
    [
      ['ask 1.8571428571428572', '0 back, 1.8571428571428572 on its way, 98.14285714285714 left'],
      ['ask 0.13', '0 back, 1.987142857142857 on its way, 98.01285714285714 left'],
      [
        'succeed 1.8571428571428572',
        '1.8571428571428572 back, 0.1299999999999998 on its way, 98.01285714285714 left',
      ],
      ['succeed 0.13', '1.987142857142857 back, 0 on its way, 98.01285714285714 left'],
    ],
  ],
  [
    'is free again where a refund failed',
    50,
    [
      ['ask 50', '0 back, 50 on its way, 0 left'],
      ['fail 50', '0 back, 0 on its way, 50 left'],
      ['ask 50.01', 'refused invalid_request'],
      ['ask 50', '0 back, 50 on its way, 0 left'],
    ],
  ],
  [
    'never owes less than nothing, whatever digits its parts have',
    0.05,
    [
      ['ask 0.01', '0 back, 0.01 on its way, 0.04 left'],
      ['ask 0.014285714285714287', '0 back, 0.024285714285714285 on its way, 0.025714285714285714 left'],
      ['fail 0.01', '0 back, 0.014285714285714285 on its way, 0.03571428571428571 left'],
      ['fail 0.014285714285714287', '0 back, 0 on its way, 0.05 left'],
    ],
  ],
]

describe('the amount of a charge', () => {
  test.each(lives)('%s', (_, amount, rows) => {
    let charge = succeeded(amount)
    const seen = rows.map(([happens]) => {
      const [next, state] = outcome(charge, happens)
      charge = next
      return [happens, state]
    })
    expect(seen).toEqual(rows)
  })

  test.each([
    ['pending', 'scenario:auth_pin', ['open']],
    ['failed', 'issuer:error', ['open']],
    ['voided', 'scenario:auth_capture', ['open', 'void']],
  ])('does not go back while the charge is %s', (status, key, rows) => {
    const life = new Life(key)
    for (const row of rows) life.do(row)
    expect(life.charge.status).toBe(status)
    expect(outcome(life.charge, 'ask 1')).toEqual([life.charge, 'refused conflict'])
  })

  test('is in the history of the charge for each partial refund', () => {
    const [asked] = outcome(succeeded(10), 'ask 4')
    const [ended] = outcome(asked, 'succeed 4')
    expect(ended.history.slice(-2)).toEqual([
      { at: 5, status: 'succeeded', actor: 'merchant', note: 'rfd_1 refunds 4 NGN' },
      { at: 5, status: 'succeeded', actor: 'service', note: 'rfd_1 succeeded' },
    ])
  })
})
