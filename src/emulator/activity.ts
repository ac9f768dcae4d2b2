import type { Ports } from '../engine/ports.ts'

/** Requests and webhooks in progress. */
export interface InProgress {
  /** Requests to the service that are not answered yet. */
  requests: number
  /** Webhooks that are not answered yet. */
  deliveries: number
}

/** Counts the requests and webhooks in progress in one world, so that callers can wait until there are none. */
export class Activity {
  readonly #open: InProgress = { requests: 0, deliveries: 0 }
  readonly #watching = new Set<() => void>()

  get open(): InProgress {
    return { ...this.#open }
  }

  begin(what: keyof InProgress): void {
    this.#open[what]++
    for (const changed of this.#watching) changed()
  }

  end(what: keyof InProgress): void {
    this.#open[what]--
    for (const changed of this.#watching) changed()
  }

  #isIdle(): boolean {
    return this.#open.requests + this.#open.deliveries === 0
  }

  /**
   * Resolves to true once nothing has been in progress for `quietMs`, and to false after `atMostMs`; both in real time.
   * `atEnd` subscribes to the end of the world, which ends the wait too.
   */
  idle(
    ports: Pick<Ports, 'setTimer' | 'clearTimer'>,
    quietMs: number,
    atMostMs: number,
    atEnd: (done: () => void) => () => void,
  ): Promise<boolean> {
    if (quietMs === 0 && this.#isIdle()) return Promise.resolve(true)
    return new Promise((resolve) => {
      let quiet: unknown
      const stopQuiet = (): void => {
        if (quiet !== undefined) ports.clearTimer(quiet)
        quiet = undefined
      }
      const changed = (): void => {
        stopQuiet()
        if (this.#isIdle()) quiet = ports.setTimer(() => done(true), quietMs)
      }
      const done = (isIdle: boolean): void => {
        stopQuiet()
        ports.clearTimer(longest)
        this.#watching.delete(changed)
        forget()
        resolve(isIdle)
      }
      const longest = ports.setTimer(() => done(false), atMostMs)
      const forget = atEnd(() => done(false))
      this.#watching.add(changed)
      changed()
    })
  }
}
