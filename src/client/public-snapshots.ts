import type { ClockMode } from '../domain/kernel/enums.ts'

/** A saved world. Its inner structure is not part of the interface. */
export interface Snapshot {
  /** Version of the format. */
  version: number
  /** The version of the emulator that saved it. */
  emulator: string
  /** The world that was saved. */
  world: string
  [part: string]: unknown
}

/** The world that a snapshot restored. */
export interface Restored {
  /** Name of the world. */
  world: string
  /** The time in the world. */
  now: string
  /** Whether its clock is live or frozen. */
  mode: ClockMode
  /** Number of charges. */
  charges: number
  /** Number of pending timers. */
  pending_timers: number
}

/** A snapshot that the emulator keeps under a name. */
export interface KeptSnapshot {
  /** Its name in its world. */
  name: string
  /** What it is for. */
  note: string | null
  /** When it was taken, in real time. */
  kept_at: string
  /** The time of the world. */
  now: string
  /** Whether its clock is live or frozen. */
  mode: ClockMode
  /** Number of charges. */
  charges: number
  /** Number of requests in its journal. */
  requests: number
  /** Number of pending timers. */
  pending_timers: number
}

/** What the emulator keeps of a world. */
export interface KeptStates {
  /** The kept snapshots, the oldest first. */
  snapshots: KeptSnapshot[]
  /** What can be undone; null if nothing can. */
  undo: Undo | null
}

/** What can be undone in a world, and what that would bring back. */
export interface Undo extends Omit<KeptSnapshot, 'name' | 'note' | 'kept_at'> {
  /** What would be undone. */
  what: 'reset' | 'restore' | 'undo'
  /** When it happened, in real time. */
  at: string
}
