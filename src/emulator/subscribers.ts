import { must } from '../domain/kernel/errors.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { Collections } from '../domain/kernel/state.ts'

/** Something that has just happened in a world. */
export type WorldMessage =
  | { kind: 'saved'; collection: keyof Collections; value: { id: string } }
  | { kind: 'removed'; collection: keyof Collections; id: string }
  | { kind: 'request'; entry: JournalEntry }
  | { kind: 'clock' }
  | { kind: 'scenarios' }
  /** The last message of a world: it was reset or removed, or the process stops. */
  | { kind: 'reset' }
  | { kind: 'closing' }

export type Subscriber = (message: WorldMessage) => void

/** The most open streams and waiting requests of one world. */
const maxSubscribers = 500

/** The subscribers of a world. */
export class Subscribers {
  readonly #subscribers = new Set<Subscriber>()
  readonly #ends = new Set<() => void>()

  get size(): number {
    return this.#subscribers.size
  }

  /** Calls `subscriber` with every message from now on. Returns a function that unsubscribes it. Refuses at the limit (429). */
  add(subscriber: Subscriber): () => void {
    must(
      this.#subscribers.size < maxSubscribers,
      'limit_reached',
      `this world has ${maxSubscribers} open streams and waiting requests, which is the limit; close some of them`,
    )
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }

  /**
   * Calls `done` once, at the end. Returns a function that cancels it. Each request that hangs on
   * purpose has one, so there is no limit.
   */
  atEnd(done: () => void): () => void {
    this.#ends.add(done)
    return () => void this.#ends.delete(done)
  }

  publish(message: WorldMessage): void {
    for (const subscriber of this.#subscribers) subscriber(message)
  }

  /** Publishes the last message and drops all subscribers. */
  end(message: WorldMessage): void {
    this.publish(message)
    this.#subscribers.clear()
    for (const done of this.#ends) done()
    this.#ends.clear()
  }
}
