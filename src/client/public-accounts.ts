/** Virtual accounts and chargebacks as published for users of the package, written out as in public-types.ts. */

import type {
  AccountType,
  ChargebackStage,
  ChargebackStatus,
  ChargebackType,
  VirtualAccountStatus,
} from '../domain/kernel/enums.ts'
import type { Charge } from './public-charges.ts'

export type {
  ChargebackOutcome,
  ChargebackStage,
  ChargebackStatus,
  ChargebackType,
  VirtualAccountStatus,
} from '../domain/kernel/enums.ts'

/** A bank account that a customer pays in to, as the service presents it. */
export interface VirtualAccount {
  /** Id, `vac_…`. */
  id: string
  /** What a payment must be; 0: any amount. */
  amount: number
  /** Ten digits. */
  account_number: string
  /** The merchant's reference. */
  reference: string
  /** Name of the bank. */
  account_bank_name: string
  /** Whether it is for one payment or for many. */
  account_type: AccountType
  /** Whether it takes payments. */
  status: VirtualAccountStatus
  /** When it becomes inactive. */
  account_expiration_datetime: string
  /** Text for the payer. */
  note: string
  /** The customer who pays in. */
  customer_id: string
  /** ISO 4217 code. */
  currency: 'NGN' | 'GHS' | 'EGP' | 'KES'
  /** The merchant's own map. */
  meta: Record<string, string>
  /** When it was created. */
  created_datetime: string
}

/** A payment to a virtual account. */
export interface PaidIn {
  /** The account after the payment. */
  virtual_account: VirtualAccount
  /** What the money has become. */
  charge: Charge
}

/** A payment that its payer disputes, as the service presents it. */
export interface Chargeback {
  /** Id, `cbk_…`. */
  id: string
  /** The disputed charge. */
  charge_id: string
  /** Disputed amount. */
  amount: number
  /** ISO 4217 code. */
  currency: string
  /** How often the payment has been disputed. */
  stage: ChargebackStage
  /** How far it is. */
  status: ChargebackStatus
  /** Whether the card was issued in the country of the merchant. */
  type: ChargebackType
  /** Until when it must be accepted or declined. */
  due_datetime: string
  /** The settlement from which it was deducted. */
  settlement_id?: string | undefined
  /** What payer or merchant wrote. */
  comment?: string | undefined
  /** The merchant's evidence. */
  uploaded_proof?: string | undefined
  /** When it was created. */
  created_datetime: string
}
