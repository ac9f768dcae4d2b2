import { subtract } from './money.ts'

export type OrderStatus = 'pending' | 'authorized' | 'completed' | 'voided' | 'failed'

/** A preauthorised payment: one charge holds the authorised amount until it is captured or voided. Immutable. */
export interface Order {
  readonly id: string
  readonly reference: string
  /** The charge that holds the authorisation. */
  readonly chargeId: string
  readonly amount: number
  readonly currency: string
  readonly customerId: string
  readonly paymentMethodId: string
  readonly meta: Readonly<Record<string, string>>
  readonly status: OrderStatus
  /** Captured so far, by the authorised charge or by charges that name the order. */
  readonly capturedAmount: number
  /** Charges that captured a part of it. */
  readonly captures: readonly string[]
  readonly createdAt: number
}

/** What can still be captured, as a decimal of the order's currency. */
export const capturable = (order: Order): number => subtract(order.amount, order.capturedAmount)
