/**
 * What the control interface answers with, as published for users of the package. The shapes are written out so that the
 * published declarations need no other package; test/client/public-types.test.ts compares them with the schemas of the
 * routes. Names are those of the wire. Instants (`at`, `now`, `*_datetime`) are ISO 8601 in UTC with milliseconds, and come from
 * the world's clock unless said otherwise.
 */

import type { ClockMode, PaymentMethodType } from '../domain/kernel/enums.ts'
import type { Timer } from './public-resources.ts'

export type { ClockMode, PaymentMethodType, RuleMethod } from '../domain/kernel/enums.ts'
export type * from './public-resources.ts'
export type * from './rules.ts'
export type * from './public-webhooks.ts'

/** The clock of a world. */
export interface ClockState {
  mode: ClockMode
  now: string
  pending_timers: number
  /** The next timer; null if none is pending. */
  next: Timer | null
}

/** Whether a world was idle, and what was under way when it was asked. */
export interface Idle {
  /** False if the timeout passed first. */
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
  /** The parts of a payment that it sets, such as `steps`, `webhooks` and `response`. */
  sets: string[]
  /** The payment methods that its flow supports; null: all. */
  payment_methods: PaymentMethodType[] | null
  /** The payment methods that use its flow when the key has none. */
  default_for: PaymentMethodType[]
  /** The file it was read from, or `posted`. */
  source: string
}

/** The explanation of a scenario key, step by step. */
export interface Explanation {
  key: string
  /** The fragments that it combines. */
  uses: { key: string; title: string }[]
  /** The payment methods that its flow supports; null: all. */
  payment_methods: PaymentMethodType[] | null
  /** What happens, one sentence each. */
  steps: string[]
}

/** The result of adding or reloading scenarios. */
export interface ScenariosAdded {
  /** Fragments that were added; after a reload, all that are in use. */
  fragments: number
  /** What is wrong with the files; empty if nothing is. */
  problems: string[]
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
  /** The scenario key that applied; null if none. */
  scenario: string | null
  trace_id: string
  /** What the emulator noticed about the request, such as an unknown field that it ignored. */
  warnings: string[]
}

/** A world and how much it contains. */
export interface WorldEntry {
  name: string
  mode: ClockMode
  now: string
  charges: number
  events: number
  requests: number
  pending_timers: number
  /** The process that runs the world: host name and process id. */
  instance: string
}

/** The credentials of every world: OAuth clients, keys of v3, and the secrets that sign webhooks and encrypt card fields. */
export interface Credentials {
  clients: { client_id: string; client_secret: string; scopes: string[] }[]
  /** Keys of v3. */
  secret_keys: string[]
  webhook_secret: string
  /** AES-256, base64. */
  encryption_key: string
}

/** The answer of a running emulator. */
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

/** What `populate` created. */
export interface Populated {
  /** Repeats this population in a world in the same state. */
  seed: string
  /** The start of the time that was filled. */
  from: string
  /** The end of that time: now on the world's clock. */
  to: string
  /** How many of each kind were created. */
  made: {
    customers: number
    payment_methods: number
    charges: number
    orders: number
    refunds: number
    transfers: number
  }
  /** Number of charges by status. */
  charges: { succeeded: number; pending: number; failed: number; voided: number }
  /** Charges that are settled. */
  settled: number
  /** Number of charges by processor response. */
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
