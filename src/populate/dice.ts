import { SimpleFaker } from '@faker-js/faker'

/** A seeded source: from 0 to just under 1. */
export type Source = () => number

/** The random source of faker: separate for each population, so that concurrent worlds do not affect it. */
export const randomizer = (next: Source) => ({ next, seed: () => undefined })

/** Random choices other than people's data. */
export class Dice {
  readonly next: Source
  readonly #simple: SimpleFaker

  constructor(next: Source) {
    this.next = next
    this.#simple = new SimpleFaker({ randomizer: randomizer(next) })
  }

  /** True with this probability, 0 to 1. */
  chance(share: number): boolean {
    return this.next() < share
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  digits(count: number): string {
    return this.#simple.string.numeric(count)
  }

  pick<T>(values: readonly T[]): T {
    return this.#simple.helpers.arrayElement(values)
  }

  /** One of the names in a table, chosen by weight. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][]
    return this.#simple.helpers.weightedArrayElement(entries.map(([value, weight]) => ({ value, weight })))
  }

  /** A number around `median`, rarely ten times as much or a tenth, as prices and delays are distributed. */
  around(median: number): number {
    // The sum of three uniform numbers is close enough to a normal distribution.
    const bell = this.next() + this.next() + this.next() - 1.5
    return median * Math.exp(1.8 * bell)
  }

  /** An amount around `median`, a multiple of `step`, with at most two decimals. */
  amount(median: number, step: number): number {
    return Math.max(step, Math.round(Math.round(this.around(median) / step) * step * 100) / 100)
  }
}
