import { chargeContext } from '../charge/create.ts'
import { decide } from '../charge/decide.ts'
import type { Charge, ChargeCommand } from '../charge/model.ts'
import { refundable } from '../charge/returns.ts'
import { type Decision, decision } from '../kernel/decision.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import { planFor } from '../scenario/commands.ts'
import { openSettlement } from '../settlement/open.ts'
import type { Plan } from '../stored/plan.ts'
import { type Refund, refundAfterMs } from './model.ts'

export interface NewRefund {
  chargeId: string
  /** Undefined: all that is left. */
  amount: number | undefined
  reason: string | undefined
  meta: Record<string, string> | undefined
  plan: Plan
  /** It ends in the same moment, as refunds of v3 do. */
  atOnce?: boolean
}

/** POST /refunds: reserves a part of a charge, which is refunded a little later. Refuses more than is left of it. */
export function createRefund(state: State, input: NewRefund, context: Context): Decision<Refund> {
  const charge = mustFind(state, 'charges', input.chargeId, 'charge_id')
  const id = context.newId('rfd')
  const amount = input.amount ?? refundable(charge)
  const reserved = change(charge, { type: 'refund', amount, refundId: id }, context)
  const refund: Refund = {
    id,
    chargeId: charge.id,
    reference: charge.reference,
    amount,
    currency: charge.currency,
    reason: input.reason,
    meta: input.meta ?? {},
    status: 'pending',
    plan: planFor(state, input.plan, '', context),
    settlementId: undefined,
    createdAt: context.now,
  }
  if (input.atOnce) return concluded(state, refund, reserved, context)
  const command = { type: 'refund.due', input: { id } } as const
  return decision(
    refund,
    [
      { into: 'charges', value: reserved },
      { into: 'refunds', value: refund },
    ],
    [{ kind: 'schedule', id, at: context.now + refundAfterMs, command }],
  )
}

/** Ends a refund: it succeeds unless its scenario says otherwise. Emits `refund.completed`. */
export function endRefund(
  state: State,
  input: { id: string },
  context: Context,
): Decision<Refund | undefined> {
  const refund = state.refunds.get(input.id)
  const charge = refund && state.charges.get(refund.chargeId)
  if (refund?.status !== 'pending' || !charge) return decision(refund, [])
  return concluded(state, refund, charge, context)
}

/** The end of a refund whose amount is reserved. */
function concluded(state: State, refund: Refund, charge: Charge, context: Context): Decision<Refund> {
  const succeeded = (refund.plan.processorResponse ?? 'approved') === 'approved'
  // Of a charge that is not settled yet, the refund is deducted when it is.
  const settlement = succeeded && charge.settled ? openSettlement(state, charge.currency, context) : undefined
  const ended: Refund = {
    ...refund,
    status: succeeded ? 'succeeded' : 'failed',
    settlementId: settlement?.id,
  }
  const { amount, id: refundId } = refund
  const settled = change(charge, { type: 'refund_ended', amount, refundId, succeeded }, context)
  return decision(
    ended,
    [{ into: 'charges', value: settled }, { into: 'refunds', value: ended }, ...(settlement?.saves ?? [])],
    [
      {
        kind: 'emit',
        type: 'refund.completed',
        subject: { collection: 'refunds', value: ended },
        plan: refund.plan.webhooks,
      },
    ],
  )
}

/** A refund by the id in a path. Refuses an unknown one (404). */
export const findRefund = (state: State, id: string): Refund => mustFind(state, 'refunds', id)

/** The charge after a refund command, which has no effects. */
const change = (charge: Charge, command: ChargeCommand, context: Context): Charge =>
  decide(charge, command, chargeContext(context))[0]
