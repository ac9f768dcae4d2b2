import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawLatency } from '../../src/domain/scenario/latency.ts'
import { Random } from '../../src/engine/random.ts'

const draws = (latency: Parameters<typeof drawLatency>[0], seed: string, count: number): number[] => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => drawLatency(latency, random.float))
}

/** Ordered durations, from a millisecond to an hour. */
const distributions = fc
  .tuple(...([1, 1, 1] as const).map((min) => fc.integer({ min, max: 3_600_000 })))
  .map((figures) => figures.sort((a, b) => a - b))
  .map(([median = 0, p99 = 0, max = 0]) => ({ median, p99, max }))

describe('a latency with median, p99 and max', () => {
  test('is drawn so that as many delays are above the median and above p99 as these say', () => {
    fc.assert(
      fc.property(distributions, fc.string(), (latency, seed) => {
        const sorted = draws(latency, seed, 20_000).sort((a, b) => a - b)
        const share = (limit: number) => sorted.filter((delay) => delay > limit).length / sorted.length
        // Delays are whole milliseconds, so half of one belongs to a figure; the rest are five standard deviations.
        expect(share(latency.median - 1)).toBeGreaterThan(0.482)
        expect(share(latency.median)).toBeLessThan(0.518)
        if (latency.max > latency.p99) expect(share(latency.p99 - 1)).toBeGreaterThan(0.0065)
        expect(share(latency.p99)).toBeLessThan(0.0135)
        expect(sorted.at(-1)).toBeLessThanOrEqual(latency.max)
        expect(sorted[0]).toBeGreaterThanOrEqual(0)
        expect(sorted.every(Number.isInteger)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('reaches its max, and goes no further', () => {
    const capped = draws({ median: 100, p99: 1000, max: 1000 }, 'cap', 20_000)
    expect(Math.max(...capped)).toBe(1000)
    expect(capped.filter((delay) => delay === 1000).length / capped.length).toBeCloseTo(0.01, 2)
  })

  test('is no longer than its max by the largest number that a random source returns, nor negative by the smallest', () => {
    for (const extreme of [0, 1 - 2 ** -32, 0.5])
      for (const other of [0, 1 - 2 ** -32, 0.5]) {
        const numbers = [extreme, other]
        const delay = drawLatency({ median: 50, p99: 400, max: 900 }, () => numbers.shift() ?? 0)
        expect(delay).toBeGreaterThanOrEqual(0)
        expect(delay).toBeLessThanOrEqual(900)
      }
  })

  test('is the same each time when p99 is the median', () => {
    expect(new Set(draws({ median: 40, p99: 40, max: 90 }, 'equal', 100))).toEqual(new Set([40]))
  })

  test('is drawn the same from the same seed', () => {
    const latency = { median: 100, p99: 1000, max: 5000 }
    expect(draws(latency, 'one', 20)).toEqual(draws(latency, 'one', 20))
    expect(draws(latency, 'one', 20)).not.toEqual(draws(latency, 'two', 20))
  })
})
