/** Transfers as published for users of the package, written out as in public-types.ts. */

import type { TransferActor, TransferOutcome, TransferStatus } from '../domain/kernel/enums.ts'
import type { ProcessorVerdict } from './public-charges.ts'
import type { Timer } from './public-clock.ts'
import type { ScenarioKey } from './scenario-key.ts'

export type {
  TransferActor,
  TransferOutcome,
  TransferStatus,
  TransferVerdict,
} from '../domain/kernel/enums.ts'

/** A transfer as the service presents it. */
export interface Transfer {
  /** Id, with which it is retrieved and retried. */
  id: number
  /** The payee's account. */
  account_number: string
  /** Code of the payee's bank. */
  bank_code: string
  /** Name of the account holder. */
  full_name: string
  /** The same as `full_name`. */
  fullname: string
  /** When it was created. */
  created_at: string
  /** Currency that the payee receives. */
  currency: string
  /** Currency of the balance that is debited. */
  debit_currency: string
  /** Amount in `currency`. */
  amount: number
  /** Fee in `currency`. */
  fee: number
  /** How far it is; ends as `SUCCESSFUL` or `FAILED`. */
  status: TransferStatus
  /** The merchant's reference. */
  reference: string
  /** The merchant's own data. */
  meta: Record<string, unknown> | Record<string, unknown>[] | null
  /** Text for the payee's statement. */
  narration: string
  /** How it ended; empty until then. */
  complete_message: string
  /** 1 if it must be approved before it is sent. */
  requires_approval: 0 | 1
  /** 1 once it is approved, or if it need not be. */
  is_approved: 0 | 1
  /** Who approved it; null if it needs no approval, or is not approved yet. */
  approver: string | null
  /** Name of the payee's bank. */
  bank_name: string
}

/** A change of status of a transfer, and who caused it. */
export interface TransferTransition {
  /** When it changed. */
  at: string
  /** The status since then. */
  status: TransferStatus
  /** Who caused it. */
  actor: TransferActor
  /** What happened, in words. */
  note: string
}

/** The internal state of a transfer, which the service itself never shows. */
export interface TransferInspection {
  /** The transfer as the service presents it. */
  transfer: Transfer
  /** The scenario key that it was created with; null if none. */
  scenario: ScenarioKey | null
  /** How it will end, or has ended. */
  outcome: TransferOutcome
  /** Whether it was reversed. */
  reversed: boolean
  /** What is taken from the balance. */
  debit: {
    /** Currency of the balance. */
    currency: string
    /** Amount, fee included. */
    amount: number
    /** False if the balance was too low. */
    funded: boolean
  }
  /** Where its final state is sent; null if nowhere. */
  callback_url: string | null
  /** Id of the transfer that it retries; null if none. */
  retry_of: number | null
  /** Ids of the transfers that retry it. */
  retries: number[]
  /** Its changes of status, oldest first. */
  history: TransferTransition[]
  /** Its pending timers. */
  timers: Timer[]
}

/** A transfer in events: also how its money went. */
export interface Disbursement extends Transfer {
  /** Where it went: to a bank account. */
  type: 'BANK'
  /** Currency of the balance that was debited. */
  source_currency: string
  /** Currency that the payee receives. */
  destination_currency: string
  /** The payee's account and bank. */
  bank: {
    /** The payee's account. */
    account_number: string
    /** Code of the bank. */
    code: string
    /** Name of the bank. */
    name: string
    /** Code of the branch. */
    branch?: string | undefined
  }
  /** What was debited. */
  debit_information: {
    /** Currency of the balance. */
    currency: string
    /** Amount and fee, in that currency. */
    actual_debit_amount: number
    /** Units of the debited currency for one of the other. */
    rate_used: number
    /** Tax, in that currency. */
    vat: number
  }
  /** The answer of the payee's bank; null until the transfer has ended. */
  provider_response: ProcessorVerdict | null
}

/** A reversed transfer in events: also how its money came back. */
export interface Reversal extends Disbursement {
  /** How the money came back. */
  reversal: {
    /** When it was reversed. */
    reversal_datetime: string
    /** Its status before. */
    initial_status: 'SUCCESSFUL'
    /** Whether the reversal is complete. */
    reconciliation_status: 'COMPLETED'
    /** How much came back. */
    reconciliation_type: 'FULL'
  }
}
