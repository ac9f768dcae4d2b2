/** The clock of a world as published for users of the package, written out as in public-types.ts. */

import type { ClockMode } from '../domain/kernel/enums.ts'

export type { ClockMode } from '../domain/kernel/enums.ts'

/** A command that runs, or has run, at an instant of the world's clock. */
export interface Timer {
  /** Id of the timer. */
  id: string
  /** When it is due. */
  at: string
  /** What it does, such as `delivery.due`. */
  command: string
  /** What it does it to. */
  input?: unknown
}

/** The clock of a world. */
export interface ClockState {
  /** `live` follows real time, `frozen` moves only when it is advanced or set. */
  mode: ClockMode
  /** The time in the world. */
  now: string
  /** Number of pending timers. */
  pending_timers: number
  /** The next timer; null if none is pending. */
  next: Timer | null
}

/** The timers that an advance of the clock fired, and the clock after it. */
export interface Advanced extends ClockState {
  /** Number of timers that fired. */
  total: number
  /** Those timers in due order, at most 1000. */
  fired: Timer[]
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
