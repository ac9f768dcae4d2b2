/**
 * What the control interface answers with, as published for users of the package. The shapes are written out so that the
 * published declarations need no other package; test/client/public-types.test.ts compares them with the schemas of the
 * routes. Names are those of the wire. Instants (`at`, `now`, `*_datetime`) are ISO 8601 in UTC with milliseconds, and come from
 * the world's clock unless said otherwise.
 */

import type { ChargeStatus, ClockMode, TimelineActor, TimelineKind } from '../domain/kernel/enums.ts'
import type { ScenarioKey } from './scenario-key.ts'

export type * from './public-accounts.ts'
export type * from './public-charges.ts'
export type * from './public-clock.ts'
export type * from './public-customers.ts'
export type * from './public-orders.ts'
export type * from './public-scenarios.ts'
export type * from './public-snapshots.ts'
export type * from './public-transfers.ts'
export type * from './public-webhooks.ts'
export type * from './rules.ts'
export type * from './scenario-key.ts'

/** A request and its answer; credentials and card numbers are masked. */
export interface JournalEntry {
  /** Number of the request in its world, from 1. */
  id: number
  /** When it arrived. */
  at: string
  /** How long the answer took, in milliseconds of real time. */
  duration_ms: number
  /** How long a scenario delayed the answer, as drawn, in milliseconds of real time; null: not at all. */
  latency_ms: number | null
  /** HTTP method. */
  method: string
  /** Path and query. */
  path: string
  /** Headers of the request. */
  request_headers: Record<string, string>
  /** Body of the request. */
  request_body: string
  /** HTTP status of the answer. */
  status: number
  /** Headers of the answer. */
  response_headers: Record<string, string>
  /** Body of the answer. */
  response_body: string
  /** The scenario key that applied; null if none. */
  scenario: ScenarioKey | null
  /** The request's X-Trace-Id, or the one that was made up. */
  trace_id: string
  /** What the emulator noticed about the request, such as an unknown field that it ignored. */
  warnings: string[]
}

/** A world and how much it contains. */
export interface WorldEntry {
  /** Name of the world. */
  name: string
  /** Whether its clock is live or frozen. */
  mode: ClockMode
  /** The time in the world. */
  now: string
  /** Number of charges. */
  charges: number
  /** Number of events. */
  events: number
  /** Number of requests in its journal. */
  requests: number
  /** Number of pending timers. */
  pending_timers: number
  /** The process that runs the world: host name and process id. */
  instance: string
}

/** The credentials of every world: OAuth clients, keys of v3, and the secrets that sign webhooks and encrypt card fields. */
export interface Credentials {
  /** OAuth clients. */
  clients: {
    /** Id of the client. */
    client_id: string
    /** Secret of the client. */
    client_secret: string
    /** What it may do. */
    scopes: string[]
  }[]
  /** Keys of v3. */
  secret_keys: string[]
  /** Signing secret of webhook endpoints that set none. */
  webhook_secret: string
  /** Encrypts card fields and PINs: AES-256, base64. */
  encryption_key: string
  /** Encrypts the bodies of v3 charges: 3DES in ECB mode, 24 characters. */
  v3_encryption_key: string
}

/** The answer of a running emulator. */
export interface Health {
  /** Always `ok`. */
  status: 'ok'
  /** Version of the emulator. */
  version: string
  /** Seed of ids and other random values. */
  seed: string
  /** Number of worlds. */
  worlds: number
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
    /** Customers. */
    customers: number
    /** Payment methods. */
    payment_methods: number
    /** Charges, those of orders included. */
    charges: number
    /** Orders. */
    orders: number
    /** Refunds. */
    refunds: number
    /** Chargebacks. */
    chargebacks: number
    /** Transfers. */
    transfers: number
  }
  /** Number of charges by status. */
  charges: Record<ChargeStatus, number>
  /** Charges that are settled. */
  settled: number
  /** Number of charges by processor response. */
  processor_responses: Record<string, number>
}

/** The result of an examination. */
export interface Examination {
  /** Number of stories that were played. */
  stories: number
  /** How long it took, in real time. */
  seconds: number
  /** Repeats this examination. */
  seed: string
  /** What the program did wrong; empty if nothing. */
  findings: {
    /** The law that it broke. */
    law: string
    /** How it broke the law, in words. */
    how: string
    /** The flow of the story. */
    flow: string
    /** The issuer's answer in the story. */
    issuer: string
    /** What went differently from the usual course. */
    deviations: string[]
    /** The story, as `examine --story` takes it. */
    story: string
    /** Whether the law held in some of the plays. */
    unsteady: boolean
    /** What happened, in order. */
    timeline: {
      /** Time since the beginning of the story. */
      at: string
      /** Who did it. */
      who: string
      /** What they did. */
      what: string
    }[]
  }[]
  /** What was not judged, and why. */
  notes: string[]
}

/** A line of the timeline of a world. */
export interface TimelineEntry {
  /** When it happened, or is due, on the world's clock. */
  at: string
  /** What it is about; `due` is still to come. */
  kind: TimelineKind
  /** Who causes it. */
  actor: TimelineActor
  /** What happened, on one line. */
  what: string
  /** The number of the request in the journal, or of the request that caused it; null if there is none. */
  request_id: number | null
  /** The delivery of a webhook; null if it is about none. */
  delivery_id: string | null
  /** The event that it delivers; null if it is about none. */
  event_id: string | null
  /** What it is about, such as a charge, a refund or a transfer; null if it is about none. */
  object_id: string | null
  /** The HTTP status of the answer, to a request or to an attempt at a webhook; null if there is none. */
  status: number | null
  /** Real milliseconds until that answer; null if there is none. */
  duration_ms: number | null
  /** The scenario key that applied, from the request or from a rule; null if there was none. */
  scenario: string | null
  /** Where a jump of the clock ends, or when a webhook is sent again; null if it is neither. */
  until: string | null
}

/** The session of a world that is recorded, or the last one. */
export interface Session {
  /** Whether it is still being recorded. */
  recording: boolean
  /** What it is about; null if it has no name. */
  name: string | null
  /** When it began, on the world's clock; null if none was recorded yet. */
  started_at: string | null
  /** When it ended. */
  stopped_at: string | null
  /** Requests to the service in it. */
  requests: number
  /** Events of webhooks in it. */
  events: number
  /** What was not recorded, because the session is too long. */
  missed: number
}

/** The last examination of an emulator. */
export interface LastExamination {
  /** Null: there was none. */
  examination: Examination | null
  /** The story to play again; null if none was requested. */
  wanted: string | null
}
