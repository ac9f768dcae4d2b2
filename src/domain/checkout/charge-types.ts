import type { PaymentMethodType } from '../kernel/enums.ts'

/** A type of direct charges in v3: what the payer pays with, where, and what the request must contain. */
interface ChargeType {
  method: PaymentMethodType
  /** The currencies that it collects; the first is the usual one. Undefined: all. */
  currencies?: readonly [string, ...string[]]
  /** The members that it requires besides those of every charge. */
  needs?: readonly ('card_number' | 'expiry_month' | 'expiry_year' | 'phone_number' | 'account_bank')[]
  /** The operator, where a type has only one. */
  network?: string
  /** The flow that it starts, unless that is the usual one of its payment method. */
  flow?: string
}

const mobileMoney = (...currencies: [string, ...string[]]) =>
  ({ method: 'mobile_money', currencies, needs: ['phone_number'] }) as const

/** The types of `POST /v3/charges` (observed). */
export const chargeTypes = {
  card: { method: 'card', needs: ['card_number', 'expiry_month', 'expiry_year'] },
  mobile_money_ghana: mobileMoney('GHS'),
  mobile_money_uganda: mobileMoney('UGX'),
  mobile_money_rwanda: mobileMoney('RWF'),
  mobile_money_zambia: mobileMoney('ZMW'),
  mobile_money_tanzania: mobileMoney('TZS'),
  mobile_money_franco: mobileMoney('XOF', 'XAF'),
  mpesa: { ...mobileMoney('KES'), network: 'MPESA' },
  ussd: { method: 'ussd', currencies: ['NGN'], needs: ['account_bank'] },
  bank_transfer: { method: 'bank_transfer' },
  qr: { method: 'walletpay', currencies: ['NGN'], flow: 'scenario:wallet_qr' },
  walletpay: { method: 'walletpay' },
  devicewallet_a: { method: 'devicewallet_a' },
  devicewallet_b: { method: 'devicewallet_b' },
  debit_ng_account: { method: 'bank_account', currencies: ['NGN'] },
  debit_uk_account: { method: 'bank_account', currencies: ['GBP'] },
  'account-ach-uk': { method: 'bank_account', currencies: ['GBP', 'EUR'] },
  ach_payment: { method: 'bank_account', currencies: ['USD', 'ZAR'] },
} as const satisfies Record<string, ChargeType>

export type ChargeTypeName = keyof typeof chargeTypes

export const chargeTypeNames = Object.keys(chargeTypes) as [ChargeTypeName, ...ChargeTypeName[]]

/** A type of direct charges by its name. */
export const chargeTypeOf = (name: ChargeTypeName): ChargeType => chargeTypes[name]
