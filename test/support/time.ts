/** Real time, controlled by the test. It passes only through `pass`. Milliseconds. */
export class FakeTime {
  #now: number
  #order = 0
  readonly #timers = new Map<number, { at: number; run: () => void }>()
  /** Runs a timer as soon as it is set, and moves the time to it: for delayed answers. */
  instant = false

  constructor(now: number) {
    this.#now = now
  }

  readonly now = (): number => this.#now

  readonly setTimer = (run: () => void, delayMs: number): unknown => {
    const id = this.#order++
    this.#timers.set(id, { at: this.#now + delayMs, run })
    if (this.instant)
      setImmediate(() => {
        if (!this.#timers.delete(id)) return
        this.#now = Math.max(this.#now, this.#now + delayMs)
        run()
      })
    return id
  }

  readonly clearTimer = (timer: unknown): void => {
    this.#timers.delete(timer as number)
  }

  /** Timers that have not run. */
  get pending(): number {
    return this.#timers.size
  }

  /** Lets real time pass and runs what falls due, in due order. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await settle()
      const due = [...this.#timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)[0]
      if (due === undefined) break
      const [id, { at, run }] = due
      this.#timers.delete(id)
      this.#now = Math.max(this.#now, at)
      run()
    }
    this.#now = until
    await settle()
  }
}

/** Runs everything that is ready: promises, and what they start. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}
