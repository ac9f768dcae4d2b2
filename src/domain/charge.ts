import type { Plan } from './catalogue.ts'
import type { Customer } from './customer.ts'
import { invalidField, must } from './errors.ts'
import type { Fee } from './fees.ts'
import {
  cancelTimers,
  carryOn,
  conclude,
  currentStep,
  type Decided,
  enter,
  finish,
  mustBePending,
  mustWaitFor,
  note,
  verdictOf,
} from './flow.ts'
import { subtract } from './money.ts'
import { endsBy, expectedAnswer, type NextAction } from './next-actions.ts'
import type { PaymentMethod } from './payment-method.ts'
import type { ProcessorResponse } from './processor-responses.ts'

export type ChargeStatus = 'succeeded' | 'pending' | 'failed' | 'voided'

/** One line of a charge's timeline; `at` in milliseconds. */
export interface Transition {
  at: number
  status: ChargeStatus
  actor: 'merchant' | 'payer' | 'issuer' | 'clock' | 'service'
  note: string
}

/** A charge (contract, Charge); immutable: each decision makes the next one. */
export interface Charge {
  readonly id: string
  /** The number under which v3 knows this charge. */
  readonly number: number
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly fees: readonly Fee[]
  readonly customer: Customer
  readonly method: PaymentMethod
  readonly meta: Readonly<Record<string, string>>
  readonly redirectUrl: string | undefined
  readonly orderId: string | undefined
  readonly recurring: boolean
  readonly merchantVatAmount: number | undefined
  readonly createdAt: number
  readonly payerUrl: string
  readonly plan: Plan
  readonly status: ChargeStatus
  /** Index into the plan's steps; -1 before the first. */
  readonly step: number
  /** Wrong answers given, or reads done, in this step. */
  readonly tries: number
  readonly nextAction: NextAction | undefined
  readonly processorResponse: ProcessorResponse | undefined
  /** A verdict that the payer's or the tester's hand has put before the scenario's. */
  readonly verdict: ProcessorResponse | undefined
  readonly settled: boolean
  readonly settlementIds: readonly string[]
  readonly refundedAmount: number
  /** Names of the timers that are pending for it. */
  readonly timers: readonly TimerName[]
  readonly history: readonly Transition[]
}

export type TimerName = 'after' | 'expires' | 'payer' | 'settle'

/** What can happen to a charge once it exists. Amounts are decimals of its currency. */
export type ChargeCommand =
  | { type: 'authorize'; kind: AuthorizationKind; answer: string }
  | {
      type: 'payer'
      action: 'approve' | 'decline' | 'abandon'
      processorResponse?: ProcessorResponse | undefined
    }
  | { type: 'read' }
  | { type: 'capture'; amount: number; fees: readonly Fee[] }
  | { type: 'void'; note: string }
  | { type: 'describe'; meta: Record<string, string> }
  | { type: 'timer'; name: TimerName; step: number }
  | { type: 'refund'; amount: number }

export type AuthorizationKind = 'otp' | 'pin' | 'avs' | 'external_3ds'

export interface ChargeContext {
  now: number
  digits(count: number): string
  newId(prefix: string): string
  /** Milliseconds from success to settlement. */
  settleAfter: number
}

/** The first decision about a new charge: skip the flow, or enter its first step. */
export function open(
  charge: Charge,
  context: ChargeContext,
  authorization: { kind: AuthorizationKind; answer: string } | undefined,
): Decided {
  if (charge.plan.unknown)
    return [note(charge, context, 'service', 'unknown scenario key: pending for ever'), []]
  if (charge.recurring)
    return conclude(charge, context, verdictOf(charge), 'issuer', 'recurring: no authorization')
  if (authorization?.kind === 'external_3ds') {
    if (charge.method.type !== 'card')
      throw invalidField('authorization.type', 'external_3ds is for cards only; leave authorization out')
    // Chosen: only an authenticated (Y) or attempted (A) 3DS result lets the issuer decide.
    const authenticated = authorization.answer === 'Y' || authorization.answer === 'A'
    const fallback = verdictOf(charge) === 'approved' ? 'security_violation' : verdictOf(charge)
    return conclude(
      charge,
      context,
      authenticated ? verdictOf(charge) : fallback,
      'issuer',
      `external 3DS authentication answered ${authorization.answer}`,
    )
  }
  const entered = enter(charge, context, 0, 'merchant', 'created')
  if (authorization === undefined) return entered
  if (entered[0].nextAction === undefined)
    throw invalidField(
      'authorization.type',
      `this charge needs no authorization; leave ${authorization.kind} out`,
    )
  return carryOn(entered, (opened) => decide(opened, { type: 'authorize', ...authorization }, context))
}

/** What a charge becomes, and what else is to be done, when `command` happens to it. Refuses what the state does not allow. */
export function decide(charge: Charge, command: ChargeCommand, context: ChargeContext): Decided {
  switch (command.type) {
    case 'authorize':
      return authorize(charge, command, context)
    case 'payer':
      return payer(charge, command, context)
    case 'read':
      return read(charge, context)
    case 'capture':
      return capture(charge, command, context)
    case 'void':
      mustWaitFor(charge, 'requires_capture', 'voided')
      return finish(
        charge,
        context,
        { status: 'voided', processorResponse: undefined },
        'merchant',
        command.note,
      )
    case 'describe':
      mustBePending(charge)
      return [{ ...charge, meta: command.meta }, []]
    case 'timer':
      return timer(charge, command, context)
    case 'refund':
      return refund(charge, command.amount)
  }
}

/** Amount that can still be refunded, as a decimal of the charge's currency. */
export const refundable = (charge: Charge): number => subtract(charge.amount, charge.refundedAmount)

function authorize(
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

function payer(
  charge: Charge,
  command: { action: 'approve' | 'decline' | 'abandon'; processorResponse?: ProcessorResponse | undefined },
  context: ChargeContext,
): Decided {
  mustBePending(charge)
  const waitsFor = charge.nextAction?.type
  must(
    waitsFor !== undefined && endsBy(waitsFor) === 'payer',
    'conflict',
    `the charge waits for ${waitsFor ?? 'nothing'}, which the payer cannot do; ${waitsFor ? hints[endsBy(waitsFor)] : 'its scenario key is unknown'}`,
  )
  if (command.action === 'abandon') {
    const [next, effects] = cancelTimers(charge, ['payer'])
    return [note(next, context, 'payer', 'walked away'), effects]
  }
  const chosen = { ...charge, verdict: command.processorResponse ?? charge.verdict }
  if (command.action === 'approve') return enter(chosen, context, charge.step + 1, 'payer', 'approved')
  const verdict = verdictOf(chosen)
  return conclude(charge, context, verdict === 'approved' ? 'do_not_honor' : verdict, 'payer', 'declined')
}

const hints = {
  authorization: 'send an authorization with PUT /charges/{id}',
  payer: 'use the payer page',
  requery: 'read it with GET /charges/{id}',
  capture: 'capture or void its order',
} as const

function read(charge: Charge, context: ChargeContext): Decided {
  const step = currentStep(charge)
  if (charge.status !== 'pending' || step?.ask !== 'requires_requery') return [charge, []]
  const tries = charge.tries + 1
  if (tries >= step.reads)
    return enter(charge, context, charge.step + 1, 'merchant', `read ${tries} of ${step.reads}`)
  return [note({ ...charge, tries }, context, 'merchant', `read ${tries} of ${step.reads}`), []]
}

function capture(
  charge: Charge,
  { amount, fees }: { amount: number; fees: readonly Fee[] },
  context: ChargeContext,
): Decided {
  mustWaitFor(charge, 'requires_capture', 'captured')
  return enter(
    { ...charge, amount, fees },
    context,
    charge.step + 1,
    'merchant',
    `captured ${amount} ${charge.currency}`,
  )
}

function timer(charge: Charge, command: { name: TimerName; step: number }, context: ChargeContext): Decided {
  if (!charge.timers.includes(command.name) || charge.step !== command.step) return [charge, []]
  const fired = { ...charge, timers: charge.timers.filter((name) => name !== command.name) }
  if (command.name === 'settle')
    return [
      note({ ...fired, settled: true, settlementIds: [context.newId('stl')] }, context, 'clock', 'settled'),
      [],
    ]
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

function refund(charge: Charge, amount: number): Decided {
  must(
    charge.status === 'succeeded',
    'conflict',
    `charge ${charge.id} is ${charge.status}; only a succeeded charge can be refunded`,
  )
  const left = refundable(charge)
  must(
    amount <= left,
    'conflict',
    `${amount} ${charge.currency} is more than the ${left} ${charge.currency} of charge ${charge.id} that can still be refunded`,
  )
  return [{ ...charge, refundedAmount: subtract(charge.amount, subtract(left, amount)) }, []]
}
