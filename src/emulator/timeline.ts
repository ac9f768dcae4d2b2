import { storyOf } from './story.ts'
import { dueEntry } from './timeline-due.ts'
import { entryOfNote, entryOfRequest, type TimelineEntry } from './timeline-entries.ts'
import type { World } from './world.ts'

export type { TimelineEntry }

/** Which entries to collect. */
export interface TimelineFilter {
  /** The newest so many; and at most so many that are due. */
  limit: number
  /**
   * Only the story of this value, such as a charge or a settlement, by id or reference, with what concerned the whole world
   * meanwhile.
   */
  about?: string | undefined
}

/** Collects the newest entries, oldest first, and then what is due: the timeline of a world, or the story of one value. */
export function timelineOf(world: World, { limit, about }: TimelineFilter): TimelineEntry[] {
  if (about !== undefined) {
    const { past, due } = storyOf(world, about)
    return [...past.slice(-limit), ...due.slice(0, limit)]
  }
  const newest: TimelineEntry[] = []
  for (const entry of newestFirst(world)) {
    if (newest.length === limit) break
    newest.push(entry)
  }
  const due = world.timers.upcoming(limit).map((timer) => dueEntry(world.state, timer))
  return [...newest.reverse(), ...due]
}

/** Merges journal and notes; a note counts the requests that were answered before it. */
function* newestFirst(world: World): Iterable<TimelineEntry> {
  const notes = world.requests.notes.newestFirst()[Symbol.iterator]()
  let note = notes.next()
  const noteEntries = function* (after: number): Iterable<TimelineEntry> {
    for (; !note.done && note.value.after >= after; note = notes.next())
      yield entryOfNote(world.state, note.value)
  }
  for (const request of world.requests.newestFirst()) {
    yield* noteEntries(request.id)
    yield entryOfRequest(request, `/w/${world.name}/`)
  }
  yield* noteEntries(0)
}
