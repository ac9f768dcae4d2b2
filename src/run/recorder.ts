import type { JournalEntry, Requests } from '../client.ts'
import { mappedHeader } from '../domain/kernel/mapped.ts'

/** How many entries are asked for at a time. */
const pageSize = 100

/**
 * Collects the journal entries of mapped requests while a command runs. At the end it would be too late: tests reset their
 * world, and the journal drops its oldest entries.
 */
export class Recorder {
  readonly #requests: Requests
  readonly #entries: JournalEntry[] = []
  #last: JournalEntry | undefined
  #collecting: Promise<void> = Promise.resolve()
  #isWaiting = false

  /** `newest` is the last entry before the command. */
  constructor(requests: Requests, newest: JournalEntry | undefined) {
    this.#requests = requests
    this.#last = newest
  }

  /** Collects what is new. Calls that come meanwhile share the next round. */
  collect(): Promise<void> {
    if (this.#isWaiting) return this.#collecting
    this.#isWaiting = true
    this.#collecting = this.#collecting.then(async () => {
      this.#isWaiting = false
      await this.#round()
    })
    return this.#collecting
  }

  /** The entries in order. */
  async finish(): Promise<readonly JournalEntry[]> {
    await this.collect()
    return this.#entries
  }

  async #round(): Promise<void> {
    const found: JournalEntry[] = []
    let page: JournalEntry[]
    let known = -1
    do {
      page = await this.#requests.list({ limit: pageSize, offset: found.length })
      known = page.findIndex((entry) => this.#isKnown(entry, page[0]))
      found.push(...(known < 0 ? page : page.slice(0, known)))
    } while (known < 0 && page.length === pageSize)
    this.#last = found[0] ?? this.#last
    this.#entries.push(...found.reverse().filter(({ request_headers }) => mappedHeader in request_headers))
  }

  /** Numbers start again when a world is reset: then nothing is known. */
  #isKnown(entry: JournalEntry, newest: JournalEntry | undefined): boolean {
    const last = this.#last
    if (last === undefined || newest === undefined || newest.id < last.id) return false
    return (
      entry.id < last.id || (entry.id === last.id && entry.trace_id === last.trace_id && entry.at === last.at)
    )
  }
}
