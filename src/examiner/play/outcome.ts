import type { DeviationName } from '../deviations.ts'
import type { Finding } from '../findings.ts'
import type { Played } from './telling.ts'

/** The simplest plain story does not hold, so that nothing can be said. */
export class UnusableError extends Error {
  readonly played: Played | undefined

  constructor(message: string, played?: Played) {
    super(message)
    this.played = played
  }
}

/** Whether a plain approved story went through. */
export const isFine = ({ breaches, trace }: Played): boolean =>
  breaches.length === 0 && trace.looks.at(-1)?.belief === 'paid'

/** Why the simplest plain story did not go through. */
export function unusable(played: Played): UnusableError {
  const { breaches, trace } = played
  const why =
    breaches.map(({ how }) => how)[0] ??
    (trace.charges.length === 0
      ? 'the program created no charge'
      : `at the end the order is ${trace.looks.at(-1)?.belief ?? 'unknown'}`)
  return new UnusableError(`the simplest story does not go through: ${why}`, played)
}

/** What is searched, and for how long. */
export interface SearchOptions {
  flows: readonly string[]
  /** The flows of a program whose customers pay on a hosted page, which asks them for everything. */
  hostedFlows: readonly string[]
  also: readonly DeviationName[]
  never: readonly DeviationName[]
  seed: string
  budgetMs: number
  stories: number
  onProgress: (progress: Progress) => void
  signal?: AbortSignal | undefined
}

/** How far a search has come. */
export interface Progress {
  stories: number
  /** From 0 to 1. */
  share: number
  story: string
  findings: number
  /** A finding that is new. */
  found?: Finding
}

/** What a search has found. */
export interface Result {
  stories: number
  seconds: number
  findings: Finding[]
  notes: string[]
}
