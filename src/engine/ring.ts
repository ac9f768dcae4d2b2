/** The newest `limit` values; older ones are dropped. */
export class Ring<T> {
  readonly #limit: number
  #values: T[] = []
  /** Index of the oldest value once the ring is full. */
  #start = 0
  #total: number

  /** `total` is how many values were pushed before this ring was created. */
  constructor(limit: number, total = 0) {
    this.#limit = limit
    this.#total = total
  }

  /** How many values were ever pushed. */
  get total(): number {
    return this.#total
  }

  get size(): number {
    return this.#values.length
  }

  /** Adds a value. Replaces the oldest one if the ring is full or must not grow. */
  push(value: T, mayGrow = true): void {
    this.#total++
    if (this.#limit === 0) return
    const { length } = this.#values
    if (length > 0 && (length === this.#limit || !mayGrow)) {
      this.#values[this.#start] = value
      this.#start = (this.#start + 1) % length
      return
    }
    if (this.#start > 0) {
      this.#values = [...this]
      this.#start = 0
    }
    this.#values.push(value)
  }

  clear(): void {
    this.#values = []
    this.#start = 0
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.#values.length; index++)
      yield this.#values[(this.#start + index) % this.#values.length] as T
  }

  /** A copy, which stays the same while the ring goes on. */
  newestFirst(): Iterable<T> {
    return [...this.#values.slice(this.#start), ...this.#values.slice(0, this.#start)].reverse()
  }
}
