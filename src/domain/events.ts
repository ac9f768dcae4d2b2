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

/** One try to deliver an event; the response's body is cut to a limit. */
export interface Attempt {
  readonly at: number
  /** Real milliseconds that the exchange took. */
  readonly durationMs: number
  readonly request: { url: string; headers: Record<string, string>; body: string }
  readonly response: { status: number; headers: Record<string, string>; body: string } | undefined
  readonly error: string | undefined
}

export type DeliveryStatus = 'pending' | 'held' | 'delivered' | 'dead' | 'dropped'

/** One event on its way to one endpoint: `copy` counts from 1. Instants in milliseconds. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  readonly endpoint: WebhookEndpoint
  readonly copy: number
  readonly status: DeliveryStatus
  readonly attempts: readonly Attempt[]
  readonly nextAttemptAt: number | undefined
}
