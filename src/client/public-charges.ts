/** Charges as published for users of the package, written out as in public-types.ts. */

import type { ProcessorResponse } from '../domain/charge/processor-responses.ts'
import type {
  AccountType,
  AnswerKind,
  ChargeActor,
  ChargeStatus,
  PlayedAction,
  Player,
} from '../domain/kernel/enums.ts'
import type { Timer } from './public-clock.ts'
import type { Name, PaymentMethod, Phone, TypedBy } from './public-customers.ts'
import type { ScenarioKey } from './scenario-key.ts'

export type { ProcessorResponse } from '../domain/charge/processor-responses.ts'
export type {
  AnswerKind,
  ChargeActor,
  ChargeStatus,
  PayerAction,
  PlayedAction,
  Player,
} from '../domain/kernel/enums.ts'

/** What each kind of next action says, under the name of the kind. */
export interface NextActionDetails {
  /** The payer completes a hosted page. */
  redirect_url: {
    /** Where to send the payer. */
    url: string
  }
  /** The merchant sends further fields. */
  requires_additional_fields: {
    /** Their paths in the body of `PUT /charges/{id}`. */
    fields: string[]
  }
  /** The merchant sends the card PIN. */
  requires_pin: object
  /** The merchant reads the charge again. */
  requires_requery: object
  /** The merchant sends the one-time password that the payer received. */
  requires_otp: object
  /** The merchant captures the order. */
  requires_capture: object
  /** The payer follows an instruction. */
  payment_instruction: {
    /** The instruction, for the payer to read. */
    note: string
  }
  /** The payer transfers money to an account. */
  requires_bank_transfer: BankTransferInstruction
  /** The payer scans a QR code. */
  qr_code: {
    /** The image as a data URI. */
    image: string
  }
}

/** The kinds of next actions. */
export type NextActionType = keyof NextActionDetails

/** What a pending charge waits for: `type` names the member that has the details. */
export type NextAction = {
  [K in NextActionType]: TypedBy<K> & Pick<NextActionDetails, K>
}[NextActionType]

/** The account that the payer transfers money to. */
export interface BankTransferInstruction {
  /** Number of the account. */
  account_number: string
  /** Whether the account is for this payment only (`dynamic`). */
  account_type: AccountType
  /** Name of the bank. */
  account_bank_name: string
  /** When the account closes. */
  account_expiration_datetime?: string | undefined
  /** Text for the payer. */
  note?: string | undefined
}

/** A fee of the service. */
export interface Fee {
  /** What it is for, such as `app` or `vat`. */
  type: string
  /** Amount in the currency of the charge. */
  amount: number
}

/** The customer's data when a charge was created. */
export interface BillingDetails {
  /** E-mail address. */
  email: string
  /** Name. */
  name?: Name | undefined
  /** Phone number. */
  phone?: Phone | undefined
}

/** The issuer's answer. */
export interface ProcessorVerdict {
  /** Name of the answer; only `approved` succeeds. */
  type: ProcessorResponse
  /** Its two digits, such as `51`. */
  code: string
}

/** A charge as the service presents it. */
export interface Charge {
  /** Id, `chg_…`. */
  id: string
  /** Amount in `currency`. */
  amount: number
  /** The service's fees. */
  fees: Fee[]
  /** The customer's data when the charge was created. */
  billing_details: BillingDetails
  /** ISO 4217 code. */
  currency: string
  /** The customer who pays. */
  customer_id: string
  /** Text that describes the payment. */
  description: string
  /** Whether a chargeback disputes it. */
  disputed: boolean
  /** Whether the money was paid out to the merchant. */
  settled: boolean
  /** Ids of the settlements. */
  settlement_id: string[]
  /** The merchant's own map. */
  meta: Record<string, string>
  /** What it waits for; absent if nothing. */
  next_action?: NextAction | undefined
  /** What it is paid with. */
  payment_method_details: PaymentMethod
  /** Where the payer goes after payment. */
  redirect_url?: string | undefined
  /** Whether all of it was refunded. */
  refunded: boolean
  /** The merchant's reference. */
  reference: string
  /** How far it is. */
  status: ChargeStatus
  /** The issuer's answer; absent until there is one. */
  processor_response?: ProcessorVerdict | undefined
  /** When it was created. */
  created_datetime: string
}

/** A change of status of a charge, and who caused it. */
export interface Transition {
  /** When it changed. */
  at: string
  /** The status since then. */
  status: ChargeStatus
  /** Who caused it. */
  actor: ChargeActor
  /** What happened, in words. */
  note: string
}

/** The internal state of a charge, which the service itself never shows. */
export interface ChargeInspection {
  /** The charge as the service presents it. */
  charge: Charge
  /** The scenario key that it was created with; null if none. */
  scenario: ScenarioKey | null
  /** The order it belongs to; null if none. */
  order_id: string | null
  /** The page on which a payer approves or declines. */
  payer_url: string
  /** Its changes of status, oldest first. */
  history: Transition[]
  /** What the charge waits for; null if nothing. */
  waits_for: {
    /** The kind of next action. */
    next_action: NextActionType
    /** The `authorization.type` to answer with; null if the merchant has nothing to answer. */
    answer: AnswerKind | null
    /** An answer that is accepted; null if the merchant has nothing to answer. */
    accepted: string | null
    /** Answers that are rejected. */
    rejected: string[]
    /** Wrong answers until it fails; null if answers do not count. */
    attempts_left: number | null
  } | null
  /** Its pending timers. */
  timers: Timer[]
}

/** A charge that was played to its end, and what was done. */
export interface PlayedCharge extends ChargeInspection {
  /** What was done, in order. */
  played: {
    /** When it was done. */
    at: string
    /** Who did it. */
    by: Player
    /** What was done. */
    action: PlayedAction
    /** What the charge waited for. */
    next_action: NextActionType
    /** The answer that was sent, unencrypted; null if none was. */
    answer: string | null
  }[]
}
