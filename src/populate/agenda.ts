import type { PastAction } from '../emulator/world.ts'

/** What is yet to happen up to an instant, in order of time: what was planned before, and what follows from that. */
export class Agenda {
  readonly #end: number
  /** The soonest last. */
  readonly #later: PastAction[] = []

  /** `end`: what lies later does not happen. Milliseconds. */
  constructor(end: number) {
    this.#end = end
  }

  /** Something follows `delayMs` after `now`. */
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

  /** `planned`, which is in order, with what is added meanwhile at its place. */
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
