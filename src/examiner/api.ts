import type { Duration } from '../client/units.ts'
import type { ScenarioKey, SignatureScheme, WebhookForm } from '../client.ts'
import type { Moment } from './trace.ts'

/** An order that a customer wants to pay. */
export interface Order {
  /** Id of the order in the program. */
  readonly id: string
  /** What it costs. */
  readonly amount: number
  /** ISO 4217 code. */
  readonly currency: string
}

/** Where the emulated service is, and what a program needs to use it. */
export interface ServiceAddress {
  /** Address of the service. */
  readonly base_url: string
  /** Address that gives out tokens. */
  readonly auth_url: string
  /** Signs webhooks. */
  readonly webhook_secret: string
  /** Id of the OAuth client. */
  readonly client_id: string
  /** Secret of the OAuth client. */
  readonly client_secret: string
  /** Key of v3. */
  readonly secret_key: string
  /** The customer who pays. */
  readonly customer_id: string
  /** What the customer pays with. */
  readonly payment_method_id: string
}

/** What a program believes about an order. */
export interface Belief {
  /** Whether it is paid. */
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
    /** Asked for the card PIN. */
    readonly requires_pin?: ((order: Order, value: string) => CustomerAnswer) | undefined
    /** Asked for the one-time password. */
    readonly requires_otp?: ((order: Order, value: string) => CustomerAnswer) | undefined
    /** Asked for the address. */
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
  /** The form of webhooks: `v3` for a program that expects those of v3, which are signed with `secret` by default. */
  form?: WebhookForm | undefined
  /** What the orders cost. */
  order?:
    | {
        /** Amount of an order; 1500 by default. */
        readonly amount?: number | undefined
        /** ISO 4217 code; `NGN` by default. */
        readonly currency?: string | undefined
      }
    | undefined
  /** Scenario keys, simplest first; by default every flow that the program can answer. */
  flows?: readonly ScenarioKey[] | undefined
  /** The program also reads charges by itself. */
  polls?: boolean | undefined
  /** Real time that the program may take for its own work; 200 milliseconds by default. */
  patience?: Duration | undefined
  /** Emulated time after which an order must have ended; 24 hours by default. */
  window?: Duration | undefined
  /** Deviations that are added and left out. */
  play?: {
    /** Names of deviations that are played too. */
    readonly also?: readonly string[] | undefined
    /** Names of deviations that are not played. */
    readonly never?: readonly string[] | undefined
  }
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
  /** The law that the program broke. */
  law: string
  /** How it broke the law, in words. */
  how: string
  /** The flow of the story. */
  flow: string
  /** The issuer's answer in the story. */
  issuer: string
  /** What went differently from the usual course. */
  deviations: readonly string[]
  /** The story, as the option `story` takes it. */
  story: string
  /** Whether the law held in some of the plays. */
  unsteady: boolean
  /** What happened, in order. */
  timeline: readonly Moment[]
}

/** The result of an examination. */
export interface ExaminationReport {
  /** Number of stories that were played. */
  readonly stories: number
  /** How long it took, in real time. */
  readonly seconds: number
  /** Repeats this examination. */
  readonly seed: string
  /** What the program did wrong; empty if nothing. */
  readonly findings: readonly JsonFinding[]
  /** What was not judged, and why. */
  readonly notes: readonly string[]
}

/** The result of `examine`, with a text that tells it. */
export interface Examined extends ExaminationReport {
  /** The result as the command prints it. */
  readonly text: string
}
