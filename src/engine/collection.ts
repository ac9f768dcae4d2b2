import { Refusal } from '../domain/kernel/errors.ts'
import type { Readable } from '../domain/kernel/state.ts'

export interface CollectionOptions<T> {
  /** The most values it holds. */
  limit: number
  /** What happens to a new value when it is full: the oldest one is evicted, or the request is refused (429). */
  whenFull: 'evict' | 'refuse'
  /** Secondary indexes: name and key of a value; an index holds one value for each key. */
  indexes?: Record<string, (value: T) => string | undefined>
}

/** One secondary index: key of a value to the id of the value that has it. */
class Lookup<T extends { readonly id: string }> {
  readonly #keyOf: (value: T) => string | undefined
  /** Built on the first lookup: most worlds never use most indexes. */
  #ids: Map<string, string> | undefined

  constructor(keyOf: (value: T) => string | undefined) {
    this.#keyOf = keyOf
  }

  /** The id of the value whose key is `key`, among `values`, which are all there are. */
  find(key: string, values: ReadonlyMap<string, T>): string | undefined {
    if (this.#ids === undefined) {
      this.#ids = new Map()
      for (const value of values.values()) this.put(value, undefined)
    }
    return this.#ids.get(key)
  }

  /** Updates the index for a value that replaces `old`. */
  put(value: T, old: T | undefined): void {
    if (this.#ids === undefined) return
    const key = this.#keyOf(value)
    if (old !== undefined) {
      const before = this.#keyOf(old)
      if (before === key) return
      if (before !== undefined && this.#ids.get(before) === value.id) this.#ids.delete(before)
    }
    if (key !== undefined) this.#ids.set(key, value.id)
  }

  remove(value: T): void {
    const key = this.#keyOf(value)
    if (key !== undefined && this.#ids?.get(key) === value.id) this.#ids.delete(key)
  }

  clear(): void {
    this.#ids = undefined
  }
}

/** Values by id, in the order in which they were first stored. */
export class Collection<T extends { readonly id: string }> implements Readable<T> {
  readonly #values = new Map<string, T>()
  /**
   * Iterates from the oldest id on, one step for each value that is evicted. A new iterator would begin at the front each
   * time, where a map keeps the slots of hundreds of thousands of deleted entries.
   */
  #oldest: Iterator<string> | undefined
  readonly #indexes: ReadonlyMap<string, Lookup<T>>
  /** The same as a list, because every value that is stored updates all of them. */
  readonly #lookups: readonly Lookup<T>[]
  readonly #options: CollectionOptions<T>
  readonly #name: string

  constructor(name: string, options: CollectionOptions<T>) {
    this.#name = name
    this.#options = options
    this.#indexes = new Map(
      Object.entries(options.indexes ?? {}).map(([index, keyOf]) => [index, new Lookup(keyOf)]),
    )
    this.#lookups = [...this.#indexes.values()]
  }

  get size(): number {
    return this.#values.size
  }

  get(id: string): T | undefined {
    return this.#values.get(id)
  }

  has(id: string): boolean {
    return this.#values.has(id)
  }

  by(index: string, key: string): T | undefined {
    const lookup = this.#indexes.get(index)
    if (lookup === undefined) throw new Error(`collection ${this.#name} has no index ${index}`)
    const id = lookup.find(key, this.#values)
    return id === undefined ? undefined : this.#values.get(id)
  }

  /** Refuses a value of a new id where the collection is full and does not evict (429). */
  mustHaveRoom(id: string): void {
    const { limit, whenFull } = this.#options
    if (whenFull === 'evict' || this.#values.size < limit || this.#values.has(id)) return
    throw new Refusal(
      'limit_reached',
      `this world holds ${limit} ${this.#name}, its limit; POST /_emulator/reset empties it`,
    )
  }

  /** Stores a value, and replaces one with the same id. When full, evicts the oldest value or refuses the new one (429). */
  put(value: T): void {
    if (this.#values.size >= this.#options.limit && !this.#values.has(value.id)) this.#evictOldest(value.id)
    const old = this.#lookups.length > 0 ? this.#values.get(value.id) : undefined
    this.#values.set(value.id, value)
    for (const lookup of this.#lookups) lookup.put(value, old)
  }

  remove(id: string): void {
    const value = this.#values.get(id)
    if (value === undefined) return
    this.#values.delete(id)
    for (const lookup of this.#lookups) lookup.remove(value)
  }

  clear(): void {
    this.#values.clear()
    this.#oldest = undefined
    for (const lookup of this.#lookups) lookup.clear()
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#values.values()
  }

  *newestFirst(): Iterable<T> {
    const values = Array.from(this.#values.values())
    for (let index = values.length - 1; index >= 0; index--) yield values[index] as T
  }

  #evictOldest(id: string): void {
    this.mustHaveRoom(id)
    this.#oldest ??= this.#values.keys()
    const { value, done } = this.#oldest.next()
    if (done !== true) this.remove(value)
  }
}
