import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { State } from '../domain/kernel/state.ts'
import type { Timer } from '../domain/kernel/timer-commands.ts'
import { type Delivery, referenceOf, type WebhookEvent } from '../domain/webhook/events.ts'
import { type LoggedNote, lineText } from './notes.ts'
import { type Line, newest } from './related.ts'
import { byTime, hasWord, Loose, type Placed, withoutSteps, withoutTheRest } from './story-order.ts'
import { type Member, type Moment, namedBy, withParts } from './subjects.ts'
import { dueEntry, heldEntry } from './timeline-due.ts'
import {
  entryOfAttempt,
  entryOfLine,
  entryOfMoment,
  entryOfNote,
  entryOfRequest,
  entryOfUnsent,
  type TimelineEntry,
} from './timeline-entries.ts'
import type { World } from './world.ts'

/** The story of one value: what happened, oldest first, and what is due. */
export interface Story {
  readonly past: readonly TimelineEntry[]
  readonly due: readonly TimelineEntry[]
  /** The events about it, oldest first. */
  readonly events: readonly WebhookEvent[]
}

/** The number of the request that created a value, while the journal has it. */
export function madeBy(world: World, id: string): number | undefined {
  for (const request of world.requests.newestFirst())
    if (request.touched?.some((touch) => touch.id === id && touch.from < 0)) return request.id
  return undefined
}

/** Newest events that a story names at most. */
const maxEvents = 500

/** What a story is about: names that requests and events mention, and what the world stores under them. */
interface Cast {
  members: readonly Member[]
  ids: ReadonlySet<string>
  /** Ids and references. */
  names: ReadonlySet<string>
  /** Names of digits, which count in paths only. */
  numbers: readonly string[]
  events: readonly WebhookEvent[]
  deliveries: readonly Delivery[]
}

/** The story of what an id or a reference names, with what concerned the whole world meanwhile. */
export function storyOf(world: World, name: string): Story {
  const cast = castOf(world.state, name)
  const due = dueOf(world, cast)
  const past = withoutTheRest(merged(world, cast), due.length > 0)
  return { past: withoutSteps(past.map(({ entry }) => entry)), due, events: cast.events }
}

function castOf(state: State, name: string): Cast {
  const members = namedBy(state, name).flatMap((member) => withParts(state, member))
  const ids = new Set(members.map(({ ref }) => ref.id))
  const numbers = members.flatMap(({ kind, value }) => kind.numbers(value as never))
  const names = new Set([
    ...(members.length === 0 ? [name] : []),
    ...[...ids].filter((id) => !numbers.includes(id)),
    ...members.flatMap(({ kind, value }) => kind.names(value as never)),
  ])
  const events = newest(
    state.events.newestFirst(),
    (event) => ids.has(String(event.subject?.value.id)) || names.has(referenceOf(event) ?? ''),
    maxEvents,
  ).reverse()
  const deliveries = events.flatMap((event) =>
    event.deliveries.flatMap((id) => state.deliveries.get(id) ?? []),
  )
  return { members, ids, names, numbers, events, deliveries }
}

const lineKey = (at: number, text: string): string => `${at} ${text}`

/**
 * Merges the journal, the notes, the histories and the attempts. Journal and notes tell the order. Histories and attempts
 * outlive them: what has no place there is placed by its time.
 */
function merged(world: World, cast: Cast): Placed[] {
  const { state } = world
  const loose = new Loose()
  for (const { ref, at, past } of momentsOf(cast).filter(({ at }) => at <= world.now()))
    loose.add(lineKey(at, `${ref.id} ${past}`), entryOfMoment(ref.id, at, past))
  const lines = cast.members.flatMap(({ kind, value }) =>
    kind.lines(value as never, state).map((line) => ({ kind, line })),
  )
  const seen = new Set<string>()
  for (const { kind, line } of lines) {
    const place = `${line.owner.id} ${line.index}`
    if (!seen.has(place)) loose.add(lineKey(line.at, lineText(line.owner, line)), entryOfLine(kind, line))
    seen.add(place)
  }
  addAttempts(loose, cast)
  const placed: Placed[] = []
  const own = (entry: TimelineEntry): unknown => placed.push({ entry, isWorlds: false })
  for (const { request, note } of logged(world, cast)) {
    if (request) {
      own(entryOfRequest(request, `/w/${world.name}/`))
      for (const { line } of lines)
        if (causes(request, line)) {
          const entry = loose.take(lineKey(line.at, lineText(line.owner, line)))
          if (entry) own({ ...entry, requestId: request.id })
        }
    } else if (note) {
      const { deliveryId, attempt, what, about } = note.note
      const key = deliveryId === undefined ? lineKey(note.at, what) : `${deliveryId} ${attempt?.at}`
      placed.push({ entry: loose.take(key) ?? entryOfNote(state, note), isWorlds: about.length === 0 })
    }
  }
  return byTime(placed, loose.rest())
}

function addAttempts(loose: Loose, { events, deliveries }: Cast): void {
  for (const event of events) {
    const own = deliveries.filter(({ eventId }) => eventId === event.id)
    const isDropped = own.some(({ status }) => status === 'dropped')
    if (event.deliveries.length === 0 || isDropped)
      loose.add(`${event.id} unsent`, entryOfUnsent(event, isDropped))
    for (const delivery of own)
      for (const [index, { at }] of delivery.attempts.entries())
        loose.add(`${delivery.id} ${at}`, entryOfAttempt(event, delivery, index))
  }
}

/** Whether a line of a history was written by a request. */
const causes = ({ touched }: JournalEntry, { owner, index }: Line): boolean =>
  touched?.some(({ id, from, to }) => id === owner.id && index >= from && index < to) ?? false

/** Requests about the cast, notes about it, and notes about the whole world; oldest first. */
function logged(world: World, cast: Cast): { request?: JournalEntry; note?: LoggedNote }[] {
  const items: { request?: JournalEntry; note?: LoggedNote }[] = []
  const notes = [...world.requests.notes.newestFirst()]
  let next = 0
  const take = (after: number): void => {
    for (let note = notes[next]; note !== undefined && note.after >= after; note = notes[++next]) {
      const { about } = note.note
      if (about.length === 0 || about.some((name) => cast.names.has(name) || cast.ids.has(name)))
        items.push({ note })
    }
  }
  for (const request of world.requests.newestFirst()) {
    take(request.id)
    if (concerns(request, cast)) items.push({ request })
  }
  take(0)
  return items.reverse()
}

/** Whether a request names the cast or changed it. Lists, which show many things, are about none. */
function concerns({ path, requestBody, touched }: JournalEntry, { ids, names, numbers }: Cast): boolean {
  if (touched?.some(({ id }) => ids.has(id))) return true
  for (const name of names) if (hasWord(path, name) || hasWord(requestBody, name)) return true
  return numbers.some((number) => hasWord(path, number))
}

const momentsOf = ({ members }: Cast): (Moment & Pick<Member, 'ref'>)[] =>
  members.flatMap(({ ref, kind, value }) =>
    (kind.moments?.(value as never) ?? []).map((moment) => ({ ref, ...moment })),
  )

/** What is still to come: timers of the cast and of its deliveries, and deliveries that are held. */
function dueOf(world: World, cast: Cast): TimelineEntry[] {
  const { timers, state } = world
  const { members, deliveries } = cast
  const ids = [
    ...members.flatMap(({ kind, value }) => kind.timers(value as never)),
    ...deliveries.map(({ id }) => id),
  ]
  const pending = [...new Set(ids)].flatMap((id): Timer | readonly never[] => timers.get(id) ?? [])
  const held = deliveries.filter(({ status }) => status === 'held')
  return [
    ...pending.sort((a, b) => a.at - b.at || a.order - b.order).map((timer) => dueEntry(state, timer)),
    ...momentsOf(cast)
      .filter(({ at }) => at > world.now())
      .map(({ ref, at, due }) => entryOfMoment(ref.id, at, due, 'due')),
    ...held.map((delivery) => heldEntry(state, delivery)),
  ]
}
