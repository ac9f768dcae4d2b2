import { SimpleFaker } from '@faker-js/faker'

/** A seeded source: from 0 to just under 1. */
export type Source = () => number

/** What faker draws from: this population's own source, whatever is drawn in other worlds meanwhile. */
export const randomizer = (next: Source) => ({ next, seed: () => undefined })

/** Draws that are not about people. */
export class Dice {
  readonly next: Source
  readonly #simple: SimpleFaker

  constructor(next: Source) {
    this.next = next
    this.#simple = new SimpleFaker({ randomizer: randomizer(next) })
  }

  /** True for so large a share of the draws, from 0 to 1. */
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

  /** One of the names in a table, each as often as its weight says. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    const entries = Object.entries(weights) as [K, number][]
    return this.#simple.helpers.weightedArrayElement(entries.map(([value, weight]) => ({ value, weight })))
  }

  /** Around `median`, rarely ten times as much or a tenth: like prices and waits. */
  around(median: number): number {
    // The sum of three draws is close enough to a bell.
    const bell = this.next() + this.next() + this.next() - 1.5
    return median * Math.exp(1.8 * bell)
  }

  /** An amount around `median`, a multiple of `step`, at most two decimals. */
  amount(median: number, step: number): number {
    return Math.max(step, Math.round(Math.round(this.around(median) / step) * step * 100) / 100)
  }
}
