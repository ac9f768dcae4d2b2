import { type Ask, durationText, EmulatorError, instantValue, milliseconds } from './http.ts'
import type { EventFilter } from './parts.ts'
import type { EventEntry, EventType } from './public-types.ts'
import type { WaitOptions } from './types.ts'
import type { Instant } from './units.ts'

/** Longest wait for an event that one request may ask for. Milliseconds. */
const longestWaitMs = 60_000

/** The most events that one answer lists. */
const longestList = 1000

interface EventList {
  total: number
  events: EventEntry[]
}

const sinceText = (since: Instant | undefined) => (since === undefined ? since : String(instantValue(since)))

export const listEvents = async (ask: Ask, { since, ...filter }: EventFilter = {}): Promise<EventEntry[]> => {
  const query = { ...filter, since: sinceText(since) }
  return (await ask<EventList>('GET', '/webhooks/events', undefined, query)).events
}

/**
 * What `waitForEvent` has returned, by world; forgotten with a reset, because a world that is made anew from the same seed
 * may give the same ids again.
 */
export type GivenEvents = Map<string, Set<string>>

/** What tells one event from all others, unless somebody else resets a world whose clock is frozen. */
const keyOf = ({ event, created_datetime: made }: EventEntry): string => `${event.id} ${made}`

/**
 * So many events, in the order in which they were made. What has been `given` to the caller before is passed over unless
 * the caller says where to begin. Rejects with an EmulatorError when the time is over.
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
  let passedOver = ''
  // How many there must be for the next answer: those that are passed over, too.
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
      // One request may not wait for all of the time.
      if (wait < left) continue
      const { error: told } = error.body as { error?: { message?: string } }
      throw new EmulatorError(
        `waited ${durationText(timeout)}: ${told?.message ?? error.message}${passedOver}`,
        error.status,
        error.body,
        { cause: error },
      )
    }
    // Looked up now: a reset may have come in between.
    const given = givenEvents.get(world) ?? new Set()
    const fresh = answer.events.filter((entry) => since !== undefined || !given.has(keyOf(entry))).reverse()
    const wanted = fresh.filter(({ event }) => matching(event)).slice(0, count)
    if (wanted.length === count) {
      for (const entry of wanted) given.add(keyOf(entry))
      givenEvents.set(world, given)
      return wanted
    }
    const old = answer.events.length - fresh.length
    passedOver = `; of those there, ${old} were returned by this client before and ${fresh.length - wanted.length} refused by "matching"`
    needed = answer.total + count - wanted.length
  }
}
