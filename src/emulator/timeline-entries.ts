import type { TimelineActor, TimelineKind } from '../domain/kernel/enums.ts'
import { factsOfExchange } from '../domain/kernel/exchange-facts.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { State } from '../domain/kernel/state.ts'
import { type Attempt, type Delivery, referenceOf, type WebhookEvent } from '../domain/webhook/events.ts'
import type { ShownEntry } from '../wire/timeline.ts'
import { type LoggedNote, lineText } from './notes.ts'
import type { Line } from './related.ts'
import type { Member } from './subjects.ts'

/** An entry with its parts. */
export interface TimelineEntry extends ShownEntry {
  /** The parts of `what`, for a page that shows them apart. */
  readonly parts?: EntryParts
}

interface EntryParts {
  /** Method and path, the note of a history, or the type of an event. */
  readonly title: string
  /** What a request asked for, or how an attempt ended. */
  readonly facts: readonly string[]
  /** What the answer to a request contains, such as the status of a charge. */
  readonly told?: readonly string[]
  readonly warnings?: readonly string[]
  /** Where an attempt went. */
  readonly url?: string
  /** The state of a value from then on. */
  readonly state?: string
}

const list = (facts: readonly string[]): string => (facts.length > 0 ? ` (${facts.join(', ')})` : '')

/** The entry of a request; `prefix`, that of the world, is left out of its path. */
export function entryOfRequest(entry: JournalEntry, prefix: string): TimelineEntry {
  const { method, status, scenario, warnings } = entry
  const path = entry.path.startsWith(prefix) ? entry.path.slice(prefix.length - 1) : entry.path
  const { sent, id, told } = factsOfExchange(
    entry.requestBody,
    entry.responseBody,
    entry.requestHeaders['x-idempotency-key'],
  )
  const key = scenario === undefined ? [] : [`key ${scenario}`]
  const made = [id, ...(told.length > 0 ? [told.join(', ')] : [])].filter((text) => text !== undefined)
  return {
    at: entry.at,
    kind: 'request',
    actor: 'merchant',
    what: `${method} ${path}${list([...sent, ...key])} → ${status}${made.length > 0 ? ` ${made.join(' ')}` : ''}${list(warnings)}`,
    requestId: entry.id,
    objectId: id,
    status,
    durationMs: entry.durationMs,
    scenario,
    parts: { title: `${method} ${path}`, facts: sent, told, warnings },
  }
}

/** The actors of notes that name none; by default the tester. */
const actors: { [K in TimelineKind]?: TimelineActor } = { webhook: 'service' }

export function entryOfNote({ deliveries, events }: State, { at, note }: LoggedNote): TimelineEntry {
  const { kind, what, deliveryId, attempt, to, about } = note
  const entry = { at, kind, actor: note.actor ?? actors[kind] ?? 'tester' } as const
  if (deliveryId === undefined) return { ...entry, what, objectId: about[0], until: to }
  const event = events.get(deliveries.get(deliveryId)?.eventId ?? '')
  const { response, durationMs } = attempt ?? {}
  return {
    ...entry,
    what: `${what}: ${attempt === undefined ? 'not answered yet' : outcomeOf(attempt)}`,
    deliveryId,
    eventId: event?.id,
    objectId: event?.subject?.value.id,
    status: response?.status,
    durationMs,
  }
}

const outcomeOf = ({ error, response }: Attempt): string => error ?? `answered ${response?.status}`

/** What an event is, and to which endpoint it goes. */
export const deliveryText = (event: WebhookEvent, url: string): string => {
  const reference = referenceOf(event)
  return `${event.type}${reference === undefined ? '' : ` (${reference})`} to ${url}`
}

/** One attempt at a delivery, which is `attempts[index]`. */
export function entryOfAttempt(event: WebhookEvent, delivery: Delivery, index: number): TimelineEntry {
  const { attempts, copy, endpoint, id, nextAttemptAt } = delivery
  const attempt = attempts[index] as Attempt
  const more = [copy > 1 ? `copy ${copy}` : '', attempt.manual ? 'redelivered by a tester' : '']
  const facts = more.filter((part) => part !== '')
  const text = deliveryText(event, endpoint.url)
  return {
    at: attempt.at,
    kind: 'webhook',
    actor: 'service',
    what: `${text}${list(facts)}: ${outcomeOf(attempt)}`,
    deliveryId: id,
    eventId: event.id,
    objectId: event.subject?.value.id,
    status: attempt.response?.status,
    durationMs: attempt.durationMs,
    until: attempts[index + 1]?.at ?? nextAttemptAt,
    parts: { title: event.type, facts: [outcomeOf(attempt), ...facts], url: endpoint.url },
  }
}

/** An event of which nothing was sent, nor will be. */
export function entryOfUnsent(event: WebhookEvent, isDropped: boolean): TimelineEntry {
  const reference = referenceOf(event)
  const why = isDropped ? 'the scenario drops it' : 'no webhook endpoint is subscribed'
  return {
    at: event.at,
    kind: 'webhook',
    actor: 'service',
    what: `${event.type}${reference === undefined ? '' : ` (${reference})`}: ${why}`,
    eventId: event.id,
    objectId: event.subject?.value.id,
    parts: { title: event.type, facts: [why] },
  }
}

/** A line of a history; `requestId` is the request that caused it. */
export const entryOfLine = ({ kind }: Member['kind'], line: Line, requestId?: number): TimelineEntry => ({
  at: line.at,
  kind,
  actor: line.actor,
  what: lineText(line.owner, line),
  requestId,
  objectId: line.owner.id,
  parts: { title: line.note, facts: [], state: line.status },
})

/** What happens to a value at a given time without a timer. */
export const entryOfMoment = (
  id: string,
  at: number,
  title: string,
  kind: 'charge' | 'due' = 'charge',
): TimelineEntry => ({
  at,
  kind,
  actor: 'clock',
  what: `${id}: ${title}`,
  objectId: id,
  parts: { title, facts: [] },
})
