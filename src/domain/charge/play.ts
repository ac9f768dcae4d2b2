import { type Decision, decision } from '../kernel/decision.ts'
import type { AnswerKind, PlayedAction, Player } from '../kernel/enums.ts'
import { must } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import { captureOrder } from '../order/commands.ts'
import { chargeContext } from './create.ts'
import { currentStep, type Decided, mustBePending } from './flow.ts'
import type { Charge, ChargeContext } from './model.ts'
import { type AskStep, endsBy, expectedAnswer, type NextActionType, type StepEnd } from './next-actions.ts'
import type { ProcessorResponse } from './processor-responses.ts'
import { authorize, payer, read } from './steps.ts'

/** What merchant or payer does to end the step in which a charge waits. With `wait`, only time ends it. */
export interface Move {
  readonly action: PlayedAction
  /** The next action that the charge waits for. */
  readonly nextAction: NextActionType
  /** The answer that is sent. */
  readonly answer?: string | undefined
}

/** Who makes each move. */
export const playerOf = {
  authorize: 'merchant',
  approve: 'payer',
  read: 'merchant',
  capture: 'merchant',
  wait: 'clock',
} as const satisfies Record<PlayedAction, Player>

/** Candidate answers, in order of preference; `first` and those that follow it are used if a scenario rejects all of these. */
const usualAnswers = {
  otp: { usual: ['123456', '654321', '246810'], first: 300_000 },
  pin: { usual: ['12345', '54321', '24680'], first: 30_000 },
  avs: { usual: ['101241', '90210', '10001'], first: 300_000 },
} as const satisfies Record<AnswerKind, { usual: readonly string[]; first: number }>

/** The answer that a step accepts, as plaintext; undefined if no answer ends it. */
export function rightAnswer(step: AskStep): string | undefined {
  const kind = expectedAnswer(step.ask)
  if (kind === undefined || !('rejects' in step)) return undefined
  const { usual, first } = usualAnswers[kind]
  const isRight = (text: string): boolean => !step.rejects.includes(text)
  // One more than can be rejected, so that one of them is right.
  const further = step.rejects.map((_, index) => String(first + index)).concat(String(first - 1))
  return usual.find(isRight) ?? further.find(isRight)
}

/** Decides the move of each kind of step. */
type Mover = (
  charge: Charge,
  step: AskStep,
  context: ChargeContext,
) => [PlayedAction, Decided, answer?: string]

const movers: Record<Exclude<StepEnd, 'capture'>, Mover> = {
  authorization: (charge, step, context) => {
    const kind = expectedAnswer(step.ask)
    const answer = rightAnswer(step)
    must(kind && answer, 'internal', `${step.ask} has no right answer`)
    return ['authorize', authorize(charge, { kind, answer }, context), answer]
  },
  payer: (charge, step, context) => {
    if (charge.plan.payer === undefined) return ['approve', payer(charge, { action: 'approve' }, context)]
    must(
      charge.timers.length > 0,
      'conflict',
      `charge ${charge.id} waits for ${step.ask}, its scenario "${charge.plan.key}" has no more in store for the payer, and no timer ends the step; act as the payer with POST /_emulator/charges/${charge.id}/payer`,
    )
    return ['wait', [charge, []]]
  },
  requery: (charge, _step, context) => ['read', read(charge, context)],
}

/**
 * Plays one move towards the end of a charge: what merchant or payer would do now, done right. A scenario that sets the payer
 * plays that part itself, by timers. Refuses (409) a charge that has ended, or that nothing can end.
 */
export function playCharge(
  state: State,
  input: { id: string; processorResponse: ProcessorResponse | undefined },
  context: Context,
): Decision<Move> {
  const charge = mustFind(state, 'charges', input.id)
  mustBePending(charge)
  const step = currentStep(charge)
  must(
    step,
    'conflict',
    `charge ${charge.id} stays pending forever, because its scenario key "${charge.plan.key}" is unknown`,
  )
  const chosen = { ...charge, verdict: input.processorResponse ?? charge.verdict }
  const end = endsBy(step.ask)
  if (end === 'capture') {
    const order = state.orders.by('chargeId', charge.id)
    must(order, 'internal', `charge ${charge.id} waits for a capture and has no order`)
    const captured = captureOrder(
      state,
      { id: order.id, amount: undefined, verdict: chosen.verdict },
      context,
    )
    return { ...captured, result: { action: 'capture', nextAction: step.ask } }
  }
  const [action, [next, effects], answer] = movers[end](chosen, step, chargeContext(context))
  return decision(
    { action, nextAction: step.ask, answer },
    next === charge ? [] : [{ into: 'charges', value: next }],
    effects,
  )
}
