import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Timers } from '../../src/engine/timers.ts'

const command = { type: 'delivery.due', input: { id: 'x' } } as const

/** Operations on timers, and on a sorted array that must have the same content. */
const action = fc.oneof(
  fc.record({
    do: fc.constant('set' as const),
    id: fc.integer({ min: 0, max: 30 }),
    at: fc.integer({ min: 0, max: 50 }),
  }),
  fc.record({ do: fc.constant('cancel' as const), id: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ do: fc.constant('pop' as const) }),
  fc.record({ do: fc.constant('reload' as const) }),
)

describe('pending timers', () => {
  test('agree with a sorted array under any sequence of actions', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
        const timers = new Timers()
        let model: { id: string; at: number; order: number }[] = []
        let order = 0
        const sort = () => model.sort((a, b) => a.at - b.at || a.order - b.order)
        for (const step of actions) {
          if (step.do === 'set') {
            const id = String(step.id)
            timers.set(id, step.at, command)
            model = model.filter((timer) => timer.id !== id)
            model.push({ id, at: step.at, order: order++ })
          } else if (step.do === 'cancel') {
            timers.cancel(String(step.id))
            model = model.filter((timer) => timer.id !== String(step.id))
          } else if (step.do === 'pop') {
            expect(timers.pop()?.id).toBe(sort().shift()?.id)
          } else timers.load(timers.upcoming())
          expect(timers.size).toBe(model.length)
          expect(timers.peek()?.id).toBe(sort()[0]?.id)
        }
        expect(timers.upcoming().map(({ id }) => id)).toEqual(sort().map(({ id }) => id))
      }),
      { numRuns: 300 },
    )
  })

  test('of one instant fire in the order in which they were set', () => {
    const timers = new Timers()
    for (let index = 0; index < 100; index++) timers.set(`t${index}`, 5, command)
    const popped = Array.from({ length: 100 }, () => timers.pop()?.id)
    expect(popped).toEqual(Array.from({ length: 100 }, (_, index) => `t${index}`))
    expect(timers.pop()).toBeUndefined()
  })

  test('that are cancelled repeatedly need no more memory', () => {
    const timers = new Timers()
    for (let index = 0; index < 100_000; index++) {
      timers.set(`t${index}`, index, command)
      timers.cancel(`t${index}`)
    }
    expect(timers.size).toBe(0)
    expect(timers.peek()).toBeUndefined()
  })

  test('that are set repeatedly are one timer', () => {
    const timers = new Timers()
    for (let index = 0; index < 100_000; index++) timers.set('t', index, command)
    expect(timers.size).toBe(1)
    expect(timers.upcoming()).toHaveLength(1)
  })

  test('are handed out in due order, as many as are wanted', () => {
    const timers = new Timers()
    for (const at of [5, 3, 9, 1]) timers.set(String(at), at, command)
    expect(timers.upcoming(2).map(({ at }) => at)).toEqual([1, 3])
  })
})
