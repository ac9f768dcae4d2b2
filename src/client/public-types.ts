/**
 * What the control interface answers with, as published for users of the package. Written by hand so that the published
 * declarations need no other package; test/client/public-types.test.ts compares them with the schemas of the routes.
 * Names are those of the wire. Instants (`at`, `now`, `*_datetime`) are ISO 8601 in UTC with milliseconds, and come from
 * the world's clock unless said otherwise.
 */

import type { PaymentMethodType, Timer } from './public-resources.ts'

export type * from './public-resources.ts'

export type EventType =
  | 'charge.completed'
  | 'transfer.disburse'
  | 'transfer.reversal'
  | 'order.authorization'
  | 'refund.completed'

export type ClockMode = 'live' | 'frozen'

export interface ClockState {
  mode: ClockMode
  now: string
  pending_timers: number
  /** What is due next. */
  next: Timer | null
}

/** What an advance of the clock has set off, in due order; `fired` holds at most 1000, `total` counts all. */
export interface Advanced extends ClockState {
  total: number
  fired: Timer[]
}

/** One entry of the scenario catalogue. */
export interface Scenario {
  key: string
  title: string
  description: string | null
  sets: string[]
  /** Null: all. */
  payment_methods: PaymentMethodType[] | null
  default_for: PaymentMethodType[]
  source: string
}

/** What a key does, step by step. */
export interface Explanation {
  key: string
  uses: { key: string; title: string }[]
  payment_methods: PaymentMethodType[] | null
  steps: string[]
}

export interface ScenariosAdded {
  fragments: number
  problems: string[]
}

export type SignatureScheme = 'hmac-sha256' | 'secret' | 'standard-webhooks'

/** Where events go, and how they are signed. */
export interface WebhookEndpoint {
  id: string
  url: string
  secret: string
  /** Null: all. */
  events: EventType[] | null
  signature: SignatureScheme
  header: string
  headers: Record<string, string>
}

/** The body of a webhook. `timestamp` is in milliseconds. */
export interface WebhookEvent {
  webhook_id: string
  id: string
  timestamp: number
  type: EventType
  data: Record<string, unknown>
}

/** How far an event must have come for somebody who waits for it. */
export type WaitGoal = 'delivered' | 'made'

export type DeliveryStatus = 'pending' | 'held' | 'delivered' | 'dead' | 'dropped'

export interface EventEntry {
  event: WebhookEvent
  created_datetime: string
  reference: string | null
  deliveries: { id: string; status: string; attempts: number }[]
}

/** One try to deliver; `duration_ms` is real time. */
export interface Attempt {
  at: string
  /** A redelivery, apart from the ladder of retries. */
  by_hand: boolean
  duration_ms: number
  request: { url: string; headers: Record<string, string>; body: string }
  response: { status: number; headers: Record<string, string>; body: string } | null
  error: string | null
}

/** One event on its way to one endpoint, with every attempt. */
export interface Delivery {
  id: string
  event_id: string
  endpoint_id: string
  url: string
  copy: number
  status: DeliveryStatus
  next_attempt_at: string | null
  attempts: Attempt[]
}

/** A scenario key for requests that come without one. */
export interface Fault {
  id: string
  key: string
  /** Null: all. */
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | null
  /** This path and everything below it; null: all. */
  path: string | null
  share: number
  /** Requests that it yet falls on; null: no end. */
  remaining: number | null
  until: string | null
}

/** Whether deliveries are held back, and how many. */
export interface Held {
  held: boolean
  waiting: number
}

/** One request and its answer; credentials and card numbers are masked. `duration_ms` is real time. */
export interface JournalEntry {
  id: number
  at: string
  duration_ms: number
  method: string
  path: string
  request_headers: Record<string, string>
  request_body: string
  status: number
  response_headers: Record<string, string>
  response_body: string
  scenario: string | null
  trace_id: string
  warnings: string[]
}

export interface WorldEntry {
  name: string
  mode: ClockMode
  now: string
  charges: number
  events: number
  requests: number
  pending_timers: number
  /** The process that has it: host name and process id. */
  instance: string
}

export interface Health {
  status: 'ok'
  version: string
  seed: string
  worlds: number
}

/** A whole world; its inner parts are no interface. */
export interface Snapshot {
  version: number
  /** The version of the emulator that it is from. */
  emulator: string
  world: string
  [part: string]: unknown
}

/** What was made in the past of a world. */
export interface Populated {
  /** Sent again, it makes the same. */
  seed: string
  from: string
  to: string
  made: {
    customers: number
    payment_methods: number
    charges: number
    orders: number
    refunds: number
    transfers: number
  }
  /** How many of the charges have each status. */
  charges: { succeeded: number; pending: number; failed: number; voided: number }
  settled: number
  /** How many of the charges ended with each. */
  processor_responses: Record<string, number>
}

/** What a snapshot has brought back. */
export interface Restored {
  world: string
  now: string
  mode: ClockMode
  charges: number
  pending_timers: number
}
