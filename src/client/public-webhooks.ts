/** Webhooks as published for users of the package, written out as in public-types.ts. */

import type { DeliveryStatus, SignatureScheme, WebhookForm } from '../domain/kernel/enums.ts'
import type { EventType } from '../domain/webhook/event-types.ts'

export type { DeliveryStatus, SignatureScheme, WaitGoal, WebhookForm } from '../domain/kernel/enums.ts'
export type { EventType } from '../domain/webhook/event-types.ts'

/** Where events go, and how they are signed. */
export interface WebhookEndpoint {
  id: string
  url: string
  secret: string
  /** The event types it receives; null: all that its form has. */
  events: EventType[] | null
  /** Form of the bodies. */
  form: WebhookForm
  signature: SignatureScheme
  /** Name of the signature header. */
  header: string
  /** Extra headers sent with each delivery. */
  headers: Record<string, string>
}

/** The body of a webhook. `timestamp` is in milliseconds since 1970. */
export interface WebhookEvent {
  webhook_id: string
  id: string
  timestamp: number
  type: EventType
  data: Record<string, unknown>
}

/** An event of a world, and how far its deliveries are. */
export interface EventEntry {
  event: WebhookEvent
  created_datetime: string
  /** Reference of the charge or transfer that it is about; null if it has none. */
  reference: string | null
  deliveries: { id: string; status: string; attempts: number }[]
}

/** One attempt of a delivery; `duration_ms` is real time. */
export interface Attempt {
  at: string
  /** Whether it was a manual redelivery, outside the retry schedule. */
  manual: boolean
  duration_ms: number
  request: { url: string; headers: Record<string, string>; body: string }
  /** Null if there was no answer. */
  response: { status: number; headers: Record<string, string>; body: string } | null
  /** Why there was no answer; null if there was one. */
  error: string | null
}

/** The delivery of an event to an endpoint, with every attempt. */
export interface Delivery {
  id: string
  event_id: string
  endpoint_id: string
  url: string
  /** From 1; above 1 if a scenario delivers the event more than once. */
  copy: number
  /** `dead`: the last retry failed. `dropped`: recorded and never sent. */
  status: DeliveryStatus
  /** Null unless an attempt is scheduled. */
  next_attempt_at: string | null
  attempts: Attempt[]
}

/** Whether due deliveries are held, and how many are. */
export interface Held {
  held: boolean
  /** Deliveries that are held now. */
  waiting: number
}
