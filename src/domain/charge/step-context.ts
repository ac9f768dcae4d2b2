import type { AccountType } from '../kernel/enums.ts'

/** What a step may look at when it starts. */
export interface StepContext {
  now: number
  payerUrl: string
  amount: number
  currency: string
  reference: string
  /** Seconds that a bank-transfer payment method gives its accounts, and their kind. */
  accountExpiresIn: number | undefined
  accountType: AccountType | undefined
  /** `count` decimal digits from the world's random source. */
  digits(count: number): string
}
