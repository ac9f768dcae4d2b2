import type { Effect } from '../kernel/decision.ts'
import type { ChargeStatus } from '../kernel/enums.ts'
import { must } from '../kernel/errors.ts'
import type { Plan } from '../stored/plan.ts'
import type { Charge, ChargeContext, TimerName, Transition } from './model.ts'
import { type AskStep, accountLifetimeMs, endsBy, type NextAction, startStep } from './next-actions.ts'
import type { ProcessorResponse } from './processor-responses.ts'
import type { StepContext } from './step-context.ts'

/** The next state of a charge, and the effects. */
export type Decided = [Charge, Effect[]]

/** The step in which the charge waits; undefined if it does not wait. */
export function currentStep(charge: Charge): AskStep | undefined {
  const step = charge.plan.steps?.[charge.step]
  return step && 'ask' in step ? step : undefined
}

/** The index of the step that waits for the capture; -1 if there is none. */
export const captureStep = (plan: Plan): number =>
  plan.steps?.findIndex((step) => 'ask' in step && step.ask === 'requires_capture') ?? -1

/** The page on which the payer acts. */
export const payerUrlOf = (charge: Pick<Charge, 'baseUrl' | 'id'>): string =>
  `${charge.baseUrl}/_emulator/pay/${charge.id}`

/** The id of one of a charge's timers. */
export const timerId = (chargeId: string, name: TimerName): string => `${chargeId}/${name}`

/** Enters step `index`: asks for its next action, or finishes. */
export function enter(
  charge: Charge,
  context: ChargeContext,
  index: number,
  actor: Transition['actor'],
  why: string,
): Decided {
  const step = charge.plan.steps?.[index]
  if (step === undefined || 'finish' in step) {
    const response = step === undefined || step.finish === 'issuer' ? verdictOf(charge) : step.finish
    return conclude(charge, context, charge.verdict ?? response, actor, why)
  }
  const [left, effects] = cancelTimers(charge, ['after', 'expires', 'payer'])
  const { method } = charge
  const account = method.type === 'bank_transfer' ? method.details : undefined
  const stepContext: StepContext = {
    now: context.now,
    payerUrl: payerUrlOf(charge),
    amount: charge.amount,
    currency: charge.currency,
    reference: charge.reference,
    accountExpiresIn: account?.accountExpiresIn,
    accountType: account?.accountType,
    digits: context.digits,
  }
  const waits: [TimerName, number | undefined][] = [
    ['after', step.after],
    [
      'expires',
      step.ask === 'requires_bank_transfer'
        ? accountLifetimeMs(step.expiresAfter, stepContext)
        : step.expiresAfter,
    ],
    ['payer', endsBy(step.ask) === 'payer' ? charge.plan.payer?.after : undefined],
  ]
  const timers: TimerName[] = []
  for (const [name, delay] of waits) {
    if (delay === undefined) continue
    timers.push(name)
    effects.push(schedule(charge.id, name, context.now + delay, index))
  }
  if (step.ask === 'requires_capture')
    effects.push({ kind: 'follow', command: { type: 'order.authorized', input: { chargeId: charge.id } } })
  const nextAction = startStep(step, stepContext)
  const next: Charge = { ...left, step: index, tries: 0, nextAction, timers }
  return [note(next, context, actor, `${why}; waits for ${step.ask}`), effects]
}

/** Ends the charge with a processor response: only `approved` succeeds. */
export function conclude(
  charge: Charge,
  context: ChargeContext,
  response: ProcessorResponse,
  actor: Transition['actor'],
  why: string,
): Decided {
  const status = response === 'approved' ? 'succeeded' : 'failed'
  return finish(charge, context, { status, processorResponse: response }, actor, why)
}

/** The timers of every charge that has ended: one shared list. */
const settlement: readonly TimerName[] = ['settle']
const noTimers: readonly TimerName[] = []

export function finish(
  charge: Charge,
  context: ChargeContext,
  { status, processorResponse }: { status: ChargeStatus; processorResponse: ProcessorResponse | undefined },
  actor: Transition['actor'],
  why: string,
): Decided {
  const [left, effects] = cancelTimers(charge, charge.timers)
  const settles = status === 'succeeded'
  const text = processorResponse === undefined ? why : `${why}: ${processorResponse}`
  const done: Charge = {
    ...left,
    status,
    processorResponse,
    nextAction: undefined,
    timers: settles ? settlement : noTimers,
    history: withLine(left.history, { at: context.now, status, actor, note: text }),
  }
  if (settles) effects.push(schedule(charge.id, 'settle', context.now + context.settleAfter, charge.step))
  effects.push({
    kind: 'emit',
    type: 'charge.completed',
    subject: { collection: 'charges', value: done },
    plan: charge.plan.webhooks,
  })
  // In a flow with a capture, the order ends with its charge.
  if (captureStep(charge.plan) >= 0)
    effects.push({ kind: 'follow', command: { type: 'order.charged', input: { chargeId: charge.id } } })
  return [done, effects]
}

export const verdictOf = (charge: Charge): ProcessorResponse =>
  charge.verdict ?? charge.plan.processorResponse ?? 'approved'

export const note = (
  charge: Charge,
  context: ChargeContext,
  actor: Transition['actor'],
  text: string,
): Charge => ({
  ...charge,
  history: withLine(charge.history, { at: context.now, status: charge.status, actor, note: text }),
})

/** `concat` instead of `push`: `push` reserves capacity for sixteen more items, in every charge. */
const withLine = (history: readonly Transition[], line: Transition): readonly Transition[] =>
  history.length === 0 ? [line] : history.concat(line)

const schedule = (chargeId: string, name: TimerName, at: number, step: number): Effect => ({
  kind: 'schedule',
  id: timerId(chargeId, name),
  at,
  command: { type: 'charge.timer', input: { id: chargeId, name, step } },
})

export function cancelTimers(charge: Charge, names: readonly TimerName[]): Decided {
  if (charge.timers.length === 0) return [charge, []]
  const gone = charge.timers.filter((name) => names.includes(name))
  if (gone.length === 0) return [charge, []]
  const effects = gone.map((name): Effect => ({ kind: 'cancel', id: timerId(charge.id, name) }))
  return [{ ...charge, timers: charge.timers.filter((name) => !names.includes(name)) }, effects]
}

/** Continues a decision with another one about the same charge. */
export function andThen([charge, effects]: Decided, next: (charge: Charge) => Decided): Decided {
  const [last, more] = next(charge)
  return [last, [...effects, ...more]]
}

export function mustBePending(charge: Charge): void {
  must(
    charge.status === 'pending',
    'conflict',
    `charge ${charge.id} is already ${charge.status} and cannot change`,
  )
}

export function mustWaitFor(charge: Charge, type: NextAction['type'], what: string): void {
  mustBePending(charge)
  must(
    charge.nextAction?.type === type,
    'conflict',
    `charge ${charge.id} waits for ${charge.nextAction?.type ?? 'nothing'} and cannot be ${what}`,
  )
}
