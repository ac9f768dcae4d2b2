import type { FeeTier, V3Fixtures } from '../fixtures/v3.ts'
import { mustField } from '../kernel/errors.ts'
import { add, finite, percentOf } from '../kernel/money.ts'

/** The fee of a transfer of `amount` by the schedule of its currency; decimals of the currency. */
export function transferFee(tiers: readonly FeeTier[], amount: number): number {
  const tier = tiers.find(({ upTo }) => upTo === undefined || amount <= upTo) ?? tiers.at(-1)
  const fee = add(tier?.flat ?? 0, percentOf(amount, tier?.percent ?? 0))
  return tier?.cap === undefined ? fee : Math.min(fee, tier.cap)
}

/**
 * Converts an amount to another currency at the rates of the fixtures, rounded half up to two decimals. Refuses a
 * currency without a rate, on `field`.
 */
export function convert(
  { exchangeRates }: Pick<V3Fixtures, 'exchangeRates'>,
  amount: number,
  from: string,
  to: string,
  field = 'debit_currency',
): number {
  if (from === to) return amount
  const [source, target] = [exchangeRates[from], exchangeRates[to]]
  mustField(source && target, field, `there is no rate from ${to} to ${from} in the fixtures`)
  return finite(Math.round(finite((amount * target) / source) * 100) / 100)
}

/** What a transfer of `amount` in one currency takes from a balance in another, and units of that for one of the first. */
export function quoteRate(
  v3: Pick<V3Fixtures, 'exchangeRates'>,
  { amount, from, to }: { amount: number; from: string; to: string },
  field: string,
): { rate: number; amount: number } {
  const { [from]: source = 1, [to]: target = 1 } = v3.exchangeRates
  const rate = from === to ? 1 : Number((target / source).toPrecision(12))
  return { amount: convert(v3, amount, from, to, field), rate }
}
