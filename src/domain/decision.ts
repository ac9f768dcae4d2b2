import type { EventType } from './events.ts'
import type { WebhookPlan } from './scenario.ts'
import type { Collections } from './state.ts'

/** Something to be stored once the decision stands. */
export type Save = { [K in keyof Collections]: { into: K; value: Collections[K] } }[keyof Collections]

/** A command that runs later, kept as plain data so that it fits into a snapshot. */
export interface StoredCommand {
  type: string
  input: unknown
}

/** A command that waits for its time. Instants in milliseconds of the world's clock. */
export interface Timer {
  readonly id: string
  readonly at: number
  /** Timers of the same instant fire in the order in which they were set. */
  readonly order: number
  readonly command: StoredCommand
}

/** What the world does after a decision was saved. Instants in milliseconds of the world's clock. */
export type Effect =
  /** Runs the command at `at`; a timer of the same id is replaced. */
  | { kind: 'schedule'; id: string; at: number; command: StoredCommand }
  | { kind: 'cancel'; id: string }
  /** Records an event about `subject`, as it is now, and plans its deliveries. */
  | {
      kind: 'emit'
      type: EventType
      subject: Subject
      plan: WebhookPlan | undefined
      /** The address of a request that gets the event in the place of the webhook endpoints. */
      callbackUrl?: string | undefined
    }
  | { kind: 'remove'; from: keyof Collections; id: string }
  /** Tries a delivery once; what comes of it enters as a command. */
  | { kind: 'deliver'; deliveryId: string }
  /** Runs another command at once, after the saves of this one. */
  | { kind: 'follow'; command: StoredCommand }

/** What an event is about: where it is stored, and the value as it was when the event happened. */
export interface Subject {
  collection: 'charges' | 'orders' | 'refunds' | 'transfers'
  value: { id: string | number; reference: string }
}

/** What a command comes to: its answer, what is to be stored, what is to be done. Nothing has happened yet. */
export interface Decision<R> {
  result: R
  saves: readonly Save[]
  effects: readonly Effect[]
}

export const decision = <R>(
  result: R,
  saves: readonly Save[],
  effects: readonly Effect[] = [],
): Decision<R> => ({
  result,
  saves,
  effects,
})
