import type { ClockMode } from '../domain/kernel/enums.ts'
import { latestInstant } from '../domain/kernel/instant.ts'

/**
 * A world's clock: follows real time plus an offset, or moves only when it is set or advanced. It stops at the latest
 * instant. Milliseconds since 1970.
 */
export class Clock {
  readonly #realNow: () => number
  #mode: ClockMode = 'live'
  /** Live: the offset from real time. Frozen: the time itself. */
  #value = 0

  constructor(realNow: () => number) {
    this.#realNow = realNow
  }

  get mode(): ClockMode {
    return this.#mode
  }

  now(): number {
    return Math.min(this.#mode === 'live' ? this.#realNow() + this.#value : this.#value, latestInstant)
  }

  /** Switches the mode; without `now` the time does not change. */
  set(mode: ClockMode, now: number = this.now()): void {
    this.#mode = mode
    this.#value = mode === 'live' ? now - this.#realNow() : now
  }

  /** Runs `run`, which may change the clock; mode and time are restored afterwards. */
  keep<T>(run: () => T): T {
    const mode = this.#mode
    const value = this.#value
    try {
      return run()
    } finally {
      this.#mode = mode
      this.#value = value
    }
  }

  /** Moves forward to `instant`; never back. */
  moveTo(instant: number): void {
    if (instant > this.now()) this.set(this.#mode, instant)
  }
}
