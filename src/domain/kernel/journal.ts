/** The most notes that a world keeps of what else happened. */
export const maxNotes = 2000

/** A value that a request created or changed. */
export interface Touch {
  readonly id: string
  /** Lines of its history before the request; -1: it did not exist. */
  readonly from: number
  /** Lines of its history after it. */
  readonly to: number
}

/** One request to the service and its answer; credentials and card numbers are masked before it is created. */
export interface JournalEntry {
  id: number
  /** Milliseconds of the world's clock. */
  at: number
  /** Duration in real milliseconds. */
  durationMs: number
  /** Real milliseconds by which a scenario delayed the answer; undefined: not at all. */
  latencyMs: number | undefined
  method: string
  path: string
  requestHeaders: Record<string, string>
  requestBody: string
  status: number
  responseHeaders: Record<string, string>
  responseBody: string
  scenario: string | undefined
  traceId: string
  warnings: readonly string[]
  /** Whether the answer, which is masked when it is read, passes a test before that: reading it costs four times as much. */
  hasAnswer?(test: (unmasked: string) => boolean): boolean
  /** What it created or changed, as far as that has a story; undefined: nothing. */
  touched: readonly Touch[] | undefined
}

/** The journal of a world, read-only. */
export interface Journal extends Iterable<JournalEntry> {
  /** Entries that are stored. */
  readonly size: number
  /** Entries that were ever added, including those dropped since. */
  readonly total: number
  newestFirst(): Iterable<JournalEntry>
}
