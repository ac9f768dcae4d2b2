import type { Holdings } from '../domain/kernel/heap.ts'
import { type KeptSnapshot, valuesOf } from './kept-states.ts'
import type { World } from './world.ts'

/** Approximate size of a world that contains only the fixtures, in bytes. */
export const worldBytes = 18_000

/** Approximate size of each value without its texts, in bytes. */
const bytesOf = { entry: 1600, record: 400, kept: 600 }

/** The most values of a kind that are sampled to estimate the length of their texts. */
const maxSamples = 200

/** Counts values and estimates their length from the first ones. */
class Estimate {
  #count = 0
  #samples = 0
  #length = 0

  add<T>(values: Iterable<T> & { size: number }, lengthOf: (value: T) => number): void {
    this.#count += values.size
    if (this.#samples >= maxSamples) return
    for (const value of values) {
      this.#length += lengthOf(value)
      if (++this.#samples >= maxSamples) return
    }
  }

  /** `bytes` is the size of each without its text. */
  total(bytes: number): { count: number; bytes: number } {
    const length = this.#samples === 0 ? 0 : this.#length / this.#samples
    return { count: this.#count, bytes: this.#count * (bytes + length) }
  }
}

/** What worlds and kept snapshots contain, and approximately how much memory it takes. */
export function holdingsOf(worlds: Iterable<World>, kept: Iterable<KeptSnapshot>): Holdings {
  const journal = new Estimate()
  const records = new Estimate()
  let count = 0
  for (const world of worlds) {
    count++
    // Answers are not counted: reading one masks it, which costs too much here.
    journal.add(world.requests, ({ path, requestBody }) => path.length + requestBody.length)
    for (const collection of Object.values(world.state))
      records.add<unknown>(collection, (record) => JSON.stringify(record).length)
  }
  const snapshots = Array.from(kept, ({ snapshot }) => valuesOf(snapshot))
  return {
    journal: journal.total(bytesOf.entry),
    records: records.total(bytesOf.record),
    worlds: { count, bytes: count * worldBytes },
    snapshots: {
      count: snapshots.length,
      bytes: snapshots.reduce((all, values) => all + values * bytesOf.kept, 0),
    },
  }
}
