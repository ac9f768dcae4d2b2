import type { JournalEntry } from '../../client.ts'
import { formatDuration } from '../../domain/kernel/duration.ts'
import { factsOfExchange } from '../../domain/kernel/exchange-facts.ts'
import type { Actor, Moment } from '../trace.ts'

/** Collects what happens in a story. */
export class Timeline {
  readonly moments: Moment[] = []
  readonly #start: number
  readonly #now: () => number

  /** `start` and `now` in milliseconds of the emulated clock. */
  constructor(start: number, now: () => number) {
    this.#start = start
    this.#now = now
  }

  add(who: Actor, what: string): void {
    const passed = this.#now() - this.#start
    this.moments.push({ at: passed === 0 ? '0s' : `+${formatDuration(passed)}`, who, what })
  }

  /** Adds requests of the program to the service; reads that are answered as before are counted, not repeated. */
  requests(entries: readonly JournalEntry[]): void {
    const told = new Set<string>()
    let more = 0
    const tellMore = (): void => {
      if (more > 0) this.add('program', `${more} more ${more === 1 ? 'read' : 'reads'}, answered as before`)
      more = 0
    }
    for (const entry of entries) {
      const text = requestText(entry)
      const isRead = entry.method === 'GET'
      if (isRead && told.has(text)) {
        more++
        continue
      }
      tellMore()
      if (isRead) told.add(text)
      else told.clear()
      this.add('program', text)
    }
    tellMore()
  }
}

/** A request to the service and its answer, with what matters of their bodies. */
function requestText(entry: JournalEntry): string {
  const path = entry.path.replace(/\?.*/, (query) => decodeURIComponent(query).slice(0, 80))
  const { sent, told } = factsOfExchange(
    entry.request_body,
    entry.response_body,
    entry.request_headers['x-idempotency-key'],
  )
  const lost = /"?network:(lost_after_commit|reset|stall)/.test(entry.scenario ?? '')
  const status = lost ? 'the answer is lost' : String(entry.status)
  return [
    `${entry.method} ${path}`,
    sent.length > 0 ? ` (${sent.join(', ')})` : '',
    ` → ${status}`,
    told.length > 0 && !lost ? ` (${told.join(', ')})` : '',
  ].join('')
}
