import * as z from 'zod'
import { currentStep, payerUrlOf } from '../domain/charge/flow.ts'
import type { Charge } from '../domain/charge/model.ts'
import { expectedAnswer, nextActionTypes } from '../domain/charge/next-actions.ts'
import { type Move, playerOf, rightAnswer } from '../domain/charge/play.ts'
import {
  answerKinds,
  chargeActors,
  chargeStatuses,
  deliveryStatuses,
  playedActions,
  players,
  signatureSchemes,
  webhookForms,
} from '../domain/kernel/enums.ts'
import type { Timer } from '../domain/kernel/timer-commands.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { eventTypeNames } from '../domain/webhook/event-types.ts'
import {
  type Attempt,
  type Delivery,
  referenceOf,
  type WebhookEndpoint,
  type WebhookEvent,
} from '../domain/webhook/events.ts'
import { presentCharge, type QrImage, WireCharge } from './charge.ts'
import { type EventContext, presentEvent, WireEvent } from './event.ts'
import { isoTime } from './time.ts'

export const WireTimer = z
  .strictObject({ id: z.string(), at: DateTime, command: z.string(), input: z.unknown() })
  .meta({
    id: 'Timer',
    description: "A command that runs, or has run, at an instant of the world's clock",
  })

export const presentTimer = ({ id, at, command }: Timer): z.input<typeof WireTimer> => ({
  id,
  at: isoTime(at),
  command: command.type,
  input: command.input,
})

const WireTransition = z.strictObject({
  at: DateTime,
  status: z.enum(chargeStatuses),
  actor: z.enum(chargeActors),
  note: z.string(),
})

/** The internal state of a charge, which the service itself never shows. */
export const WireInspection = z
  .strictObject({
    charge: WireCharge,
    scenario: z.string().nullable(),
    order_id: z.string().nullable(),
    payer_url: z.string(),
    history: z.array(WireTransition),
    waits_for: z
      .strictObject({
        next_action: z.enum(nextActionTypes),
        answer: z.enum(answerKinds).nullable().describe('The authorization.type that answers it'),
        accepted: z.string().nullable().describe('An answer that is right'),
        rejected: z.array(z.string()).describe('Answers that count as wrong'),
        attempts_left: z.int().nullable(),
      })
      .nullable(),
    timers: z.array(WireTimer),
  })
  .meta({ id: 'ChargeInspection' })

/** What was done to bring a charge to its end. */
const WireMove = z.strictObject({
  at: DateTime,
  by: z.enum(players),
  action: z.enum(playedActions),
  next_action: z.enum(nextActionTypes).describe('What the charge waited for'),
  answer: z.string().nullable().describe('The answer that was sent, unencrypted'),
})

/** A charge that was played to its end. */
export const WirePlayed = WireInspection.extend({
  played: z.array(WireMove).describe('What was done, in order'),
}).meta({ id: 'PlayedCharge' })

/** `at` in milliseconds. */
export const presentMove = ({
  at,
  action,
  nextAction,
  answer,
}: Move & { at: number }): z.input<typeof WireMove> => ({
  at: isoTime(at),
  by: playerOf[action],
  action,
  next_action: nextAction,
  answer: answer ?? null,
})

export function presentInspection(
  charge: Charge,
  orderId: string | undefined,
  timers: readonly Timer[],
  qrImage: QrImage,
): z.input<typeof WireInspection> {
  return {
    charge: presentCharge(charge, qrImage),
    scenario: charge.plan.key === '' ? null : charge.plan.key,
    order_id: orderId ?? null,
    payer_url: payerUrlOf(charge),
    history: charge.history.map(({ at, ...rest }) => ({ at: isoTime(at), ...rest })),
    waits_for: waitsFor(charge),
    timers: timers.map(presentTimer),
  }
}

function waitsFor(charge: Charge): z.input<typeof WireInspection>['waits_for'] {
  const step = currentStep(charge)
  if (charge.status !== 'pending' || step === undefined) return null
  const answer = expectedAnswer(step.ask) ?? null
  return {
    next_action: step.ask,
    answer,
    accepted: rightAnswer(step) ?? null,
    rejected: 'rejects' in step ? [...step.rejects] : [],
    attempts_left: 'attempts' in step ? step.attempts - charge.tries : null,
  }
}

export const WireEndpoint = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    secret: z.string().describe('The signing secret; public, like all credentials of the emulator'),
    events: z
      .array(z.enum(eventTypeNames))
      .nullable()
      .describe('The event types it receives; null: all that its form has'),
    form: z.enum(webhookForms).describe('Form of the bodies'),
    signature: z.enum(signatureSchemes),
    header: z.string(),
    headers: z.record(z.string(), z.string()),
  })
  .meta({ id: 'WebhookEndpoint' })

export const presentEndpoint = (endpoint: WebhookEndpoint): z.input<typeof WireEndpoint> => ({
  ...endpoint,
  events: endpoint.events ? [...endpoint.events] : null,
})

const WireAttempt = z.strictObject({
  at: DateTime,
  manual: z.boolean().describe('Whether it was a manual redelivery, outside the retry schedule'),
  edited: z
    .boolean()
    .describe('Whether its body, signature or secret was changed; it does not count for the delivery'),
  duration_ms: z.number(),
  request: z.strictObject({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.string() }),
  response: z
    .strictObject({ status: z.int(), headers: z.record(z.string(), z.string()), body: z.string() })
    .nullable(),
  error: z.string().nullable(),
})

export const WireDelivery = z
  .strictObject({
    id: z.string(),
    event_id: z.string(),
    endpoint_id: z.string(),
    url: z.string(),
    copy: z.int(),
    status: z.enum(deliveryStatuses),
    next_attempt_at: DateTime.nullable(),
    attempts: z.array(WireAttempt),
  })
  .meta({ id: 'Delivery' })

/** Rebuilds the request of an attempt as it was sent. */
export type RequestOf = (delivery: Delivery, attempt: Attempt) => z.input<typeof WireAttempt>['request']

export const presentDelivery = (delivery: Delivery, requestOf: RequestOf): z.input<typeof WireDelivery> => ({
  id: delivery.id,
  event_id: delivery.eventId,
  endpoint_id: delivery.endpoint.id,
  url: delivery.endpoint.url,
  copy: delivery.copy,
  status: delivery.status,
  next_attempt_at:
    delivery.status !== 'pending' || delivery.nextAttemptAt === undefined
      ? null
      : isoTime(delivery.nextAttemptAt),
  attempts: delivery.attempts.map((attempt) => ({
    at: isoTime(attempt.at),
    manual: attempt.manual,
    edited: attempt.edited !== undefined,
    duration_ms: attempt.durationMs,
    request: requestOf(delivery, attempt),
    response: attempt.response ?? null,
    error: attempt.error ?? null,
  })),
})

/** An entry of the event list: the body as delivered, and the state of its deliveries. */
export const WireEventEntry = z
  .strictObject({
    event: WireEvent,
    created_datetime: DateTime,
    reference: z.string().nullable(),
    deliveries: z.array(
      z.strictObject({ id: z.string(), status: z.enum(deliveryStatuses), attempts: z.int() }),
    ),
  })
  .meta({ id: 'EventEntry' })

export const presentEventEntry = (
  event: WebhookEvent,
  deliveries: readonly Delivery[],
  context: EventContext,
): z.input<typeof WireEventEntry> => ({
  event: presentEvent(event, context),
  created_datetime: isoTime(event.at),
  reference: referenceOf(event) ?? null,
  deliveries: deliveries.map(({ id, status, attempts }) => ({ id, status, attempts: attempts.length })),
})
