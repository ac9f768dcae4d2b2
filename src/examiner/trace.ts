import type { Deviation } from './story.ts'

/** What a program says about an order. */
export type Belief = 'paid' | 'failed' | 'pending'

/** One look at what the program believes. */
export interface Look {
  /** The step that it follows, from 1. */
  readonly step: number
  /** Undefined: it could not be told. */
  readonly belief: Belief | undefined
  /** How often it was fulfilled; undefined where that is not told. */
  readonly fulfilled: number | undefined
  /** The charges of the order, as they were after the look. */
  readonly charges: { readonly succeeded: number; readonly failed: number; readonly pending: number }
  /** `just`: it follows a forged webhook. `before`: there was one before it. */
  readonly forged: 'no' | 'just' | 'before'
}

/** A charge at the end of a story. */
export interface ChargeFact {
  readonly id: string
  readonly reference: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly refunded: boolean
}

/** A genuine webhook about the order. */
export interface WebhookFact {
  readonly type: string
  /** What each attempt was answered with. */
  readonly answers: readonly string[]
  readonly status: 'delivered' | 'dead' | 'open'
}

/** Everything about a story that was played which a law looks at. */
export interface Trace {
  readonly order: { readonly id: string; readonly amount: number; readonly currency: string }
  readonly deviations: readonly Deviation[]
  readonly looks: readonly Look[]
  readonly charges: readonly ChargeFact[]
  readonly webhooks: readonly WebhookFact[]
  /** The customer walked away or came too late, so that the order may stay pending. */
  readonly customerGone: boolean
  /** The program refused what the customer sent. It may have given the order up for that, but it must end it. */
  readonly unserved: boolean
  /** Why the program is not up; undefined where it is. */
  readonly down: string | undefined
  /** Why the simplest story no longer goes through; undefined where it does. */
  readonly stuck: string | undefined
}

/** Who does something in a timeline. */
export const actors = ['customer', 'program', 'service', 'webhook', 'clock', 'look', 'examiner'] as const
export type Actor = (typeof actors)[number]

/** A line of a timeline. */
export interface Moment {
  /** Time since the beginning of the story on the emulated clock. */
  readonly at: string
  readonly who: Actor
  readonly what: string
}
