/** Customers and payment methods as published for users of the package, written out as in public-types.ts. */

import type { AccountType, PaymentMethodType } from '../domain/kernel/enums.ts'

export type { AccountType, PaymentMethodType } from '../domain/kernel/enums.ts'

/** A person's name. */
export interface Name {
  /** First name. */
  first?: string | undefined
  /** Middle name. */
  middle?: string | undefined
  /** Last name. */
  last?: string | undefined
}

/** A phone number. */
export interface Phone {
  /** Country calling code without `+`, such as `234`. */
  country_code: string
  /** Number without the country calling code. */
  number: string
}

/** A postal address. */
export interface Address {
  /** Street and number. */
  line1: string
  /** What else the street needs, such as a flat. */
  line2?: string | undefined
  /** City. */
  city: string
  /** State or region. */
  state: string
  /** Postal code. */
  postal_code: string
  /** ISO 3166 alpha-2 code, such as `NG`. */
  country: string
}

/** A customer as the service presents it. */
export interface Customer {
  /** Id, `cus_…`. */
  id: string
  /** Postal address. */
  address?: Address | undefined
  /** E-mail address. */
  email: string
  /** Name. */
  name?: Name | undefined
  /** Phone number. */
  phone?: Phone | undefined
  /** The merchant's own map. */
  meta: Record<string, string>
  /** When it was created. */
  created_datetime: string
}

/** A stored card: of its number only the ends. */
export interface Card {
  /** Month of expiry, 1 to 12. */
  expiry_month: number
  /** Year of expiry. */
  expiry_year: number
  /** First six digits of the number. */
  first6: string
  /** Last four digits of the number. */
  last4: string
  /** Card network, such as `VISA`. */
  network: string
  /** Billing address. */
  billing_address?: Address | undefined
  /** Name on the card. */
  card_holder_name?: string | undefined
  /** Credential on file: whether the card may be charged again, and under which agreement. */
  cof?: CredentialOnFile | undefined
}

/** Whether a card may be charged again, and under which agreement. */
export interface CredentialOnFile {
  /** Whether it may. */
  enabled: boolean
  /** Id of the agreement. */
  agreement_id?: string | undefined
  /** Whether the amounts differ. */
  recurring_amount_variability?: 'VARIABLE' | undefined
  /** Whether there is a schedule. */
  agreement_type?: 'UNSCHEDULED' | undefined
  /** The network's id of the first payment. */
  trace_id?: string | undefined
}

/** A mobile money account. */
export interface MobileMoney {
  /** The operator, such as `MTN`. */
  network: string
  /** Country calling code without `+`. */
  country_code: string
  /** Number without the country calling code. */
  phone_number: string
  /** A QR code to pay with. */
  qr_code?: string | undefined
}

/** How a bank transfer is received. */
export interface BankTransfer {
  /** Whether the account is for one payment (`dynamic`) or for all of them. */
  account_type: AccountType
  /** Lifetime of the account, in seconds. */
  account_expires_in?: number | undefined
  /** Name of the account. */
  account_display_name?: string | undefined
  /** The payer's bank. */
  originator_bank_name?: string | undefined
  /** The payer's account. */
  originator_account_number?: string | undefined
  /** The payer's name. */
  originator_name?: string | undefined
}

/** The wallet of a device. */
export interface DeviceWallet {
  /** Name on the card behind it. */
  card_holder_name?: string | undefined
}

/** A payment by USSD code. */
export interface Ussd {
  /** Code of the bank whose USSD code is dialled. */
  account_bank?: string | undefined
}

/** The details of each type of payment method, under the name of the type. */
export interface PaymentMethodDetails {
  /** The card. */
  card: Card
  /** A bank account; it has no details. */
  bank_account?: object | undefined
  /** The mobile money account. */
  mobile_money: MobileMoney
  /** A wallet; it has no details. */
  walletpay?: object | undefined
  /** The wallet of a device. */
  devicewallet_a?: DeviceWallet | undefined
  /** The wallet of a device. */
  devicewallet_b?: DeviceWallet | undefined
  /** The bank of the USSD code. */
  ussd?: Ussd | undefined
  /** How the transfer is received. */
  bank_transfer: BankTransfer
}

/** What payment methods of all types have. */
export interface PaymentMethodCommon {
  /** Id, `pmd_…`. */
  id: string
  /** The customer who owns it. */
  customer_id?: string | undefined
  /** The merchant's own map. */
  meta?: Record<string, string> | undefined
  /** Fingerprint of the payer's device. */
  device_fingerprint?: string | undefined
  /** The payer's IP address. */
  client_ip?: string | undefined
  /** When it was created. */
  created_datetime?: string | undefined
}

/** A payment method as the service presents it: `type` names the member that has its details. */
export type PaymentMethod = {
  [T in PaymentMethodType]: PaymentMethodCommon & TypedBy<T> & Pick<PaymentMethodDetails, T>
}[PaymentMethodType]

/** What `type` tells apart. */
export interface TypedBy<T extends string> {
  /** Names the member that has the details. */
  type: T
}
