/** One secondary index: key of a value to the id of the value that has it. */
export class Lookup<T extends { readonly id: string }> {
  readonly #keyOf: (value: T) => string | undefined
  /** Made when somebody first looks something up: most worlds never use most indexes. */
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

  /** Follows a value that takes the place of `old`. */
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
