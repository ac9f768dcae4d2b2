import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import type { PayerAction } from '../kernel/enums.ts'
import { must } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import { captureByCharge } from '../order/commands.ts'
import { openSettlement } from '../settlement/open.ts'
import { type Authorization, answerOf } from './authorization.ts'
import { chargeContext, draftCharge, type NewCharge, openCharge } from './create.ts'
import { decide } from './decide.ts'
import type { Charge, ChargeCommand, TimerName } from './model.ts'
import type { ProcessorResponse } from './processor-responses.ts'

/** POST /charges (contract, Create a charge). With `order_id` it captures a preauthorised amount. */
export function createCharge(state: State, input: NewCharge, context: Context): Decision<Charge> {
  const charge = draftCharge(state, input, context)
  if (input.orderId !== undefined) return captureByCharge(state, charge, input.orderId, context)
  return openCharge(state, charge, input.authorization, context)
}

/** PUT /charges/{id}: answers a next action, replaces `meta`. */
export function updateCharge(
  state: State,
  input: { id: string; authorization: Authorization | undefined; meta: Record<string, string> | undefined },
  context: Context,
): Decision<Charge> {
  let charge = mustFind(state, 'charges', input.id)
  const effects: Effect[] = []
  const saves: Save[] = []
  const apply = (command: ChargeCommand): void => {
    const [next, more] = decide(charge, command, chargeContext(context))
    charge = next
    effects.push(...more)
  }
  // `meta` first: an authorization may end the charge.
  if (input.meta) apply({ type: 'describe', meta: input.meta })
  if (input.authorization) {
    must(
      charge.status === 'pending',
      'conflict',
      `charge ${charge.id} is already ${charge.status} and cannot change`,
    )
    const answer = answerOf(state, input.authorization, context)
    if (answer.nonce) saves.push({ into: 'nonces', value: { id: answer.nonce } })
    apply({ type: 'authorize', kind: answer.kind, answer: answer.answer })
  }
  return decision(charge, [...saves, { into: 'charges', value: charge }], effects)
}

/** GET /charges/{id} by the merchant: counts as a read if the charge waits for one. */
export const readCharge = (state: State, input: { id: string }, context: Context): Decision<Charge> =>
  apply(state, input.id, { type: 'read' }, context)

/** The payer acts on the hosted page, through the control interface, or by the scenario's plan. */
export const payCharge = (
  state: State,
  input: {
    id: string
    action: PayerAction
    processorResponse?: ProcessorResponse | undefined
  },
  context: Context,
): Decision<Charge> => apply(state, input.id, { type: 'payer', ...pick(input) }, context)

const pick = ({ action, processorResponse }: Parameters<typeof payCharge>[1]) => ({
  action,
  processorResponse,
})

/** One of the charge's timers fires. A charge that settles joins the open settlement of its currency. */
export function fireChargeTimer(
  state: State,
  { id, name, step }: { id: string; name: TimerName; step: number },
  context: Context,
): Decision<Charge> {
  if (name !== 'settle') return apply(state, id, { type: 'timer', name, step }, context)
  const { currency } = mustFind(state, 'charges', id)
  const { id: settlementId, saves } = openSettlement(state, currency, context)
  return apply(state, id, { type: 'timer', name, step, settlementId }, context, saves)
}

/** `more` is saved with the charge, if that changes. */
function apply(
  state: State,
  id: string,
  command: ChargeCommand,
  context: Context,
  more: readonly Save[] = [],
): Decision<Charge> {
  const charge = mustFind(state, 'charges', id)
  const [next, effects] = decide(charge, command, chargeContext(context))
  return decision(next, next === charge ? [] : [{ into: 'charges', value: next }, ...more], effects)
}
