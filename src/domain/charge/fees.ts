import * as z from 'zod'
import type { PaymentMethodType } from '../kernel/enums.ts'
import { percentOf } from '../kernel/money.ts'
import { NonNegative } from '../kernel/values.ts'
import { type Stored, text } from '../stored/parts.ts'

/** The fees of a charge (contract, Charge) as they are stored. */
export const storedFees = () => z.array(z.strictObject({ type: text(), amount: NonNegative }))
export type Fee = Stored<typeof storedFees>[number]

/** One rule of the fixture schedule; `percent` of the amount, or of the fee named by `of`. Decimals of the currency. */
export interface FeeRule {
  type: string
  percent?: number
  of?: string
  flat?: number
  cap?: number
  /** Applies from this amount on. */
  from?: number
  /** Applies to these currencies only. */
  currencies?: string[]
}

export type FeeSchedule = Record<PaymentMethodType, FeeRule[]>

/** The fees of a charge, each rounded half up to two decimals; the merchant's own VAT comes last. */
export function feesOf(
  rules: readonly FeeRule[],
  amount: number,
  currency: string,
  merchantVatAmount: number | undefined,
): Fee[] {
  const fees: Fee[] = []
  for (const rule of rules) {
    if (rule.from !== undefined && amount < rule.from) continue
    if (rule.currencies && !rule.currencies.includes(currency)) continue
    const base = rule.of === undefined ? amount : fees.find((fee) => fee.type === rule.of)?.amount
    // The tax of a fee that does not apply to this charge.
    if (base === undefined) continue
    const value = rule.flat ?? percentOf(base, rule.percent ?? 0)
    fees.push({ type: rule.type, amount: rule.cap === undefined ? value : Math.min(value, rule.cap) })
  }
  if (merchantVatAmount !== undefined) fees.push({ type: 'merchant_vat', amount: merchantVatAmount })
  // An array that has grown has spare capacity, and every charge has one of these.
  return fees.slice()
}
