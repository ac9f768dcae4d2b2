import type { Collections } from '../kernel/state.ts'
import type { Timer } from '../kernel/timer-commands.ts'
import type { Limits, Snapshot } from './snapshot.ts'

/** Reports a violated rule and the member that violates it, relative to the value. */
export type ReportProblem = (member: string, rule: string) => void

/** The values of a snapshot by id, and its timers. */
export class Records {
  readonly timers: ReadonlyMap<string, Timer>
  readonly #maps: { readonly [K in keyof Collections]: ReadonlyMap<string, Collections[K]> }
  readonly #limits: Limits

  constructor({ state, timers }: Pick<Snapshot, 'state' | 'timers'>, limits: Limits) {
    this.timers = new Map(timers.map((timer) => [timer.id, timer]))
    this.#maps = Object.fromEntries(
      Object.entries(state).map(([name, values]) => [
        name,
        new Map(values.map((value) => [value.id, value])),
      ]),
    ) as never
    this.#limits = limits
  }

  get<K extends keyof Collections>(collection: K, id: string): Collections[K] | undefined {
    return this.#maps[collection].get(id)
  }

  /** The number of different ids in a collection. */
  size(collection: keyof Collections): number {
    return this.#maps[collection].size
  }

  /** Whether a collection contains an id, or may have contained it before it was evicted. */
  mayHaveHad(collection: 'events' | 'deliveries', id: string): boolean {
    return this.#maps[collection].has(id) || this.size(collection) >= this.#limits[collection]
  }
}
