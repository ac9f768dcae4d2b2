import { z } from 'zod'
import { orderStatuses } from '../kernel/enums.ts'
import { subtract } from '../kernel/money.ts'
import { Currency, Identifier, Meta, NonNegative, Reference } from '../kernel/values.ts'
import { distinct, lastDigits, madeId, positive, type Stored, time } from '../stored/parts.ts'

/** A preauthorised payment as it is stored: one charge holds the authorised amount until it is captured or voided. */
export const storedOrder = () =>
  z
    .strictObject({
      id: madeId('ord'),
      reference: Reference,
      /** The charge that holds the authorisation. */
      chargeId: madeId('chg'),
      amount: positive(),
      currency: Currency,
      customerId: Identifier,
      paymentMethodId: Identifier,
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
      ({ status, captures }) => captures.length === 0 || status === 'authorized' || status === 'completed',
      { path: ['status'], error: 'must be authorized or completed where a part was captured' },
    )
    .refine(({ status, captures }) => status !== 'completed' || captures.length > 0, {
      path: ['status'],
      error: 'must not be completed where nothing was captured',
    })
export type Order = Stored<typeof storedOrder>

/** What can still be captured, as a decimal of the order's currency. */
export const capturable = (order: Order): number => subtract(order.amount, order.capturedAmount)
