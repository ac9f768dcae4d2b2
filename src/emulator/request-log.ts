import type { Journal, JournalEntry } from '../domain/kernel/journal.ts'
import { Ring } from '../engine/ring.ts'
import { Activity } from './activity.ts'
import type { HeapGuard } from './heap-guard.ts'
import type { LoggedNote, Note } from './notes.ts'
import { type CountedRequest, Statistics } from './statistics.ts'
import type { Subscribers } from './subscribers.ts'

/** The most notes that a world keeps. */
const maxNotes = 2000

/** What a note takes in memory, about. Bytes. */
const noteBytes = 400

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

  /** The journal stores the newest `limit` entries; `total` is how many there were before. */
  constructor(heap: HeapGuard, subscribers: Subscribers, limit: number, total = 0) {
    this.#heap = heap
    this.#subscribers = subscribers
    this.#entries = new Ring(limit, total)
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
