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

/** Snapshots of a world. Restoring one and `undo` replace the world, as a reset does. */
export interface States {
  /** Saves the world with its journal, including pending timers and deliveries, tokens and secrets. */
  save(): Promise<Snapshot>
  /** Replaces this world by a saved one. Rejects with an EmulatorError if it is invalid; then nothing changes. */
  load(snapshot: Snapshot): Promise<Restored>
  /**
   * Keeps a snapshot in the emulator under a name. Rejects with an EmulatorError: status 409 if the name is taken, 429 at
   * the limit.
   */
  keep(
    name: string,
    options?: {
      /** What it is for, at most 500 characters. */
      note?: string | undefined
      /** Replaces a snapshot of the same name; false by default. */
      replace?: boolean | undefined
    },
  ): Promise<KeptSnapshot>
  /** Replaces this world by a kept snapshot. Rejects with an EmulatorError, status 404, if there is none of that name. */
  restore(name: string): Promise<Restored>
  /** The kept snapshots, and what `undo` would do; null if there is nothing to undo. */
  list(): Promise<KeptStates>
  /** Deletes a kept snapshot. Rejects with an EmulatorError, status 404, if there is none of that name. */
  remove(name: string): Promise<void>
  /** Undoes the last reset or restore of this world by any client. Rejects with an EmulatorError, status 409, if it cannot be undone. */
  undo(): Promise<Restored>
}
