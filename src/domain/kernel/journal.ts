/** One request to the service and what it got; credentials and card numbers are masked before it is made. */
export interface JournalEntry {
  id: number
  /** Milliseconds of the world's clock. */
  at: number
  /** Real milliseconds that it took. */
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
}

/** The journal of a world, to be read. */
export interface Journal extends Iterable<JournalEntry> {
  /** Entries that are stored. */
  readonly size: number
  /** Entries that were ever added, including those dropped since. */
  readonly total: number
  newestFirst(): Iterable<JournalEntry>
}
