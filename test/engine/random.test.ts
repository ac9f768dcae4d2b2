import { describe, expect, test } from 'vitest'
import { Random } from '../../src/engine/random.ts'

const draw = (random: Random): unknown[] => [
  random.float(),
  random.newId('chg'),
  random.digits(10),
  random.float(),
]

describe('a random source', () => {
  test('gives the same for the same seed, and something else for another', () => {
    expect(draw(new Random('a'))).toEqual(draw(new Random('a')))
    expect(draw(new Random('a'))).not.toEqual(draw(new Random('b')))
    expect(draw(new Random('seed/w1'))).not.toEqual(draw(new Random('seed/w2')))
  })

  test('goes on from its state', () => {
    const one = new Random('a')
    one.float()
    const other = new Random('b')
    other.state = one.state
    expect(draw(other)).toEqual(draw(one))
  })

  test('stays within 0 and 1, evenly', () => {
    const random = new Random('even')
    const values = Array.from({ length: 20_000 }, random.float)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1)
  })

  test('creates ids of a prefix and 14 letters and digits, none twice', () => {
    const random = new Random('ids')
    const made = new Set(Array.from({ length: 100_000 }, () => random.newId('chg')))
    expect(made.size).toBe(100_000)
    for (const id of made) if (!/^chg_[a-z0-9]{14}$/.test(id)) throw new Error(id)
  })

  test('creates the requested number of digits', () => {
    const random = new Random('digits')
    for (let count = 0; count < 20; count++)
      expect(random.digits(count)).toMatch(new RegExp(`^\\d{${count}}$`))
  })
})
