import { chargeContext } from '../charge/create.ts'
import type { Charge } from '../charge/model.ts'
import { expectedAnswer } from '../charge/next-actions.ts'
import { authorize } from '../charge/steps.ts'
import { type Decision, decision } from '../kernel/decision.ts'
import type { AnswerKind } from '../kernel/enums.ts'
import { invalidField } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'

/**
 * An answer in plain text to the next action of a charge, by the merchant in v3 or by the payer on a hosted page. `field` is
 * where the merchant sent it. Refuses one at the wrong time or of the wrong kind (400).
 */
export function answerCheckout(
  state: State,
  input: { id: string; kind: AnswerKind; answer: string; field: string | undefined },
  context: Context,
): Decision<Charge> {
  const charge = mustFind(state, 'charges', input.id)
  const field = input.field ?? 'answer'
  if (charge.status !== 'pending')
    throw invalidField(field, `the charge is ${charge.status} and needs no more answers`)
  const next = charge.nextAction?.type
  if (next === undefined || expectedAnswer(next) !== input.kind)
    throw invalidField(
      field,
      `the charge does not wait for ${names[input.kind]}; it waits for ${next ?? 'nothing'}`,
    )
  const [answered, effects] = authorize(charge, input, chargeContext(context))
  return decision(answered, [{ into: 'charges', value: answered }], effects)
}

const names: Record<AnswerKind, string> = { otp: 'an OTP', pin: 'a PIN', avs: 'an address' }
