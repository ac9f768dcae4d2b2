import type { WebhookPlan } from '../scenario/fragment.ts'
import type { EventType } from '../webhook/event-types.ts'
import type { Subject } from '../webhook/events.ts'
import type { Collections } from './state.ts'
import type { FollowingCommand, TimerCommand } from './timer-commands.ts'

/** A value to store when the decision is applied. */
export type Save = { [K in keyof Collections]: { into: K; value: Collections[K] } }[keyof Collections]

/** What the world does after a decision was saved. Instants in milliseconds of the world's clock. */
export type Effect =
  /** Executes the command at `at`. Replaces a timer with the same id. */
  | { kind: 'schedule'; id: string; at: number; command: TimerCommand }
  | { kind: 'cancel'; id: string }
  /** Records an event with `subject` as it is now, and plans its deliveries. */
  | {
      kind: 'emit'
      type: EventType
      subject: Subject
      plan: WebhookPlan | undefined
      /** Receives the event instead of the webhook endpoints. */
      callbackUrl?: string | undefined
    }
  | { kind: 'remove'; from: keyof Collections; id: string }
  /** Tries a delivery once; its result is dispatched as a command. */
  | { kind: 'deliver'; deliveryId: string }
  /** Executes another command immediately, after the saves of this one. */
  | { kind: 'follow'; command: FollowingCommand }

/** What a command decides: its result, the values to save, and the effects. Nothing has happened yet. */
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
