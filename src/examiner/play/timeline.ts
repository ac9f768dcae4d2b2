import type { JournalEntry } from '../../client.ts'
import { formatDuration } from '../../domain/kernel/duration.ts'
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
  const sent = parse(entry.request_body)
  const told = parse(entry.response_body)
  const data = (told?.['data'] ?? {}) as Record<string, unknown>
  const facts = [
    sent?.['reference'] && `reference ${sent['reference']}`,
    sent?.['amount'] && `${sent['amount']} ${sent['currency'] ?? ''}`.trim(),
    entry.request_headers['x-idempotency-key'] &&
      `idempotency key ${entry.request_headers['x-idempotency-key']}`,
  ].filter(Boolean)
  const next = (data['next_action'] as { type?: string } | undefined)?.type
  const answer = [
    data['status'],
    next && `waits for ${next}`,
    (told?.['error'] as { message?: string } | undefined)?.message,
  ].filter(Boolean)
  const lost = /"?network:(lost_after_commit|reset|stall)/.test(entry.scenario ?? '')
  const status = lost ? 'the answer is lost' : String(entry.status)
  return [
    `${entry.method} ${path}`,
    facts.length > 0 ? ` (${facts.join(', ')})` : '',
    ` → ${status}`,
    answer.length > 0 && !lost ? ` (${answer.join(', ')})` : '',
  ].join('')
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
