/**
 * Charges and transfers as published for users of the package, written out as in public-types.ts. Only the members that
 * tests use are typed; at run time the others are present as in the contract.
 */

import type {
  ChargeActor,
  ChargeStatus,
  PaymentMethodType,
  TransferActor,
  TransferOutcome,
  TransferStatus,
} from '../domain/kernel/enums.ts'

export type { ChargeStatus, TransferStatus } from '../domain/kernel/enums.ts'

/** A command that runs, or has run, at an instant of the world's clock. */
export interface Timer {
  id: string
  at: string
  command: string
  input?: unknown
}

/** What a pending charge waits for: `type` names the member that is set. */
export type NextAction =
  | { type: 'redirect_url'; redirect_url: { url: string } }
  | { type: 'requires_additional_fields'; requires_additional_fields: { fields: string[] } }
  | { type: 'requires_pin'; requires_pin: object }
  | { type: 'requires_requery'; requires_requery: object }
  | { type: 'requires_otp'; requires_otp: object }
  | { type: 'requires_capture'; requires_capture: object }
  | { type: 'payment_instruction'; payment_instruction: { note: string } }
  | { type: 'requires_bank_transfer'; requires_bank_transfer: BankTransferInstruction }
  | { type: 'qr_code'; qr_code: { image: string } }

/** The account that the payer transfers money to. */
export interface BankTransferInstruction {
  account_number: string
  account_type: string
  account_bank_name: string
  account_expiration_datetime?: string | undefined
  note?: string | undefined
}

/** A charge as the service presents it. */
export interface Charge {
  id: string
  amount: number
  currency: string
  reference: string
  status: ChargeStatus
  customer_id: string
  created_datetime: string
  settled: boolean
  refunded: boolean
  meta: Record<string, string>
  next_action?: NextAction | undefined
  processor_response?: { type: string; code: string } | undefined
  redirect_url?: string | undefined
  payment_method_details: { id: string; type: PaymentMethodType }
}

/** A change of status of a charge, and who caused it. */
export interface Transition {
  at: string
  status: ChargeStatus
  actor: ChargeActor
  note: string
}

/** The internal state of a charge, which the service itself never shows. */
export interface ChargeInspection {
  charge: Charge
  /** The scenario key that it was created with; null if none. */
  scenario: string | null
  /** The order it belongs to; null if none. */
  order_id: string | null
  /** The page on which a payer approves or declines. */
  payer_url: string
  history: Transition[]
  /** What the charge waits for; null if nothing. */
  waits_for: {
    next_action: string
    /** The `authorization.type` to answer with. */
    answer: string | null
    /** An answer that is accepted. */
    accepted: string | null
    /** Answers that are rejected. */
    rejected: string[]
    /** Wrong answers until it fails; null if answers do not count. */
    attempts_left: number | null
  } | null
  /** Its pending timers. */
  timers: Timer[]
}

/** A transfer as the service presents it. */
export interface Transfer {
  id: number
  reference: string
  status: TransferStatus
  amount: number
  currency: string
  fee: number
  complete_message: string
}

/** The internal state of a transfer, which the service itself never shows. */
export interface TransferInspection {
  transfer: Transfer
  /** The scenario key that it was created with; null if none. */
  scenario: string | null
  /** How it will end, or has ended. */
  outcome: TransferOutcome
  reversed: boolean
  /** The amount taken from the balance, fee included; not `funded` if the balance was too low. */
  debit: { currency: string; amount: number; funded: boolean }
  callback_url: string | null
  /** Id of the transfer that it retries; null if none. */
  retry_of: number | null
  /** Ids of the transfers that retry it. */
  retries: number[]
  history: { at: string; status: TransferStatus; actor: TransferActor; note: string }[]
  timers: Timer[]
}
