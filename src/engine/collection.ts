import { Refusal } from '../domain/kernel/errors.ts'
import type { Readable } from '../domain/kernel/state.ts'

export interface CollectionOptions<T> {
  /** The most values it may contain. */
  limit: number
  /** What happens when it is full and a value is added: the oldest value is evicted, or the request is refused (429). */
  whenFull: 'evict' | 'refuse'
  /** Secondary indexes: name, and the key of a value; if values share a key, the newest is found. */
  indexes?: Record<string, (value: T) => string | undefined>
}

/** One secondary index: maps the key of a value to its id. */
class Lookup<T extends { readonly id: string }> {
  readonly #keyOf: (value: T) => string | undefined
  /** Built by the first lookup, because most worlds never use most indexes. */
  #ids: Map<string, string> | undefined

  constructor(keyOf: (value: T) => string | undefined) {
    this.#keyOf = keyOf
  }

  /** The id of the value whose key is `key`; `values` are all values of the collection. */
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
      // Another value may have the former key, or be the newest with this one. Keys rarely change.
      if (this.#keyOf(old) !== key) this.clear()
      return
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
   * Iterates over the ids, oldest first, one step per evicted value. A new iterator for each eviction would skip the slots of
   * all deleted entries, which a map keeps: hundreds of thousands.
   */
  #oldest: Iterator<string> | undefined
  readonly #indexes: ReadonlyMap<string, Lookup<T>>
  /** The indexes as a list, because storing a value updates all of them. */
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

  /** Refuses (429) a value with a new id if the collection is full and does not evict. */
  mustHaveRoom(id: string): void {
    const { limit, whenFull } = this.#options
    if (whenFull === 'evict' || this.#values.size < limit || this.#values.has(id)) return
    throw new Refusal(
      'limit_reached',
      `this world contains ${limit} ${this.#name}, which is the limit; empty it with POST /_emulator/reset`,
    )
  }

  /** Stores a value, replacing the one with the same id. When full, evicts the oldest value or refuses the new one (429). */
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

  newestFirst(): Iterable<T> {
    return Array.from(this.#values.values()).reverse()
  }

  #evictOldest(id: string): void {
    this.mustHaveRoom(id)
    this.#oldest ??= this.#values.keys()
    const { value, done } = this.#oldest.next()
    if (done !== true) this.remove(value)
  }
}
