import type { Timer, TimerCommand } from '../domain/kernel/timer-commands.ts'

/** Pending timers: a binary heap by due time. A cancelled timer stays in it until it reaches the top. */
export class Timers {
  readonly #byId = new Map<string, Timer>()
  #heap: Timer[] = []
  /** The heap that is not in use; its timers can be found by id and do not fire. */
  #aside: Timer[] = []
  #order = 0
  #isPast = false

  get size(): number {
    return this.#byId.size
  }

  /** Sets a timer, replacing the one with the same id. */
  set(id: string, at: number, command: TimerCommand): void {
    const timer: Timer = { id, at, order: this.#order++, command }
    this.#byId.set(id, timer)
    this.#push(timer)
    this.#compact()
  }

  cancel(id: string): void {
    this.#byId.delete(id)
    this.#compact()
  }

  get(id: string): Timer | undefined {
    return this.#byId.get(id)
  }

  /** The earliest timer. Does not remove it. */
  peek(): Timer | undefined {
    for (;;) {
      const first = this.#heap[0]
      if (first === undefined || this.#isPending(first)) return first
      this.#shift()
    }
  }

  /** Removes and returns the earliest timer. */
  pop(): Timer | undefined {
    const first = this.peek()
    if (first === undefined) return undefined
    this.#shift()
    this.#byId.delete(first.id)
    return first
  }

  /** The next `count` timers, in the order in which they will fire. */
  upcoming(count = Number.POSITIVE_INFINITY): Timer[] {
    return [...this.#byId.values()].sort(byDue).slice(0, count)
  }

  /** Whether it is in the past now, by `inPast`. */
  get isPast(): boolean {
    return this.#isPast
  }

  /** Runs `run` in the past: only timers set in the past can fire, and `run` sets its timers there. */
  inPast<T>(run: () => T): T {
    this.#swap()
    try {
      return run()
    } finally {
      this.#swap()
    }
  }

  /** Ends the past: its remaining timers join the others. */
  endPast(): void {
    for (const timer of this.#aside) if (this.#isPending(timer)) this.#push(timer)
    this.#aside = []
  }

  /** Replaces all timers. */
  load(timers: readonly Timer[]): void {
    this.#byId.clear()
    for (const timer of timers) this.#byId.set(timer.id, timer)
    // A sorted array is a heap.
    this.#heap = [...timers].sort(byDue)
    for (const timer of timers) if (timer.order >= this.#order) this.#order = timer.order + 1
  }

  /** Rebuilds the heap once most of its timers are cancelled, so that it is at most twice as large as needed. */
  #compact(): void {
    if (this.#heap.length <= 64 || this.#heap.length <= 2 * this.#byId.size) return
    this.#heap = this.#heap.filter((timer) => this.#isPending(timer)).sort(byDue)
  }

  #isPending(timer: Timer): boolean {
    return this.#byId.get(timer.id) === timer
  }

  #swap(): void {
    this.#isPast = !this.#isPast
    const heap = this.#heap
    this.#heap = this.#aside
    this.#aside = heap
  }

  #push(timer: Timer): void {
    this.#heap.push(timer)
    this.#up(this.#heap.length - 1)
  }

  #shift(): void {
    const last = this.#heap.pop()
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last
      this.#down(0)
    }
  }

  #up(start: number): void {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#swapIfBefore(index, parent)) return
      index = parent
    }
  }

  #down(start: number): void {
    let index = start
    for (;;) {
      const left = 2 * index + 1
      if (left >= this.#heap.length) return
      const right = left + 1
      const l = this.#heap[left] as Timer
      const r = this.#heap[right]
      const child = r !== undefined && byDue(r, l) < 0 ? right : left
      if (!this.#swapIfBefore(child, index)) return
      index = child
    }
  }

  #swapIfBefore(index: number, other: number): boolean {
    const a = this.#heap[index] as Timer
    const b = this.#heap[other] as Timer
    if (byDue(a, b) >= 0) return false
    this.#heap[index] = b
    this.#heap[other] = a
    return true
  }
}

const byDue = (a: Timer, b: Timer): number => a.at - b.at || a.order - b.order
