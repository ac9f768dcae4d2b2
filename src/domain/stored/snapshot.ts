import type { ClockMode } from '../kernel/enums.ts'
import { type FieldError, Refusal } from '../kernel/errors.ts'
import type { Collections } from '../kernel/state.ts'
import type { Timer } from '../kernel/timer-commands.ts'
import type { ScenarioFragment } from '../scenario/fragment.ts'

/** Raised when what is stored changes its shape: an older snapshot is then refused. */
export const snapshotVersion = 1

/** A world at rest. Times in milliseconds. */
export interface Snapshot {
  world: string
  clock: { mode: ClockMode; now: number }
  random: readonly [number, number, number, number]
  /** From which the key of its tokens is made. */
  tokenSeed: string
  /** Requests that its journal has counted. */
  requests: number
  scenarios: readonly ScenarioFragment[]
  timers: readonly Timer[]
  state: { [K in keyof Collections]: readonly Collections[K][] }
}

/** The most values that each collection holds. */
export type Limits = { readonly [K in keyof Collections]: number }

/** The most problems of a snapshot that are reported. */
const maxProblems = 20

/** Refuses a snapshot because of these problems; nothing has changed. */
export function refusal(problems: readonly FieldError[]): Refusal {
  const told = problems.slice(0, maxProblems)
  const lines = told.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return new Refusal('invalid_request', `the snapshot does not fit, and nothing was changed: ${lines}`, told)
}
