import type { ChargebackStatus } from '../kernel/enums.ts'
import { must, mustField } from '../kernel/errors.ts'
import { add, remainder, subtract } from '../kernel/money.ts'
import { type Decided, note } from './flow.ts'
import type { Charge, ChargeContext } from './model.ts'

/** Amount that can still be refunded or disputed, as a decimal of the charge's currency. */
export const refundable = (charge: Charge): number =>
  [charge.refundedAmount, charge.refundingAmount, charge.disputedAmount ?? 0].reduce(subtract, charge.amount)

/** Refuses to return more of a charge than is left (400), or anything of one that has nothing left (409). */
function mustBeLeft(charge: Charge, amount: number, what: 'refunded' | 'disputed'): void {
  const { id, status, currency } = charge
  must(
    status === 'succeeded',
    'conflict',
    `charge ${id} is ${status}; only a succeeded charge can be ${what}`,
  )
  const left = refundable(charge)
  const gone = charge.disputedAmount ? 'refunded or disputed' : 'refunded'
  must(
    left > 0,
    'conflict',
    `charge ${id} is ${gone} already; nothing is left of its ${charge.amount} ${currency}`,
  )
  mustField(
    amount <= left,
    'amount',
    `must be at most ${left}, the ${currency} of charge "${id}" that can still be ${what}`,
  )
}

/** Reserves a part of a succeeded charge for a refund. Refuses (409, 400) what cannot be refunded. */
export function refund(
  charge: Charge,
  { amount, refundId }: { amount: number; refundId: string },
  context: ChargeContext,
): Decided {
  mustBeLeft(charge, amount, 'refunded')
  const reserved = { ...charge, refundingAmount: add(charge.refundingAmount, amount) }
  return [note(reserved, context, 'merchant', `${refundId} refunds ${amount} ${charge.currency}`), []]
}

/** A refund has ended: its amount is refunded, or becomes refundable again. */
export function refundEnded(
  charge: Charge,
  { amount, refundId, succeeded }: { amount: number; refundId: string; succeeded: boolean },
  context: ChargeContext,
): Decided {
  const ended: Charge = {
    ...charge,
    refundingAmount: remainder(charge.refundingAmount, amount),
    refundedAmount: succeeded ? add(charge.refundedAmount, amount) : charge.refundedAmount,
  }
  return [note(ended, context, 'service', `${refundId} ${succeeded ? 'succeeded' : 'failed'}`), []]
}

/** The payer disputes a part of a charge, which can then not be refunded. Refuses (409, 400) what is not left of it. */
export function dispute(
  charge: Charge,
  { amount, chargebackId }: { amount: number; chargebackId: string },
  context: ChargeContext,
): Decided {
  mustBeLeft(charge, amount, 'disputed')
  const disputed = { ...charge, disputedAmount: add(charge.disputedAmount ?? 0, amount) }
  return [note(disputed, context, 'issuer', `${chargebackId} disputes ${amount} ${charge.currency}`), []]
}

/** A chargeback has another status: its amount stays disputed, or belongs to the merchant again. */
export function disputeMoved(
  charge: Charge,
  {
    amount,
    chargebackId,
    status,
    isFree,
  }: { amount: number; chargebackId: string; status: ChargebackStatus; isFree: boolean },
  context: ChargeContext,
): Decided {
  const disputedAmount = isFree ? remainder(charge.disputedAmount ?? 0, amount) : charge.disputedAmount
  return [note({ ...charge, disputedAmount }, context, 'service', `${chargebackId} is ${status}`), []]
}
