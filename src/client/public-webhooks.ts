/** Webhooks as published for users of the package, written out as in public-types.ts. */

import type { DeliveryStatus, SignatureScheme, WebhookForm } from '../domain/kernel/enums.ts'
import type { EventType } from '../domain/webhook/event-types.ts'
import type { Charge } from './public-charges.ts'
import type { Customer, PaymentMethod } from './public-customers.ts'
import type { Order, Refund } from './public-orders.ts'
import type { Disbursement, Reversal } from './public-transfers.ts'

export type {
  DeliveryStatus,
  SignatureEdit,
  SignatureScheme,
  WaitGoal,
  WebhookForm,
} from '../domain/kernel/enums.ts'
export type { EventType } from '../domain/webhook/event-types.ts'

/** Who pays, and with what. */
export interface Payer {
  /** The customer. */
  customer: Customer
  /** The payment method. */
  payment_method: PaymentMethod
}

/**
 * What each event has as `data`: the resource at the time of the event. An event created with `webhooks.send` and `data` of
 * your own has that instead.
 */
export interface EventData {
  /** The charge, which succeeded, failed or was voided. */
  'charge.completed': Charge & Payer
  /** The transfer, which was disbursed or failed. */
  'transfer.disburse': Disbursement
  /** The transfer, which was reversed. */
  'transfer.reversal': Reversal
  /** The order, which was authorised. */
  'order.authorization': Order & Payer
  /** The refund, which is complete. */
  'refund.completed': Refund
}

/** The body of a webhook in the form of the charge interface. */
export interface WebhookEventOf<T extends EventType> {
  /** Equal to `id`. */
  webhook_id: string
  /** Id of the event, `wbk_…`; the same on every attempt and copy. */
  id: string
  /** When it was sent, in milliseconds since 1970. */
  timestamp: number
  /** Name of the event. */
  type: T
  /** What the event is about. */
  data: EventData[T]
}

/** The body of a webhook: `type` tells what `data` is. */
export type WebhookEvent<T extends EventType = EventType> = { [K in T]: WebhookEventOf<K> }[T]

/** An event of a world, and how far its deliveries are. */
export interface EventEntry<T extends EventType = EventType> {
  /** The event, in the form of the charge interface. */
  event: WebhookEvent<T>
  /** When it was created. */
  created_datetime: string
  /** Reference of the charge or transfer that it is about; null if it has none. */
  reference: string | null
  /** Its deliveries: one for each subscribed endpoint, or more if a scenario duplicates them. */
  deliveries: {
    /** Id of the delivery. */
    id: string
    /** How far it is. */
    status: DeliveryStatus
    /** Number of attempts so far. */
    attempts: number
  }[]
}

/** Where events go, and how they are signed. */
export interface WebhookEndpoint {
  /** Id of the endpoint. */
  id: string
  /** Where events are sent. */
  url: string
  /** Signing secret. */
  secret: string
  /** The event types it receives; null: all that its form has. */
  events: EventType[] | null
  /** Form of the bodies. */
  form: WebhookForm
  /** How deliveries are signed. */
  signature: SignatureScheme
  /** Name of the signature header. */
  header: string
  /** Extra headers sent with each delivery. */
  headers: Record<string, string>
}

/** One attempt of a delivery. */
export interface Attempt {
  /** When it was sent. */
  at: string
  /** Whether it was a manual redelivery, outside the retry schedule. */
  manual: boolean
  /** Whether its body, signature or secret was changed; it does not count for the delivery. */
  edited: boolean
  /** How long it took, in milliseconds of real time. */
  duration_ms: number
  /** The request as it was sent. */
  request: {
    /** Where it was sent. */
    url: string
    /** Its headers, the signature among them. */
    headers: Record<string, string>
    /** Its body, byte for byte. */
    body: string
  }
  /** The endpoint's answer; null if there was none. */
  response: {
    /** HTTP status; only 200 confirms the delivery. */
    status: number
    /** Its headers. */
    headers: Record<string, string>
    /** Its body. */
    body: string
  } | null
  /** Why there was no answer; null if there was one. */
  error: string | null
}

/** The delivery of an event to an endpoint, with every attempt. */
export interface Delivery {
  /** Id of the delivery. */
  id: string
  /** The event that is delivered. */
  event_id: string
  /** The endpoint that it is delivered to. */
  endpoint_id: string
  /** URL of the endpoint. */
  url: string
  /** From 1; above 1 if a scenario delivers the event more than once. */
  copy: number
  /** `dead`: the last retry failed. `dropped`: recorded and never sent. */
  status: DeliveryStatus
  /** When the next attempt is due; null if none is scheduled. */
  next_attempt_at: string | null
  /** The attempts so far, oldest first. */
  attempts: Attempt[]
}

/** Whether due deliveries are held, and how many are. */
export interface Held {
  /** Whether they are held. */
  held: boolean
  /** Deliveries that are held now. */
  waiting: number
}
