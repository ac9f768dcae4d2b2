import type { AuthorizationKind } from '../kernel/enums.ts'
import { invalidField } from '../kernel/errors.ts'
import {
  andThen,
  captureStep,
  conclude,
  type Decided,
  enter,
  finish,
  mustWaitFor,
  note,
  verdictOf,
} from './flow.ts'
import type { Charge, ChargeCommand, ChargeContext } from './model.ts'
import { dispute, disputeMoved, refund, refundEnded } from './returns.ts'
import { authorize, capture, payer, read, timer } from './steps.ts'

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
    return [note(charge, context, 'service', 'unknown scenario key: pending forever'), []]
  if (authorization?.kind === 'external_3ds') {
    if (charge.method.type !== 'card')
      throw invalidField('authorization.type', 'external_3ds is for cards only; leave authorization out')
    // Chosen: only an authenticated (Y) or attempted (A) 3DS result lets the issuer decide.
    const authenticated = authorization.answer === 'Y' || authorization.answer === 'A'
    const fallback = verdictOf(charge) === 'approved' ? 'security_violation' : verdictOf(charge)
    const why = `external 3DS authentication answered ${authorization.answer}`
    const held = captureStep(charge.plan)
    // An amount that is captured later is authorised first, however the payer was authenticated.
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
  return andThen(entered, (opened) => decide(opened, { type: 'authorize', ...authorization }, context))
}

/** The next state of a charge after `command`, and the effects. Refuses what the state does not allow. */
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
      return [{ ...charge, meta: command.meta }, []]
    case 'timer':
      return timer(charge, command, context)
    case 'refund':
      return refund(charge, command, context)
    case 'refund_ended':
      return refundEnded(charge, command, context)
    case 'dispute':
      return dispute(charge, command, context)
    case 'dispute_moved':
      return disputeMoved(charge, command, context)
  }
}
