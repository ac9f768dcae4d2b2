import { chargeContext } from '../charge/create.ts'
import { decide } from '../charge/decide.ts'
import type { Charge } from '../charge/model.ts'
import { refundable } from '../charge/returns.ts'
import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import type { ChargebackActor, ChargebackOutcome, ChargebackStatus } from '../kernel/enums.ts'
import { must } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import { planFor } from '../scenario/commands.ts'
import { openSettlement } from '../settlement/open.ts'
import type { Plan } from '../stored/plan.ts'
import { type Chargeback, decidedAfterMs } from './model.ts'
import { isOpen, moneyIs, nextStatuses } from './rules.ts'

export type NewChargeback = Pick<Chargeback, 'chargeId' | 'stage' | 'status' | 'type' | 'comment'> & {
  /** Undefined: all that is neither refunded nor disputed. */
  amount: number | undefined
  /** How long the merchant has to respond. Milliseconds. */
  expiryMs: number
  plan: Plan
}

/** POST /chargebacks: the payer disputes a charge. Refuses one that has not succeeded (409) and too large an amount (400). */
export function createChargeback(
  state: State,
  { expiryMs, status, ...input }: NewChargeback,
  context: Context,
): Decision<Chargeback> {
  const charge = mustFind(state, 'charges', input.chargeId, 'charge_id')
  const id = context.newId('cbk')
  const amount = input.amount ?? refundable(charge)
  const dueAt = context.now + expiryMs
  const [disputed] = decide(charge, { type: 'dispute', amount, chargebackId: id }, chargeContext(context))
  const first = isOpen({ status }) ? status : 'new'
  const chargeback: Chargeback = {
    ...input,
    id,
    reference: charge.reference,
    amount,
    currency: charge.currency,
    status: first,
    dueAt,
    uploadedProof: undefined,
    settlementId: undefined,
    returnedIn: undefined,
    plan: planFor(state, input.plan, charge.customer.id, context),
    history: [
      { at: context.now, status: first, actor: 'issuer', note: `disputes ${amount} ${charge.currency}` },
    ],
    createdAt: context.now,
  }
  if (status !== first)
    return move(state, chargeback, disputed, status, 'tester', 'created like this', context)
  return decision(
    chargeback,
    [
      { into: 'charges', value: disputed },
      { into: 'chargebacks', value: chargeback },
    ],
    [timer(id, dueAt)],
  )
}

/** PUT /chargebacks/{id}: the merchant accepts or contests it. Refuses (409) unless it waits for that. */
export function answerChargeback(
  state: State,
  input: {
    id: string
    status: 'accepted' | 'declined'
    comment: string | undefined
    uploadedProof: string | undefined
  },
  context: Context,
): Decision<Chargeback> {
  const chargeback = mustFind(state, 'chargebacks', input.id)
  must(
    isOpen(chargeback),
    'conflict',
    `chargeback ${chargeback.id} is already ${chargeback.status} and cannot be ${input.status}`,
  )
  const { comment = chargeback.comment, uploadedProof } = input
  const answered = { ...chargeback, comment, uploadedProof }
  const note = input.status === 'accepted' ? 'accepts the chargeback' : 'contests the chargeback'
  return move(state, answered, chargeOf(state, chargeback), input.status, 'merchant', note, context)
}

/** A tester decides a chargeback now. Refuses (409) what its status does not allow. */
export function setChargebackOutcome(
  state: State,
  input: { id: string; status: ChargebackOutcome },
  context: Context,
): Decision<Chargeback> {
  const chargeback = mustFind(state, 'chargebacks', input.id)
  const allowed = nextStatuses[chargeback.status].filter(
    (status) => status !== 'accepted' && status !== 'declined',
  )
  must(
    allowed.includes(input.status),
    'conflict',
    `chargeback ${chargeback.id} is ${chargeback.status} and cannot be ${input.status}; possible: ${allowed.join(', ') || 'nothing, it has ended'}`,
  )
  return move(
    state,
    chargeback,
    chargeOf(state, chargeback),
    input.status,
    'tester',
    'decided by hand',
    context,
  )
}

/** Its deadline or the bank's decision is due: without an answer it is lost, a contested one ends as its scenario says. */
export function fireChargebackTimer(
  state: State,
  input: { id: string },
  context: Context,
): Decision<Chargeback | undefined> {
  const chargeback = state.chargebacks.get(input.id)
  if (chargeback === undefined || moneyIs[chargeback.status] !== 'held') return decision(chargeback, [])
  const charge = chargeOf(state, chargeback)
  if (isOpen(chargeback))
    return move(state, chargeback, charge, 'lost', 'clock', 'not answered in time', context)
  const outcome = chargeback.plan.chargeback?.outcome ?? 'won'
  return move(state, chargeback, charge, outcome, 'issuer', 'decided', context)
}

const chargeOf = (state: State, { chargeId }: Chargeback): Charge => mustFind(state, 'charges', chargeId)

const timer = (id: string, at: number): Effect => ({
  kind: 'schedule',
  id,
  at,
  command: { type: 'chargeback.due', input: { id } },
})

/** Moves a chargeback and its money on. */
function move(
  state: State,
  before: Chargeback,
  charge: Charge,
  status: ChargebackStatus,
  actor: ChargebackActor,
  note: string,
  context: Context,
): Decision<Chargeback> {
  const { id, amount, currency } = before
  const [was, is] = [moneyIs[before.status], moneyIs[status]]
  // Before its charge is settled nothing has been paid out of which it could be deducted.
  const isBooked = charge.settled && was !== is && (was === 'taken' || is === 'taken')
  const settlement = isBooked ? openSettlement(state, currency, context) : undefined
  const deducted = is === 'taken' ? settlement : undefined
  const returned = was === 'taken' ? settlement : undefined
  const next: Chargeback = {
    ...before,
    status,
    settlementId: deducted?.id ?? before.settlementId,
    returnedIn: returned?.id,
    history: [...before.history, { at: context.now, status, actor, note }],
  }
  const command = { type: 'dispute_moved', amount, chargebackId: id, status, isFree: is === 'free' } as const
  const [changed] = decide(charge, command, chargeContext(context))
  const saves: Save[] = [
    { into: 'charges', value: changed },
    { into: 'chargebacks', value: next },
    ...((deducted ?? returned)?.saves ?? []),
  ]
  const decides = before.plan.chargeback?.after ?? decidedAfterMs
  const effect: Effect = status === 'declined' ? timer(id, context.now + decides) : { kind: 'cancel', id }
  return decision(next, saves, [effect])
}
