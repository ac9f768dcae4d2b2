/** The lists of values of virtual accounts, settlements and chargebacks: a part of enums.ts, and like it without imports. */

/** The statuses of virtual accounts. */
export const virtualAccountStatuses = ['active', 'inactive'] as const
/** Whether a virtual account takes payments. */
export type VirtualAccountStatus = (typeof virtualAccountStatuses)[number]

/** The currencies in which virtual accounts can be opened. */
export const virtualAccountCurrencies = ['NGN', 'GHS', 'EGP', 'KES'] as const

/** The statuses of settlements. */
export const settlementStatuses = ['pending', 'completed'] as const
/** Whether a settlement has been paid out. */
export type SettlementStatus = (typeof settlementStatuses)[number]

/** The stages of chargebacks. */
export const chargebackStages = ['new', 'second', 'pre-arbitration', 'arbitration'] as const
/** How often a payment has been disputed. */
export type ChargebackStage = (typeof chargebackStages)[number]

/** Where a chargeback ends. */
export const chargebackOutcomes = ['won', 'lost', 'reversed'] as const
/** Where a chargeback ends: in the merchant's favour, in that of the payer, or taken back. */
export type ChargebackOutcome = (typeof chargebackOutcomes)[number]

/** The statuses of chargebacks. */
export const chargebackStatuses = [
  'new',
  'pending',
  'initiated',
  'accepted',
  'declined',
  ...chargebackOutcomes,
] as const
/** How far a chargeback is; the first three wait for the merchant. */
export type ChargebackStatus = (typeof chargebackStatuses)[number]

/** Whether the card was issued in the country of the merchant. */
export const chargebackTypes = ['local', 'international'] as const
/** Whether the card was issued in the country of the merchant. */
export type ChargebackType = (typeof chargebackTypes)[number]

/** Who moves a chargeback on. */
export const chargebackActors = ['merchant', 'issuer', 'clock', 'tester'] as const
/** Who moves a chargeback on. */
export type ChargebackActor = (typeof chargebackActors)[number]
