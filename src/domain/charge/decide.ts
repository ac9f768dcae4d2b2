import { z } from 'zod'
import type { Customer } from '../customer/model.ts'
import type { PaymentMethod } from '../customer/payment-method.ts'
import { invalidField } from '../kernel/errors.ts'
import { Currency, Meta, NonNegative, RedirectUrl, Reference, WebUrl } from '../kernel/values.ts'
import type { Plan } from '../scenario/catalogue.ts'
import {
  count,
  distinct,
  madeId,
  maybe,
  positive,
  type Stored,
  text,
  time,
  timeline,
} from '../stored/parts.ts'
import type { Fee } from './fees.ts'
import {
  captureStep,
  carryOn,
  conclude,
  type Decided,
  enter,
  finish,
  mustBePending,
  mustWaitFor,
  note,
  verdictOf,
} from './flow.ts'
import { storedNextAction } from './next-actions.ts'
import { type ProcessorResponse, processorResponseTypes } from './processor-responses.ts'
import { authorize, capture, payer, read, refund, refundEnded, timer } from './steps.ts'

export const chargeStatuses = ['succeeded', 'pending', 'failed', 'voided'] as const
export type ChargeStatus = (typeof chargeStatuses)[number]

export const chargeActors = ['merchant', 'payer', 'issuer', 'clock', 'service'] as const

export const chargeTimers = ['after', 'expires', 'payer', 'settle'] as const
export type TimerName = (typeof chargeTimers)[number]

interface ChargeParts {
  customer: z.ZodType<Customer>
  method: z.ZodType<PaymentMethod>
  plan: z.ZodType<Plan>
}

/** A charge (contract, Charge) as it is stored; each decision makes the next one. */
export const storedCharge = ({ customer, method, plan }: ChargeParts) =>
  z.strictObject({
    id: madeId('chg'),
    /** The number under which v3 knows this charge. */
    number: z.int().positive(),
    reference: Reference,
    amount: positive(),
    currency: Currency,
    fees: z.array(z.strictObject({ type: text(), amount: NonNegative })),
    customer,
    method,
    meta: Meta,
    redirectUrl: maybe(RedirectUrl),
    orderId: maybe(madeId('ord')),
    recurring: z.boolean(),
    merchantVatAmount: maybe(NonNegative),
    createdAt: time(),
    /** Origin and world prefix that the payer's browser can reach. */
    baseUrl: WebUrl.max(2000),
    plan,
    status: z.enum(chargeStatuses),
    /** Index into the plan's steps; -1 before the first. */
    step: z.int().min(-1),
    /** Wrong answers given, or reads done, in this step. */
    tries: count(),
    nextAction: maybe(storedNextAction()),
    processorResponse: maybe(z.enum(processorResponseTypes)),
    /** A verdict that the payer's or the tester's hand has put before the scenario's. */
    verdict: maybe(z.enum(processorResponseTypes)),
    settled: z.boolean(),
    settlementIds: z.array(madeId('stl')).max(1),
    /** Decimals of the currency: refunded already, and on its way in refunds that are pending. */
    refundedAmount: NonNegative,
    refundingAmount: NonNegative,
    /** Names of the timers that are pending for it. */
    timers: distinct(z.enum(chargeTimers)),
    history: timeline(chargeStatuses, chargeActors),
  })
export type Charge = Stored<typeof storedCharge>

/** One line of a charge's timeline; `at` in milliseconds. */
export type Transition = Charge['history'][number]

/** What can happen to a charge once it exists. Amounts are decimals of its currency. */
export type ChargeCommand =
  | { type: 'authorize'; kind: AuthorizationKind; answer: string }
  | {
      type: 'payer'
      action: 'approve' | 'decline' | 'abandon'
      processorResponse?: ProcessorResponse | undefined
    }
  | { type: 'read' }
  | { type: 'capture'; amount: number; fees: readonly Fee[]; verdict?: ProcessorResponse | undefined }
  | { type: 'void'; note: string }
  | { type: 'describe'; meta: Record<string, string> }
  | { type: 'timer'; name: TimerName; step: number }
  | { type: 'refund'; amount: number; refundId: string }
  | { type: 'refund_ended'; amount: number; refundId: string; succeeded: boolean }

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
  // Stated by the contract for every charge, so an unknown key does not keep it pending either.
  if (charge.recurring)
    return conclude(charge, context, verdictOf(charge), 'issuer', 'recurring: no authorization')
  if (charge.plan.unknown)
    return [note(charge, context, 'service', 'unknown scenario key: pending for ever'), []]
  if (authorization?.kind === 'external_3ds') {
    if (charge.method.type !== 'card')
      throw invalidField('authorization.type', 'external_3ds is for cards only; leave authorization out')
    // Chosen: only an authenticated (Y) or attempted (A) 3DS result lets the issuer decide.
    const authenticated = authorization.answer === 'Y' || authorization.answer === 'A'
    const fallback = verdictOf(charge) === 'approved' ? 'security_violation' : verdictOf(charge)
    const why = `external 3DS authentication answered ${authorization.answer}`
    const held = captureStep(charge.plan)
    // An amount that is to be captured later is held first, however the payer was authenticated.
    if (authenticated && held >= 0) return enter(charge, context, held, 'issuer', why)
    return conclude(charge, context, authenticated ? verdictOf(charge) : fallback, 'issuer', why)
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
      return refund(charge, command, context)
    case 'refund_ended':
      return refundEnded(charge, command, context)
  }
}
