import type { Subject } from './decision.ts'
import type { WebhookPlan } from './scenario.ts'

/** The five events of the contract, and what each is about. */
export const eventTypes = {
  'charge.completed': { subject: 'charges', title: 'A charge has completed: succeeded, failed or voided' },
  'transfer.disburse': { subject: 'transfers', title: 'A transfer has been disbursed, or has failed' },
  'transfer.reversal': { subject: 'transfers', title: 'A transfer has been reversed' },
  'order.authorization': { subject: 'orders', title: 'An order has been authorised' },
  'refund.completed': { subject: 'refunds', title: 'A refund has completed' },
} as const satisfies Record<string, { subject: Subject['collection']; title: string }>

export type EventType = keyof typeof eventTypes
export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]

/** A fact that merchants are told. Its data is the resource as it was at that moment. Instants in milliseconds. */
export interface WebhookEvent {
  readonly id: string
  readonly type: EventType
  readonly at: number
  readonly subject: Subject | undefined
  /** The payload of an event made by hand, in wire form; it stands in the place of `subject`. */
  readonly data: Readonly<Record<string, unknown>> | undefined
  readonly plan: WebhookPlan | undefined
  /** Ids of its deliveries. */
  readonly deliveries: readonly string[]
}

/** The reference of what an event is about. */
export function referenceOf({ subject, data }: WebhookEvent): string | undefined {
  const reference = subject?.value.reference ?? data?.['reference']
  return typeof reference === 'string' ? reference : undefined
}

/** Where events go. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly secret: string
  /** Undefined: all events. */
  readonly events: readonly EventType[] | undefined
  readonly signature: SignatureScheme
  readonly header: string
  readonly headers: Readonly<Record<string, string>>
}

export const signatureSchemes = ['hmac-sha256', 'secret', 'standard-webhooks'] as const
export type SignatureScheme = (typeof signatureSchemes)[number]

/** What is wrong with a secret for a scheme; undefined where it fits. */
export function secretProblem(scheme: SignatureScheme, secret: string): string | undefined {
  if (scheme === 'standard-webhooks' && !base64Secret.test(secret))
    return 'must be base64, with or without "whsec_" before it, for signature "standard-webhooks"'
  if (scheme === 'secret' && !/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(secret))
    return 'must be printable ASCII for signature "secret", because it is sent in a header'
  return undefined
}

const base64Secret = /^(whsec_)?(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * One try to deliver an event; the response's body is cut to a limit. The request is not kept: it follows from event,
 * endpoint and time. `at` in milliseconds of the world's clock.
 */
export interface Attempt {
  readonly at: number
  /** By the tester's hand, apart from the ladder of retries. */
  readonly manual: boolean
  /** Real milliseconds that the exchange took. */
  readonly durationMs: number
  readonly response: { status: number; headers: Record<string, string>; body: string } | undefined
  readonly error: string | undefined
}

export const deliveryStatuses = ['pending', 'held', 'delivered', 'dead', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One event on its way to one endpoint: `copy` counts from 1. Instants in milliseconds. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly endpoint: WebhookEndpoint
  readonly copy: number
  readonly status: DeliveryStatus
  readonly attempts: readonly Attempt[]
  /** When it is due; for a held one, when it was due. */
  readonly nextAttemptAt: number | undefined
}
