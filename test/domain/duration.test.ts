import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Duration, formatDuration, maxDurationMs, parseDuration } from '../../src/domain/kernel/duration.ts'

describe('a duration', () => {
  test.each([
    ['0s', 0],
    ['250ms', 250],
    ['30s', 30_000],
    ['1.5s', 1500],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['366d', maxDurationMs],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms)
  })

  test.each([
    [''],
    ['5'],
    ['-5s'],
    ['5 s'],
    ['5S'],
    ['s'],
    ['1e3s'],
    ['.5s'],
    ['5s '],
    ['366d1ms'],
    ['999999999999999d'],
    ['Infinityd'],
  ])('refuses "%s"', (text) => {
    expect(parseDuration(text)).toBeUndefined()
    expect(Duration.safeParse(text).success).toBe(false)
  })

  test.each([
    [0, '0ms'],
    [999, '999ms'],
    [1000, '1s'],
    [90_500, '1m30.5s'],
    [86_400_000, '1d'],
  ])('of %d ms is formatted as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })

  test('that was announced can be read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxDurationMs }), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms)
      }),
    )
  })
})
