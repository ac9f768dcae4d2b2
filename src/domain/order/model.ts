import * as z from 'zod'
import { storedFees } from '../charge/fees.ts'
import type { Charge } from '../charge/model.ts'
import { orderStatuses } from '../kernel/enums.ts'
import { must } from '../kernel/errors.ts'
import { subtract } from '../kernel/money.ts'
import { Currency, Identifier, Meta, NonNegative, Reference } from '../kernel/values.ts'
import { distinct, lastDigits, madeId, maybe, positive, type Stored, time } from '../stored/parts.ts'

/** A preauthorised payment as it is stored: one charge holds the authorised amount until it is captured or voided. */
export const storedOrder = () =>
  z
    .strictObject({
      id: madeId('ord'),
      reference: Reference,
      /** The charge with the authorisation. */
      chargeId: madeId('chg'),
      amount: positive(),
      /** The fees of the amount, or of what the order itself captured. Snapshots of version 0.1 have none. */
      fees: maybe(storedFees()),
      currency: Currency,
      customerId: Identifier,
      paymentMethodId: Identifier,
      /** The `meta` of the merchant. */
      description: maybe(z.string()),
      meta: Meta,
      status: z.enum(orderStatuses),
      /** Captured so far, by the authorised charge or by charges that name the order. */
      capturedAmount: NonNegative,
      /** Charges that captured a part of it. */
      captures: distinct(madeId('chg')),
      createdAt: time(),
    })
    .refine(({ amount, capturedAmount }) => capturedAmount / amount <= 1 + lastDigits, {
      path: ['capturedAmount'],
      error: 'must be at most the amount',
    })
    .refine(({ capturedAmount, captures }) => capturedAmount > 0 === captures.length > 0, {
      path: ['captures'],
      error: 'must name the charges that captured capturedAmount',
    })
    .refine(
      // In snapshots of version 0.1, which had no partially-completed, an authorized order may be partly captured.
      ({ status, captures }) =>
        captures.length === 0 || ['authorized', 'partially-completed', 'completed'].includes(status),
      {
        path: ['status'],
        error: 'must be authorized, partially-completed or completed where a part was captured',
      },
    )
    .refine(({ status, captures }) => !status.endsWith('completed') || captures.length > 0, {
      path: ['status'],
      error: 'must not be completed or partially-completed where nothing was captured',
    })
export type Order = Stored<typeof storedOrder>

/** The charge with the authorisation of an order. Its customer, payment method and redirect_url never change. */
export function chargeOf({ id, chargeId }: Order, charges: { get(id: string): Charge | undefined }): Charge {
  const charge = charges.get(chargeId)
  must(charge, 'internal', `order ${id} has lost its charge`)
  return charge
}

/** Whether the charge of an order has an amount that can be captured. */
export const isHeld = (charge: Charge | undefined): boolean => charge?.nextAction?.type === 'requires_capture'

/** What can still be captured, as a decimal of the order's currency. */
export const capturable = (order: Order): number => subtract(order.amount, order.capturedAmount)
