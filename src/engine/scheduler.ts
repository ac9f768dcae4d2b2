import type { ClockMode } from '../domain/kernel/enums.ts'
import { latestInstant } from '../domain/kernel/instant.ts'
import type { Timer, TimerCommand } from '../domain/kernel/timer-commands.ts'
import { Clock } from './clock.ts'
import type { Ports } from './ports.ts'
import { Timers } from './timers.ts'

/** How many timers fire before the scheduler yields to the event loop. */
const burst = 200

/** The longest delay of a real timer. Milliseconds. */
const longestDelayMs = 2 ** 31 - 1

/** An action dated before now. Milliseconds of the world's clock. */
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
  /** Deliveries in progress: they may schedule timers that are due before the clock moves on. */
  readonly #running = new Set<Promise<void>>()
  #real: unknown
  #realAt = Number.POSITIVE_INFINITY
  #advancing: Promise<unknown> | undefined
  #stopped = false
  /** Resolvers of `settled`, called when the world ends. */
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

  /** The work in progress, for `settled`. */
  get running(): ReadonlySet<Promise<void>> {
    return new Set(this.#running)
  }

  /** Resolves when all work in progress except `older` has ended, or the world has. */
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

  /** Freezes the clock, lets it run, or sets it; timers that are due by then fire at once if the clock runs. */
  setClock(mode: ClockMode, now?: number): void {
    this.clock.set(mode, now)
    this.arm()
  }

  /** Resets the real timer, after the clock or the earliest timer has changed. */
  arm(): void {
    this.#disarm()
    const first = this.timers.peek()
    if (this.#stopped || this.#advancing || first === undefined || this.clock.mode === 'frozen') return
    // No clock reaches it, and the real timer would fire early over and over.
    if (first.at > latestInstant) return
    const delay = Math.min(Math.max(first.at - this.clock.now(), 0), longestDelayMs)
    this.#realAt = first.at
    // A background timer: a timer that is due tomorrow must not keep the process alive until then.
    this.#real = this.#ports.setTimer(() => this.#runDue(), delay, 'background')
  }

  /**
   * Moves the clock forward to `target`, runs everything that falls due in due order, waits for the work that this starts,
   * and resolves to the timers that fired. Advances run one at a time.
   */
  async advance(target: number | ((now: number) => number)): Promise<Timer[]> {
    return this.#alone(() => this.#runUntil(typeof target === 'number' ? target : target(this.clock.now())))
  }

  /**
   * Runs actions dated before now, each with the clock at its instant, and between them the timers that they set. `actions`
   * receives the current time and returns the actions in order of time. Requests that are served meanwhile see the current
   * time, and timers that they set wait until the past is over. Resolves to false if the world ends first. Rejects with what
   * an action throws.
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

  /** Stops permanently: drops all timers; nothing fires afterwards. */
  stop(): void {
    this.#stopped = true
    for (const done of this.#waiting) done()
    this.#disarm()
    this.timers.load([])
  }

  /** Runs a command. An error is reported; the process and the other timers continue. */
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

  /** Runs `work` while nothing else moves the clock and no real timer fires. */
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

  /** Runs one action, or one timer that is due before it, per step. */
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
      // Work in progress may schedule something before the next instant, so time waits for it.
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
