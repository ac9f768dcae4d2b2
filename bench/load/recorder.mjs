import { percentiles } from '../lib/numbers.mjs'

/** Latencies and answers of one measurement. All memory is allocated before it begins. */
export class Recorder {
  #latencies
  #numbers
  #size = 0
  statuses = {}
  failures = 0
  sample = undefined
  startedAt = 0
  endedAt = 0

  /** @param {number} capacity @param {boolean} [numbered] Whether to keep which request each latency is of. */
  constructor(capacity, numbered = false) {
    this.#latencies = new Float64Array(capacity)
    this.#numbers = new Float64Array(numbered ? capacity : 0)
  }

  start() {
    this.startedAt = performance.now()
  }

  end() {
    this.endedAt = performance.now()
  }

  /**
   * @param {number} n The number of the request @param {number} latencyMs @param {number} status
   * @param {number} expected @param {() => string} body
   */
  add(n, latencyMs, status, expected, body) {
    if (this.#size < this.#numbers.length) this.#numbers[this.#size] = n
    if (this.#size < this.#latencies.length) this.#latencies[this.#size++] = latencyMs
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    if (status !== expected) {
      this.failures++
      this.sample ??= `${status} ${body().slice(0, 300)}`
    }
  }

  /** @param {string} message */
  fail(message) {
    this.failures++
    this.sample ??= message
  }

  get size() {
    return this.#size
  }

  /** Each latency with the number of its request, in the order in which they were answered. */
  numbered() {
    return {
      numbers: this.#numbers.slice(0, this.#size),
      latencies: this.#latencies.slice(0, this.#size),
    }
  }

  /** The figures of all requests, or of those from `from` up to `to`, in the order in which they were answered. */
  summary(from = 0, to = this.#size) {
    const slice = this.#latencies.slice(from, Math.min(to, this.#size))
    return { requests: slice.length, ...percentiles(slice) }
  }
}
