/**
 * What the control interface answers with, as published for users of the package. The shapes are
 * written by hand so that the published declarations need no other package; test/client/public-types.test.ts compares them
 * with the schemas of the routes.
 * Names are those of the wire. Instants (`at`, `now`, `*_datetime`) are ISO 8601 in UTC with milliseconds, and come from
 * the world's clock unless said otherwise.
 */

import type {
  ClockMode,
  DeliveryStatus,
  PaymentMethodType,
  RuleMethod,
  SignatureScheme,
} from '../domain/kernel/enums.ts'
import type { EventType } from '../domain/webhook/event-types.ts'
import type { Timer } from './public-resources.ts'

export type {
  ClockMode,
  DeliveryStatus,
  PaymentMethodType,
  RuleMethod,
  SignatureScheme,
  WaitGoal,
} from '../domain/kernel/enums.ts'
export type { EventType } from '../domain/webhook/event-types.ts'
export type * from './public-resources.ts'

export interface ClockState {
  mode: ClockMode
  now: string
  pending_timers: number
  /** The next timer; null if none is pending. */
  next: Timer | null
}

/** Whether a world was idle, and what was under way when it was asked. */
export interface Idle {
  /** False: the time was over first. */
  idle: boolean
  /** Requests to the service that are not answered yet. */
  open_requests: number
  /** Webhooks that are not answered yet. */
  open_deliveries: number
}

/** The timers that an advance of the clock fired, in due order; `fired` lists at most 1000, `total` counts all. */
export interface Advanced extends ClockState {
  total: number
  fired: Timer[]
}

/** An entry of the scenario catalogue. */
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

/** The explanation of a scenario key, step by step. */
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

/** The body of a webhook. `timestamp` is in milliseconds since 1970. */
export interface WebhookEvent {
  webhook_id: string
  id: string
  timestamp: number
  type: EventType
  data: Record<string, unknown>
}

export interface EventEntry {
  event: WebhookEvent
  created_datetime: string
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
  response: { status: number; headers: Record<string, string>; body: string } | null
  error: string | null
}

/** The delivery of an event to an endpoint, with every attempt. */
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

/** A rule that applies a scenario key to requests without one. */
export interface Fault {
  id: string
  key: string
  /** Null: all. */
  method: RuleMethod | null
  /** This path and everything below it; null: all. */
  path: string | null
  share: number
  /** Requests it still applies to; null: no limit. */
  remaining: number | null
  until: string | null
}

/** Whether due deliveries are held, and how many are. */
export interface Held {
  held: boolean
  waiting: number
}

/** A request and its answer; credentials and card numbers are masked. `duration_ms` is real time. */
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
  /** The process that holds the world: host name and process id. */
  instance: string
}

export interface Health {
  status: 'ok'
  version: string
  seed: string
  worlds: number
}

/** A saved world. Its inner structure is not part of the interface. */
export interface Snapshot {
  version: number
  /** The version of the emulator that saved it. */
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

/** The world that a snapshot restored. */
export interface Restored {
  world: string
  now: string
  mode: ClockMode
  charges: number
  pending_timers: number
}
