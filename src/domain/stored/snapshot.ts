import type { ClockMode } from '../kernel/enums.ts'
import { type FieldError, Refusal } from '../kernel/errors.ts'
import type { JournalEntry } from '../kernel/journal.ts'
import type { Collections } from '../kernel/state.ts'
import type { Timer } from '../kernel/timer-commands.ts'
import type { ScenarioFragment } from '../scenario/fragment.ts'
import type { StoredNote } from './journal.ts'

/** Increased when the stored form changes; older snapshots are then refused. */
export const snapshotVersion = 1

/** A saved world. Times in milliseconds since 1970. */
export interface Snapshot {
  world: string
  clock: { mode: ClockMode; now: number }
  random: readonly [number, number, number, number]
  /** The signing key of its tokens is derived from it. */
  tokenSeed: string
  /** The number of requests that its journal has counted. */
  requests: number
  /** The newest of these requests, newest first. */
  journal: readonly JournalEntry[]
  /** What happened besides the requests, oldest first. */
  notes: readonly StoredNote[]
  scenarios: readonly ScenarioFragment[]
  timers: readonly Timer[]
  state: { [K in keyof Collections]: readonly Collections[K][] }
}

/** The most values that each collection may contain. */
export type Limits = { readonly [K in keyof Collections]: number }

/** The most problems of a snapshot that are reported. */
const maxProblems = 20

/** The refusal of a snapshot with these problems. */
export function refusal(problems: readonly FieldError[]): Refusal {
  const reported = problems.slice(0, maxProblems)
  const lines = reported.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return new Refusal('invalid_request', `the snapshot is invalid and nothing was changed: ${lines}`, reported)
}
