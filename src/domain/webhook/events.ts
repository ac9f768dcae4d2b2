import * as z from 'zod'
import { type Charge, txRefOf } from '../charge/model.ts'
import { deliveryStatuses, type SignatureScheme, signatureSchemes, webhookForms } from '../kernel/enums.ts'
import { chosenBounds, WebUrl } from '../kernel/values.ts'
import type { Order } from '../order/model.ts'
import type { Refund } from '../refund/model.ts'
import type { WebhookPlan } from '../scenario/fragment.ts'
import { distinct, later, madeId, maybe, type Stored, text, time } from '../stored/parts.ts'
import type { Transfer } from '../transfer/model.ts'
import { storedEdit } from './edit.ts'
import { eventTypeNames, eventTypes } from './event-types.ts'
import { formProblem } from './forms.ts'

/** The kinds of resources that events are about, by collection. */
interface Subjects {
  charges: Charge
  orders: Order
  refunds: Refund
  transfers: Transfer
}

/** An event as it is stored, with the resource as it was at that moment. Instants in milliseconds. */
export const storedEvent = ({ webhooks, ...subjects }: EventParts) =>
  z
    .strictObject({
      id: madeId('wbk'),
      type: z.enum(eventTypeNames),
      at: time(),
      /** The timestamp in its body, if it is not `at`: the program clock may be a different one. */
      stampedAt: maybe(time()),
      subject: maybe(
        z.discriminatedUnion('collection', [
          z.strictObject({ collection: z.literal('charges'), value: subjects.charges }),
          z.strictObject({ collection: z.literal('orders'), value: subjects.orders }),
          z.strictObject({ collection: z.literal('refunds'), value: subjects.refunds }),
          z.strictObject({ collection: z.literal('transfers'), value: subjects.transfers }),
        ]),
      ),
      /** The payload of an event that a tester created, in wire form; it replaces `subject`. */
      data: maybe(z.record(z.string(), z.unknown())),
      plan: maybe(webhooks),
      /** Ids of its deliveries. */
      deliveries: distinct(madeId('dlv')),
    })
    .refine(({ subject, data }) => (subject === undefined) !== (data === undefined), {
      path: ['subject'],
      error: 'is required unless data is given, and not allowed otherwise',
    })
    .refine(({ type, subject }) => !subject || subject.collection === eventTypes[type].subject, {
      path: ['subject', 'collection'],
      error: 'must be the collection of this event type',
    })
export type WebhookEvent = Stored<typeof storedEvent>

/** What an event is about: its collection, and the value as it was when the event happened. */
export type Subject = NonNullable<WebhookEvent['subject']>

type EventParts = { webhooks: z.ZodType<WebhookPlan> } & {
  [K in keyof Subjects]: z.ZodType<Subjects[K]>
}

/** The reference of what an event is about; of a charge that v3 made, its `tx_ref`. */
export function referenceOf({ subject, data }: WebhookEvent): string | undefined {
  const reference =
    subject?.collection === 'charges'
      ? txRefOf(subject.value)
      : (subject?.value.reference ?? data?.['reference'])
  return typeof reference === 'string' ? reference : undefined
}

/** Headers that frame a request; with wrong ones, a server could not read it. */
const framing =
  /^(host|content-length|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer|content-type)$/i

const anyHeaderName = () =>
  z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'must be a header name of letters, digits and hyphens')

/** The name of a header that deliveries may have. */
export const deliveryHeader = () =>
  anyHeaderName().refine((name) => !framing.test(name), 'must not be a header that frames the request')

const maxHeaders = 50

/** Additional headers of an endpoint. */
export const deliveryHeaders = () =>
  z
    .record(
      deliveryHeader(),
      z
        .string()
        .max(1000)
        .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII'),
    )
    .refine((headers) => Object.keys(headers).length <= maxHeaders, `must have at most ${maxHeaders} headers`)

/** A webhook endpoint as it is stored. */
export const storedEndpoint = () =>
  z
    .strictObject({
      id: z.union([madeId('whe'), z.enum(['whe_environment', 'callback_url'])], {
        error: 'must be the id of a webhook endpoint',
      }),
      url: WebUrl,
      secret: text(),
      /** Undefined: all events that have its form. */
      events: maybe(z.array(z.enum(eventTypeNames)).min(1)),
      // Older snapshots do not contain it.
      form: z.enum(webhookForms).default('charge'),
      signature: z.enum(signatureSchemes),
      header: anyHeaderName(),
      headers: deliveryHeaders(),
    })
    .superRefine(({ signature, secret, form, events }, context) => {
      const problems = { secret: secretProblem(signature, secret), events: formProblem(form, events) }
      for (const [member, message] of Object.entries(problems))
        if (message !== undefined) context.addIssue({ code: 'custom', path: [member], message })
    })
export type WebhookEndpoint = Stored<typeof storedEndpoint>

/** Why a secret cannot be used for a scheme; undefined if it can. */
export function secretProblem(scheme: SignatureScheme, secret: string): string | undefined {
  if (scheme === 'standard-webhooks' && !base64Secret.test(secret))
    return 'must be base64, with or without "whsec_" before it, for signature "standard-webhooks"'
  if (scheme === 'secret' && !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(secret))
    return 'must be printable ASCII for signature "secret", because it is sent in a header'
  return undefined
}

const base64Secret = /^(whsec_)?(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * One attempt to deliver an event; the response's body is truncated. The request is not stored: it can be derived from
 * event, endpoint and time. `at` in milliseconds of the world's clock.
 */
export const storedAttempt = () =>
  z
    .strictObject({
      at: time(),
      /** The timestamp of its signature, if it is not `at`. */
      stampedAt: maybe(time()),
      /** A redelivery that a tester asked for; it does not count as a retry. */
      manual: z.boolean(),
      /** What the tester changed in it; such an attempt does not count for the delivery. */
      edited: maybe(storedEdit()),
      /** Real milliseconds that the exchange took. */
      durationMs: z.number(),
      response: maybe(
        z.strictObject({
          status: z.int().min(0).max(999),
          headers: z.record(z.string(), z.string()),
          body: z.string(),
        }),
      ),
      error: maybe(z.string()),
    })
    .refine(({ response, error }) => (response === undefined) !== (error === undefined), {
      path: ['response'],
      error: 'is required unless error is given, and not allowed otherwise',
    })
export type Attempt = Stored<typeof storedAttempt>

/** One event on its way to one endpoint, as it is stored: `copy` counts from 1. Instants in milliseconds. */
export const storedDelivery = ({ endpoint }: { endpoint: z.ZodType<WebhookEndpoint> }) =>
  z
    .strictObject({
      id: madeId('dlv'),
      eventId: madeId('wbk'),
      endpoint,
      copy: z.int().min(1).max(chosenBounds.copies),
      status: z.enum(deliveryStatuses),
      attempts: z.array(storedAttempt()),
      /** When it is due; for a held one, when it was due. */
      nextAttemptAt: maybe(later()),
    })
    .refine(
      ({ status, nextAttemptAt }) =>
        (status === 'pending' || status === 'held') === (nextAttemptAt !== undefined),
      {
        path: ['nextAttemptAt'],
        error: 'is required for a pending or held delivery, and not allowed for any other',
      },
    )
export type Delivery = Stored<typeof storedDelivery>

/** The open pair of a world, as it is stored: its first event has happened, its second one has not. */
export const storedReversal = () =>
  z.strictObject({
    id: z.literal('open'),
    /** Deliveries of the first event. */
    deliveries: distinct(madeId('dlv')).min(1),
    /** When they are sent without a second event. Milliseconds. */
    until: later(),
  })
export type Reversal = Stored<typeof storedReversal>
