import type { ChargebackOutcome } from '../domain/kernel/enums.ts'
import type { Chargeback, PaidIn } from './public-types.ts'

/** Decides chargebacks. */
export interface Chargebacks {
  /**
   * Lets the merchant win or lose a chargeback now, or reverses it. Rejects with an EmulatorError: status 404 if there is no such
   * chargeback, 409 if the outcome is not possible in its status.
   */
  outcome(id: string, status: ChargebackOutcome): Promise<Chargeback>
}

/** What is paid in to a virtual account, and by whom. */
export interface PayInOptions {
  /** By default the amount of the account; required if it takes any amount. */
  amount?: number | undefined
  /** Who transfers the money. */
  originatorName?: string | undefined
  /** The bank that they use. */
  originatorBankName?: string | undefined
  /** Their account, which the service shows masked. */
  originatorAccountNumber?: string | undefined
}

/** Pays in to virtual accounts. */
export interface VirtualAccounts {
  /**
   * Transfers money to an account, by its id or reference: it becomes a charge. Rejects with an EmulatorError: status 404 if
   * there is no such account, 400 for another amount than it takes, 409 if it is inactive.
   */
  pay(id: string, options?: PayInOptions): Promise<PaidIn>
}
