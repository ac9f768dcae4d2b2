import type { Charge } from '../domain/charge/model.ts'
import type { NextActionType } from '../domain/charge/next-actions.ts'
import { contractWords } from '../domain/fixtures/vocabulary.ts'
import type { PaymentMethodType } from '../domain/kernel/enums.ts'

/** The member that carries the service's own reference of a transaction, in the contract's words. */
export const serviceRefMember = contractWords.serviceRef

/** The service's own reference of a charge, and the id of the charge in it. */
export const serviceRefOf = ({ id }: Pick<Charge, 'id'>): string => id.replace('chg_', 'ref_')
export const chargeIdIn = (serviceRef: string): string => serviceRef.replace('ref_', 'chg_')

/** The token of a stored card, and the id of the payment method in it. */
export const tokenOf = (methodId: string): string => `tok_${methodId}`
export const methodIdIn = (token: string): string => token.replace('tok_', '')

/** The v3 names of the payment methods. */
export const paymentTypes = {
  card: 'card',
  bank_account: 'account',
  mobile_money: 'mobilemoney',
  walletpay: 'walletpay',
  devicewallet_a: 'devicewallet_a',
  devicewallet_b: 'devicewallet_b',
  ussd: 'ussd',
  bank_transfer: 'bank_transfer',
} as const satisfies Record<PaymentMethodType, string>

/** The v3 names of the charge statuses. No money was paid for a voided charge, so it counts as failed. */
export const transactionWords = {
  succeeded: 'successful',
  pending: 'pending',
  failed: 'failed',
  voided: 'failed',
} as const satisfies Record<Charge['status'], string>

export const transactionStatuses = [...new Set(Object.values(transactionWords))]

/** How the payer was authenticated, by the first thing that the charge asked for. */
export const authModels = {
  redirect_url: 'redirect',
  requires_additional_fields: 'avs_noauth',
  requires_pin: 'pin',
  requires_requery: 'callback',
  requires_otp: 'otp',
  requires_capture: 'noauth',
  payment_instruction: 'callback',
  requires_bank_transfer: 'banktransfer',
  qr_code: 'callback',
} as const satisfies Record<NextActionType, string>

/** How the payer of a charge is authenticated by a next action. */
export const authModelOf = (type: NextActionType, method: PaymentMethodType) =>
  method === 'ussd' && type === 'payment_instruction' ? ('ussd' as const) : authModels[type]

export const authModelNames = [...new Set([...Object.values(authModels), 'ussd'] as const)]

/** The `event.type` of a charge in webhooks, by its payment method. */
export const chargeKinds = {
  card: 'CARD_TRANSACTION',
  bank_account: 'ACCOUNT_TRANSACTION',
  mobile_money: 'MOBILEMONEY_TRANSACTION',
  walletpay: 'WALLETPAY_TRANSACTION',
  devicewallet_a: 'DEVICEWALLET_A_TRANSACTION',
  devicewallet_b: 'DEVICEWALLET_B_TRANSACTION',
  ussd: 'USSD_TRANSACTION',
  bank_transfer: 'BANK_TRANSFER_TRANSACTION',
} as const satisfies Record<PaymentMethodType, string>

/** The `event.type` of every transfer in webhooks. */
export const transferKind = 'Transfer'

/** The merchant's account at the service; a world has one. */
export const accountId = 100_001

/** The v3 name of the state of a charge. */
export const transactionStatus = (charge: Charge): (typeof transactionStatuses)[number] =>
  transactionWords[charge.status]
