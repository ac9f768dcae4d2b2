import type { Plan } from './catalogue.ts'

export type RefundStatus = 'pending' | 'succeeded' | 'failed'

/** How long a refund takes. Milliseconds of the world's clock (chosen; not shown by the contract). */
export const refundAfterMs = 2000

/** A part of a charge, or all of it, on its way back to the payer. Immutable. */
export interface Refund {
  readonly id: string
  readonly chargeId: string
  /** The charge's reference, under which events about the refund are found. */
  readonly reference: string
  /** A decimal of the currency. */
  readonly amount: number
  readonly currency: string
  readonly reason: string | undefined
  readonly meta: Readonly<Record<string, string>>
  readonly status: RefundStatus
  /** What the scenario key of the request means; any processor response but `approved` makes the refund fail. */
  readonly plan: Plan
  readonly createdAt: number
}
