import { type Ask, durationText, EmulatorError, instantValue, milliseconds } from './http.ts'
import type { EventEntry, EventType } from './public-types.ts'
import type { WaitOptions } from './types.ts'
import type { Instant } from './units.ts'
import type { EventFilter } from './webhook-parts.ts'

/** The longest wait of one request. Milliseconds of real time. */
const longestWaitMs = 60_000

/** The most events that one answer contains. */
const longestList = 1000

interface EventList<T extends EventType = EventType> {
  total: number
  events: EventEntry<T>[]
}

const sinceText = (since: Instant | undefined) => (since === undefined ? since : String(instantValue(since)))

/** Lists the events that match, newest first. */
export const listEvents = async <T extends EventType>(
  ask: Ask,
  { since, ...filter }: EventFilter<T> = {},
): Promise<EventEntry<T>[]> => {
  const query = { ...filter, since: sinceText(since) }
  return (await ask<EventList<T>>('GET', '/webhooks/events', undefined, query)).events
}

/**
 * Keys of the events that `waitForEvent` has returned, by world. A reset clears them, because a world recreated from the
 * same seed may assign the same ids again.
 */
export type GivenEvents = Map<string, Set<string>>

/** Identifies an event. Not unique only if another client resets a world with a frozen clock. */
const keyOf = ({ event, created_datetime: made }: EventEntry): string => `${event.id} ${made}`

/**
 * Waits for `count` events and returns them oldest first. Skips events in `givenEvents` unless `since` is set. Rejects with
 * an EmulatorError when the time is over, and for a `count` outside 1 to 1000.
 */
export async function waitForEvents(
  ask: Ask,
  givenEvents: GivenEvents,
  world: string,
  type: EventType,
  { reference, until, since, matching = () => true, timeout = '5s' }: WaitOptions,
  count: number,
): Promise<EventEntry[]> {
  if (!(count >= 1 && count <= longestList))
    throw new EmulatorError(`count is ${count}, but must be a whole number from 1 to ${longestList}`)
  const end = performance.now() + milliseconds(timeout)
  const filter = { type, reference, until, since: sinceText(since), limit: longestList }
  let skipped = ''
  // How many events the next answer needs, skipped ones included.
  let needed = count
  for (;;) {
    const left = Math.max(end - performance.now(), 0)
    const wait = Math.min(left, longestWaitMs)
    let answer: EventList
    try {
      const query = { ...filter, count: needed, wait: `${Math.round(wait)}ms` }
      answer = await ask<EventList>('GET', '/webhooks/events', undefined, query)
    } catch (error) {
      if (!(error instanceof EmulatorError) || error.status !== 408) throw error
      // The time left may be longer than the longest wait of one request.
      if (wait < left) continue
      const { error: refusal } = error.body as { error?: { message?: string } }
      throw new EmulatorError(
        `waited ${durationText(timeout)}: ${refusal?.message ?? error.message}${skipped}`,
        error.status,
        error.body,
        { cause: error },
      )
    }
    // Looked up after the wait, because a reset may have cleared it meanwhile.
    const given = givenEvents.get(world) ?? new Set()
    const fresh = answer.events.filter((entry) => since !== undefined || !given.has(keyOf(entry))).reverse()
    const wanted = fresh.filter(({ event }) => matching(event)).slice(0, count)
    if (wanted.length === count) {
      for (const entry of wanted) given.add(keyOf(entry))
      givenEvents.set(world, given)
      return wanted
    }
    const old = answer.events.length - fresh.length
    skipped = `; of the existing events, ${old} were returned by this client before and ${fresh.length - wanted.length} rejected by "matching"`
    needed = answer.total + count - wanted.length
  }
}
