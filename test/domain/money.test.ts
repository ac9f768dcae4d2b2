import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feesOf } from '../../src/domain/charge/fees.ts'
import { add, percentOf, subtract } from '../../src/domain/kernel/money.ts'

/** Decimal numbers as cents, so that the expected result is exact. */
const cents = fc.integer({ min: 0, max: 10 ** 12 })

describe('decimal amounts', () => {
  test.each([
    [0.1, 0.2, 0.3],
    [1.1, 2.2, 3.3],
    [0.01, 0.06, 0.07],
    [1e-7, 2e-7, 3e-7],
    [123456789.12, 0.88, 123456790],
    [-0.1, 0.3, 0.2],
    [5, -5, 0],
    [1e21, 1, 1e21],
    [1.5e308, 1.5e308, Number.MAX_VALUE],
  ])('%d + %d is %d', (left, right, sum) => {
    expect(add(left, right)).toBe(sum)
  })

  test('subtract without the errors of binary fractions', () => {
    expect(subtract(0.3, 0.1)).toBe(0.2)
    expect(subtract(100, 33.33)).toBe(66.67)
    expect(subtract(1, 1)).toBe(0)
  })

  test('are added and subtracted exactly', () => {
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect(add(a / 100, b / 100)).toBe((a + b) / 100)
        expect(subtract((a + b) / 100, b / 100)).toBe(a / 100)
      }),
    )
  })

  test.each([
    [100, 1.4, 1.4],
    [0.01, 1.4, 0],
    [0.36, 1.4, 0.01],
    [33.33, 7.5, 2.5],
    [1.005, 100, 1.01],
    [2.675, 100, 2.68],
    [1e15, 1.4, 1.4e13],
    [1e300, 50, 5e299],
    [0, 7.5, 0],
  ])('%d at a percentage of %d is %d, rounded half up', (amount, percent, expected) => {
    expect(percentOf(amount, percent)).toBe(expected)
  })

  test('compute the same percentage the fast and the exact way', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const exact = (BigInt(amount) * BigInt(basisPoints) + 5_000n) / 10_000n
        expect(percentOf(amount / 100, basisPoints / 100)).toBe(Number(exact) / 100)
      }),
    )
  })
})

describe('fees', () => {
  const rules = [
    { type: 'app', percent: 1.4, cap: 2000, currencies: ['NGN'] },
    { type: 'app', percent: 2.9, currencies: ['USD'] },
    { type: 'vat', percent: 7.5, of: 'app' },
    { type: 'stamp_duty', flat: 50, from: 10_000, currencies: ['NGN'] },
  ]

  test('are a percentage, and a percentage of that', () => {
    expect(feesOf(rules, 1000, 'NGN', undefined)).toEqual([
      { type: 'app', amount: 14 },
      { type: 'vat', amount: 1.05 },
    ])
  })

  test('differ by currency, and a currency without a rule pays none, nor a tax on it', () => {
    expect(feesOf(rules, 1000, 'USD', undefined)[0]).toEqual({ type: 'app', amount: 29 })
    expect(feesOf(rules, 1000, 'JPY', undefined)).toEqual([])
  })

  test('stop at their cap', () => {
    expect(feesOf(rules, 1_000_000, 'NGN', undefined)[0]).toEqual({ type: 'app', amount: 2000 })
  })

  test('of a flat kind begin at their threshold', () => {
    expect(feesOf(rules, 9999.99, 'NGN', undefined).map((fee) => fee.type)).not.toContain('stamp_duty')
    expect(feesOf(rules, 10_000, 'NGN', undefined)).toContainEqual({ type: 'stamp_duty', amount: 50 })
  })

  test("contain the merchant's VAT last, even if it is zero", () => {
    expect(feesOf(rules, 1000, 'NGN', 0.3).at(-1)).toEqual({ type: 'merchant_vat', amount: 0.3 })
    expect(feesOf([], 1000, 'NGN', 0)).toEqual([{ type: 'merchant_vat', amount: 0 }])
  })

  test('never show an error of binary fractions', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        for (const fee of feesOf(rules, amount / 100, 'NGN', undefined))
          expect(String(fee.amount)).toMatch(/^\d+(\.\d{1,2})?$/)
      }),
    )
  })
})
