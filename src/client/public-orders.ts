/** Orders and refunds as published for users of the package, written out as in public-types.ts. */

import type { OrderStatus, RefundStatus } from '../domain/kernel/enums.ts'
import type { BillingDetails, Fee, NextAction, ProcessorVerdict } from './public-charges.ts'
import type { PaymentMethod } from './public-customers.ts'

export type { OrderStatus, RefundStatus } from '../domain/kernel/enums.ts'

/** An order, which is a preauthorised payment, as the service presents it. */
export interface Order {
  /** Id, `ord_…`. */
  id: string
  /** Authorised amount. */
  amount: number
  /** The service's fees. */
  fees: Fee[]
  /** The customer's address data when the order was created. */
  billing_details: BillingDetails
  /** ISO 4217 code. */
  currency: string
  /** The customer who pays. */
  customer_id: string
  /** Text that describes the payment. */
  description: string
  /** The merchant's own map. */
  meta: Record<string, string>
  /** What the charge that holds the authorisation waits for; absent if nothing. */
  next_action?: NextAction | undefined
  /** What it is paid with. */
  payment_method_details: PaymentMethod
  /** Where the payer goes after payment. */
  redirect_url?: string | undefined
  /** The merchant's reference. */
  reference: string
  /** How far it is. */
  status: OrderStatus
  /** The issuer's answer; absent until there is one. */
  processor_response?: ProcessorVerdict | undefined
  /** Amount captured so far. */
  captured_amount: number
  /** Id of the payment method. */
  payment_method_id: string
  /** The charge that holds the authorisation. */
  charge_id: string
  /** The charges that captured part of it. */
  captures: string[]
  /** When it was created. */
  created_datetime: string
}

/** A full or partial refund of a charge as the service presents it. */
export interface Refund {
  /** Id, `rfd_…`. */
  id: string
  /** The charge that is refunded. */
  charge_id: string
  /** The reference of the charge. */
  reference: string
  /** Refunded amount. */
  amount: number
  /** The same as `amount`. */
  amount_refunded: number
  /** ISO 4217 code. */
  currency: string
  /** Why it is refunded. */
  reason?: string | undefined
  /** The merchant's own map. */
  meta: Record<string, string>
  /** How far it is. */
  status: RefundStatus
  /** When it was created. */
  created_datetime: string
}
