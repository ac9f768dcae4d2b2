import type { ClockMode } from '../domain/kernel/enums.ts'
import { latestInstant } from '../domain/kernel/instant.ts'
import type { Timer, TimerCommand } from '../domain/kernel/timer-commands.ts'
import { Clock } from './clock.ts'
import type { Ports } from './ports.ts'
import { Timers } from './timers.ts'

/** How many timers fire before other work of the process gets its turn. */
const burst = 200

/** The longest delay that a real timer takes. */
const longestDelayMs = 2 ** 31 - 1

/** Something that happened at an instant before now. Milliseconds of the world's clock. */
export interface PastAction {
  readonly at: number
  run(): void
}

/** One world's clock and timers, with one real timer for the earliest of them. */
export class Scheduler {
  readonly clock: Clock
  readonly timers = new Timers()
  readonly #ports: Ports
  readonly #fire: (command: TimerCommand) => void
  /** Deliveries under way: they may schedule what is due before the clock moves on. */
  readonly #running = new Set<Promise<void>>()
  #real: unknown
  #realAt = Number.POSITIVE_INFINITY
  #advancing: Promise<unknown> | undefined
  #stopped = false
  /** Resolvers of `settled`; they are called once the world has ended. */
  readonly #waiting = new Set<() => void>()

  /** `fire` dispatches a command that is due. */
  constructor(ports: Ports, fire: (command: TimerCommand) => void) {
    this.#ports = ports
    this.#fire = fire
    this.clock = new Clock(ports.now)
  }

  schedule(id: string, at: number, command: TimerCommand): void {
    this.timers.set(id, at, command)
    if (at < this.#realAt) this.arm()
  }

  cancel(id: string): void {
    this.timers.cancel(id)
  }

  /** Adds work that `advance` waits for; a rejection is reported. */
  track(work: Promise<void>): void {
    const done = work.then(
      () => void this.#running.delete(done),
      (error: unknown) => {
        this.#running.delete(done)
        this.#ports.report(error)
      },
    )
    this.#running.add(done)
  }

  /** Work that is under way now, for `settled`. */
  get running(): ReadonlySet<Promise<void>> {
    return new Set(this.#running)
  }

  /** Resolves when all work under way but `older` has ended, or when the world has. */
  async settled(older: ReadonlySet<Promise<void>> = new Set()): Promise<void> {
    const newer = [...this.#running].filter((work) => !older.has(work))
    if (newer.length === 0 || this.#stopped) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done)
        resolve()
      }
      this.#waiting.add(done)
      void Promise.all(newer).then(done)
    })
  }

  /** Freezes the clock, lets it run, or sets it; what has become due by that fires at once where the clock runs. */
  setClock(mode: ClockMode, now?: number): void {
    this.clock.set(mode, now)
    this.arm()
  }

  /** Resets the real timer, after the clock or the earliest timer has changed. */
  arm(): void {
    this.#disarm()
    const first = this.timers.peek()
    if (this.#stopped || this.#advancing || first === undefined || this.clock.mode === 'frozen') return
    // No clock reaches it, and the real timer would fire early again and again.
    if (first.at > latestInstant) return
    const delay = Math.min(Math.max(first.at - this.clock.now(), 0), longestDelayMs)
    this.#realAt = first.at
    // A background timer: what is due tomorrow must not keep the process alive until then.
    this.#real = this.#ports.setTimer(() => this.#runDue(), delay, 'background')
  }

  /**
   * Moves the clock forward to `target`, runs everything that falls due on the way in due order, waits for what that
   * starts, and answers with what fired. One advance at a time; a second one begins when the first has ended.
   */
  async advance(target: number | ((now: number) => number)): Promise<Timer[]> {
    return this.#alone(() => this.#runUntil(typeof target === 'number' ? target : target(this.clock.now())))
  }

  /**
   * Runs what happened before now: each action with the clock standing at its instant, and in between the timers that the
   * actions set, each at its own instant. `actions` gets the present time and answers in order of time. Requests are served
   * meanwhile and see the present time; timers set outside the past wait until it is over. Answers whether it came to its end,
   * which it does not where the world ends. Rejects with what an action throws.
   */
  async backfill(actions: (now: number) => Iterable<PastAction>): Promise<boolean> {
    return this.#alone(async () => {
      const now = this.clock.now()
      const turns = this.#past(actions(now), now)
      const isOver = (): boolean => {
        for (let turn = 0; turn < burst; turn++) if (this.#stopped || turns.next().done) return true
        return false
      }
      try {
        while (!this.timers.inPast(() => this.clock.keep(isOver))) await this.#ports.yieldToEventLoop()
        return !this.#stopped
      } finally {
        this.timers.endPast()
      }
    })
  }

  /** Stops for good: drops all timers, and nothing fires any more. */
  stop(): void {
    this.#stopped = true
    for (const done of this.#waiting) done()
    this.#disarm()
    this.timers.load([])
  }

  /** Runs a command. An error is reported and stops neither the process nor the other timers. */
  #run(command: TimerCommand): void {
    try {
      this.#fire(command)
    } catch (error) {
      this.#ports.report(error)
    }
  }

  #runDue(): void {
    this.#disarm()
    for (let fired = 0; fired < burst; fired++) {
      const first = this.timers.peek()
      if (this.#stopped || first === undefined || first.at > this.clock.now()) break
      this.timers.pop()
      this.#run(first.command)
    }
    this.arm()
  }

  /** Runs nothing else that moves the clock meanwhile, and no real timer. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#advancing) await this.#advancing.catch(() => undefined)
    const run = work()
    this.#advancing = run
    this.#disarm()
    try {
      return await run
    } finally {
      this.#advancing = undefined
      this.arm()
    }
  }

  /** One action, or one timer that is due before it, with each turn. */
  *#past(actions: Iterable<PastAction>, now: number): Generator<void> {
    for (const { at, run } of actions) {
      const instant = Math.min(at, now)
      yield* this.#pastTimers(instant)
      this.clock.set('frozen', instant)
      run()
      yield
    }
    yield* this.#pastTimers(now)
  }

  *#pastTimers(until: number): Generator<void> {
    for (;;) {
      const first = this.timers.peek()
      if (first === undefined || first.at > until) return
      this.timers.pop()
      this.clock.set('frozen', first.at)
      this.#run(first.command)
      yield
    }
  }

  async #runUntil(wanted: number): Promise<Timer[]> {
    const target = Math.min(wanted, latestInstant)
    const fired: Timer[] = []
    let reached = this.clock.now()
    for (;;) {
      const first = this.timers.peek()
      const due = first !== undefined && first.at <= target && !this.#stopped
      // Work under way may schedule something before the next instant, so time waits for it.
      if (!this.#stopped && this.#running.size > 0 && (!due || first.at > reached)) {
        await this.settled()
        continue
      }
      if (!due) break
      this.timers.pop()
      reached = Math.max(reached, first.at)
      this.clock.moveTo(first.at)
      fired.push(first)
      this.#run(first.command)
      if (fired.length % burst === 0) await this.#ports.yieldToEventLoop()
    }
    this.clock.moveTo(target)
    return fired
  }

  #disarm(): void {
    if (this.#real !== undefined) this.#ports.clearTimer(this.#real)
    this.#real = undefined
    this.#realAt = Number.POSITIVE_INFINITY
  }
}
