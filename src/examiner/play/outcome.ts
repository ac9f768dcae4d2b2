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

/** What is searched, and for how long. */
export interface SearchOptions {
  flows: readonly string[]
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
