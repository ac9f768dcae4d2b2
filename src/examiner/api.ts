import type { Duration } from '../client/units.ts'
import type { SignatureScheme } from '../client.ts'
import type { Moment } from './trace.ts'

/** An order that a customer wants to pay. */
export interface Order {
  readonly id: string
  readonly amount: number
  readonly currency: string
}

/** Where the emulated service is, and what a program needs to use it. */
export interface ServiceAddress {
  readonly base_url: string
  readonly auth_url: string
  readonly webhook_secret: string
  readonly client_id: string
  readonly client_secret: string
  readonly secret_key: string
  readonly customer_id: string
  readonly payment_method_id: string
}

/** What a program believes about an order. */
export interface Belief {
  readonly status: 'paid' | 'failed' | 'pending'
  /** How often it was fulfilled; leave it out if that cannot be told. */
  readonly fulfilled?: number | undefined
}

/** What a customer's request is answered with: anything that resolves is success, unless its `status` is 400 or more. */
export type CustomerAnswer = unknown

/** A program that is examined, by functions. Durations are texts such as `200ms`, or milliseconds. */
export interface ExamineOptions {
  /** Starts the program against the emulated service; called once, before everything else. */
  start?: ((service: ServiceAddress) => unknown) | undefined
  /** Ends the program; called once, at the end. */
  stop?: (() => unknown) | undefined
  /** Kills the program and starts it again; without it, `restart` is not played. */
  restart?: (() => unknown) | undefined
  /** The customer presses "pay". */
  pay: (order: Order) => CustomerAnswer
  /** The program asks the customer for PIN, OTP or address; `value` is what the customer enters. */
  answer?: {
    readonly requires_pin?: ((order: Order, value: string) => CustomerAnswer) | undefined
    readonly requires_otp?: ((order: Order, value: string) => CustomerAnswer) | undefined
    readonly requires_additional_fields?: ((order: Order, value: string) => CustomerAnswer) | undefined
  }
  /** What the program believes about the order; undefined: it does not know it. */
  look: (order: Order) => Belief | undefined | Promise<Belief | undefined>
  /** The customer's browser is sent back to this address; by default it is opened over HTTP. */
  visit?: ((url: string) => CustomerAnswer) | undefined
  /** Where events go: an address, or a function that takes the request and answers it. */
  webhook: string | ((request: Request) => Response | Promise<Response>)
  /** How webhooks are signed; `hmac-sha256` by default. */
  signature?: SignatureScheme | undefined
  order?: { readonly amount?: number | undefined; readonly currency?: string | undefined } | undefined
  /** Scenario keys, simplest first; by default every flow that the program can answer. */
  flows?: readonly string[] | undefined
  /** The program also reads charges by itself. */
  polls?: boolean | undefined
  /** Real time that the program may take for its own work; 200 milliseconds by default. */
  patience?: Duration | undefined
  /** Emulated time after which an order must have ended; 24 hours by default. */
  window?: Duration | undefined
  /** Deviations that are added and left out. */
  play?: { readonly also?: readonly string[] | undefined; readonly never?: readonly string[] | undefined }
  /** How long to search; 60 seconds by default. */
  budget?: Duration | undefined
  /** The most stories to play. */
  stories?: number | undefined
  /** The same seed plays the same stories. */
  seed?: string | undefined
  /** Plays this story only, three times. */
  story?: string | undefined
}

/** A finding as other programs read it. */
export interface JsonFinding {
  law: string
  how: string
  flow: string
  issuer: string
  deviations: readonly string[]
  story: string
  unsteady: boolean
  timeline: readonly Moment[]
}

/** The result of an examination. */
export interface ExaminationReport {
  readonly stories: number
  readonly seconds: number
  readonly seed: string
  readonly findings: readonly JsonFinding[]
  /** What was not judged, and why. */
  readonly notes: readonly string[]
}

/** The result of `examine`, with a text that tells it. */
export interface Examined extends ExaminationReport {
  readonly text: string
}
