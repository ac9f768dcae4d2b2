import { must } from '../domain/kernel/errors.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { Collections } from '../domain/kernel/state.ts'

/** Something that has just happened in a world, for those who watch. */
export type WorldMessage =
  | { kind: 'saved'; collection: keyof Collections; value: { id: string } }
  | { kind: 'removed'; collection: keyof Collections; id: string }
  | { kind: 'request'; entry: JournalEntry }
  | { kind: 'clock' }
  | { kind: 'scenarios' }
  /** The last messages of a world: it was made anew or removed, or the process stops. */
  | { kind: 'reset' }
  | { kind: 'closing' }

export type Watcher = (message: WorldMessage) => void

/** Open streams and waiting requests that one world serves at the same time. */
const maxWatchers = 500

/** Those who watch a world. */
export class Watchers {
  readonly #watchers = new Set<Watcher>()
  readonly #ends = new Set<() => void>()

  get size(): number {
    return this.#watchers.size
  }

  /** Calls `watcher` with everything from now on; the answer ends it. Refuses one too many (429). */
  add(watcher: Watcher): () => void {
    must(
      this.#watchers.size < maxWatchers,
      'limit_reached',
      `${maxWatchers} streams and waiting requests watch this world, the limit; close some of them`,
    )
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Calls `done` once, at the end; the answer forgets it. There is one for each request that hangs on purpose, so no limit. */
  atEnd(done: () => void): () => void {
    this.#ends.add(done)
    return () => void this.#ends.delete(done)
  }

  publish(message: WorldMessage): void {
    for (const watcher of this.#watchers) watcher(message)
  }

  /** Tells the last message and lets go of everybody. */
  end(message: WorldMessage): void {
    this.publish(message)
    this.#watchers.clear()
    for (const done of this.#ends) done()
    this.#ends.clear()
  }
}
