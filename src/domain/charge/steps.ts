import type { AuthorizationKind, PayerAction } from '../kernel/enums.ts'
import { invalidField, must } from '../kernel/errors.ts'
import type { Fee } from './fees.ts'
import {
  cancelTimers,
  conclude,
  currentStep,
  type Decided,
  enter,
  mustBePending,
  mustWaitFor,
  note,
  verdictOf,
} from './flow.ts'
import type { Charge, ChargeContext, TimerName } from './model.ts'
import { endsBy, expectedAnswer } from './next-actions.ts'
import type { ProcessorResponse } from './processor-responses.ts'

/** The merchant answers the next action with an `authorization`. Refuses one of another kind, or at another time. */
export function authorize(
  charge: Charge,
  command: { kind: AuthorizationKind; answer: string },
  context: ChargeContext,
): Decided {
  mustBePending(charge)
  const step = currentStep(charge)
  const expected = step && expectedAnswer(step.ask)
  if (step === undefined || expected !== command.kind || !('rejects' in step))
    throw invalidField(
      'authorization.type',
      expected
        ? `the charge waits for ${charge.nextAction?.type}: send authorization.type "${expected}", not "${command.kind}"`
        : `the charge waits for ${charge.nextAction?.type ?? 'nothing'}, which no authorization can answer`,
    )
  if (!step.rejects.includes(command.answer))
    return enter(charge, context, charge.step + 1, 'merchant', `${expected} accepted`)
  const tries = charge.tries + 1
  if (tries >= step.attempts)
    return conclude(charge, context, step.exhausted, 'issuer', `${expected} was wrong ${tries} times`)
  return [
    note(
      { ...charge, tries },
      context,
      'issuer',
      `${expected} was wrong, attempt ${tries} of ${step.attempts}`,
    ),
    [],
  ]
}

/** The payer acts, or a tester or the scenario for them. */
export function payer(
  charge: Charge,
  command: { action: PayerAction; processorResponse?: ProcessorResponse | undefined },
  context: ChargeContext,
): Decided {
  mustBePending(charge)
  const waitsFor = charge.nextAction?.type
  must(
    waitsFor !== undefined && endsBy(waitsFor) === 'payer',
    'conflict',
    `the charge waits for ${waitsFor ?? 'nothing'}, which the payer cannot do; ${waitsFor ? hints[endsBy(waitsFor)] : 'its scenario key is unknown'}`,
  )
  const chosen = { ...charge, verdict: command.processorResponse ?? charge.verdict }
  switch (command.action) {
    case 'approve':
      return enter(chosen, context, charge.step + 1, 'payer', 'approved')
    case 'decline': {
      const verdict = verdictOf(chosen)
      return conclude(charge, context, verdict === 'approved' ? 'do_not_honor' : verdict, 'payer', 'declined')
    }
    case 'abandon': {
      const [next, effects] = cancelTimers(charge, ['payer'])
      return [note(next, context, 'payer', 'walked away'), effects]
    }
  }
}

const hints = {
  authorization: 'send an authorization with PUT /charges/{id}',
  payer: 'use the payer page',
  requery: 'read it with GET /charges/{id}',
  capture: 'capture or void its order',
} as const

/** The merchant reads the charge, which counts if it waits for a requery. */
export function read(charge: Charge, context: ChargeContext): Decided {
  const step = currentStep(charge)
  if (charge.status !== 'pending' || step?.ask !== 'requires_requery') return [charge, []]
  const tries = charge.tries + 1
  if (tries >= step.reads)
    return enter(charge, context, charge.step + 1, 'merchant', `read ${tries} of ${step.reads}`)
  return [note({ ...charge, tries }, context, 'merchant', `read ${tries} of ${step.reads}`), []]
}

/** Captures the authorised amount, or a part of it. */
export function capture(
  charge: Charge,
  {
    amount,
    fees,
    verdict,
  }: { amount: number; fees: readonly Fee[]; verdict?: ProcessorResponse | undefined },
  context: ChargeContext,
): Decided {
  mustWaitFor(charge, 'requires_capture', 'captured')
  return enter(
    { ...charge, amount, fees, verdict: verdict ?? charge.verdict },
    context,
    charge.step + 1,
    'merchant',
    `captured ${amount} ${charge.currency}`,
  )
}

/** What the history of a charge says when it settles. */
export const settledNote = 'settled'

/** One of the charge's timers fires; one that no longer belongs to its step does nothing. */
export function timer(
  charge: Charge,
  command: { name: TimerName; step: number; settlementId?: string | undefined },
  context: ChargeContext,
): Decided {
  if (!charge.timers.includes(command.name) || charge.step !== command.step) return [charge, []]
  const fired = { ...charge, timers: charge.timers.filter((name) => name !== command.name) }
  if (command.name === 'settle') {
    must(command.settlementId, 'internal', `charge ${charge.id} settles without a settlement`)
    const settled = { ...fired, settled: true, settlementIds: [command.settlementId] }
    return [note(settled, context, 'clock', settledNote), []]
  }
  if (charge.status !== 'pending') return [fired, []]
  if (command.name === 'payer')
    return payer(fired, { action: charge.plan.payer?.action ?? 'approve' }, context)
  if (command.name === 'after') return enter(fired, context, charge.step + 1, 'clock', 'time passed')
  const step = currentStep(charge)
  return conclude(
    fired,
    context,
    step?.expired ?? 'no_action_taken',
    'clock',
    `${charge.nextAction?.type} expired`,
  )
}
