import type { PastAction } from '../emulator/world.ts'

/** Future actions up to an instant, in order of time: those planned beforehand, and those that they cause. */
export class Agenda {
  readonly #end: number
  /** The next action comes last. */
  readonly #later: PastAction[] = []

  /** Actions after `end` are dropped. Milliseconds. */
  constructor(end: number) {
    this.#end = end
  }

  /** Adds an action `delayMs` after `now`. */
  add(now: number, delayMs: number, run: () => void): void {
    const at = now + Math.round(delayMs)
    if (at > this.#end) return
    let low = 0
    let high = this.#later.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#later[middle] as PastAction).at > at) low = middle + 1
      else high = middle
    }
    this.#later.splice(low, 0, { at, run })
  }

  /** Yields `planned`, which must be in order, merged with the actions that are added meanwhile. */
  *through(planned: Iterable<PastAction>): Generator<PastAction> {
    for (const action of planned) {
      yield* this.#before(action.at)
      yield action
    }
    yield* this.#before(this.#end)
  }

  *#before(instant: number): Generator<PastAction> {
    for (;;) {
      const next = this.#later.at(-1)
      if (next === undefined || next.at > instant) return
      this.#later.pop()
      yield next
    }
  }
}
