import { type Journal, type JournalEntry, maxNotes, type Touch } from '../domain/kernel/journal.ts'
import type { Collections, State } from '../domain/kernel/state.ts'
import type { Snapshot } from '../domain/stored/snapshot.ts'
import { Ring } from '../engine/ring.ts'
import { Activity } from './activity.ts'
import type { HeapGuard } from './heap-guard.ts'
import type { LoggedNote, Note } from './notes.ts'
import type { Recorder } from './recorder.ts'
import { type CountedRequest, Statistics } from './statistics.ts'
import type { Subscribers } from './subscribers.ts'
import { addTouch, hasStory } from './touches.ts'

/** What a note takes in memory, about. Bytes. */
const noteBytes = 400

/** What an entry of a snapshot takes in memory, about, besides its bodies. Bytes. */
const entryBytes = 1500

/** What a snapshot has of a log. */
type Saved = Pick<Snapshot, 'requests' | 'journal' | 'notes'>

/** The requests of one world: those in progress, the journal of answered ones, their counts, and notes of what else happened. */
export class RequestLog implements Journal {
  /** What is in progress; `idle` waits until nothing is. */
  readonly activity = new Activity()
  readonly #heap: HeapGuard
  readonly #subscribers: Subscribers
  readonly #entries: Ring<JournalEntry>
  /** Counts for the report, which outlive the entries. */
  readonly #statistics = new Statistics()
  readonly #claims = new Set<string>()
  readonly #notes = new Ring<LoggedNote>(maxNotes)
  /** The session that is recorded, or was recorded last. */
  recorder: Recorder | undefined
  /** Collects what the request that is being executed stores; undefined at any other time. */
  #touched: Touch[] | undefined

  /** The journal stores the newest `limit` entries; it goes on from those of a snapshot. */
  constructor(heap: HeapGuard, subscribers: Subscribers, limit: number, saved?: Saved) {
    const { requests: total, journal, notes } = saved ?? { requests: 0, journal: [], notes: [] }
    this.#heap = heap
    this.#subscribers = subscribers
    this.#entries = new Ring(limit, total - journal.length)
    for (const entry of journal.toReversed()) {
      this.#entries.push(entry, !heap.isFull)
      heap.note(entryBytes + entry.requestBody.length + entry.responseBody.length)
    }
    for (const { at, after, ...note } of notes) {
      this.#notes.push({ at, after, note }, !heap.isFull)
      heap.note(noteBytes)
    }
  }

  get size(): number {
    return this.#entries.size
  }

  get total(): number {
    return this.#entries.total
  }

  [Symbol.iterator](): Iterator<JournalEntry> {
    return this.#entries[Symbol.iterator]()
  }

  newestFirst(): Iterable<JournalEntry> {
    return this.#entries.newestFirst()
  }

  /** What happened besides the requests. */
  get notes(): { newestFirst(): Iterable<LoggedNote> } {
    return this.#notes
  }

  /** Notes what happens at `at`, in milliseconds of the world's clock. */
  note(at: number, note: Note): void {
    this.#notes.push({ at, after: this.total, note }, !this.#heap.isFull)
    this.#heap.note(noteBytes)
    this.recorder?.note(at, note)
  }

  /** Executes a request; `touched` receives what it stores before it waits for anything. */
  executing<T>(touched: Touch[], run: () => T): T {
    this.#touched = touched
    try {
      return run()
    } finally {
      this.#touched = undefined
    }
  }

  /** Notes that a value is about to be stored. */
  touch(into: keyof Collections, value: { id: string }, state: State): void {
    if (this.#touched !== undefined && hasStory(into))
      addTouch(this.#touched, value, state[into].get(value.id))
  }

  /** Adds an answered request to the journal and to the report; `bytes` is the approximate size of the entry. */
  record(entry: JournalEntry, noted?: CountedRequest, bytes = 0): void {
    this.#entries.push(entry, !this.#heap.isFull)
    this.#heap.note(bytes)
    if (noted) this.#statistics.note(noted)
    if (this.#subscribers.size > 0) this.#subscribers.publish({ kind: 'request', entry })
  }

  /** Clears the journal but not the counts. Returns how many entries were removed. */
  clear(): number {
    const { size } = this.#entries
    this.#entries.clear()
    this.#heap.noteDropped()
    return size
  }

  /** Adds the counts to other statistics. */
  addTo(statistics: Statistics): void {
    statistics.merge(this.#statistics)
  }

  /** Claims an idempotency key for a request that begins. Returns false if the first request with it is still in progress. */
  claim(key: string): boolean {
    if (this.#claims.has(key)) return false
    this.#claims.add(key)
    return true
  }

  /** Releases a claim after the request was answered. */
  release(key: string): void {
    this.#claims.delete(key)
  }
}
