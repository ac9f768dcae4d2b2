import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/domain/kernel/errors.ts'
import { Collection } from '../../src/engine/collection.ts'
import { Ring } from '../../src/engine/ring.ts'

interface Thing {
  id: string
  name?: string
}

const things = (limit: number, whenFull: 'evict' | 'refuse'): Collection<Thing> =>
  new Collection<Thing>('things', { limit, whenFull, indexes: { name: ({ name }) => name } })

const idsOf = (values: Iterable<Thing>): string[] => Array.from(values, ({ id }) => id)

describe('a collection', () => {
  test('iterates in the order in which values were first stored', () => {
    const all = things(10, 'refuse')
    for (const id of ['b', 'a', 'c', 'b']) all.put({ id })
    expect(idsOf(all)).toEqual(['b', 'a', 'c'])
    expect(idsOf(all.newestFirst())).toEqual(['c', 'a', 'b'])
  })

  test('finds a value by its index, the newest that has the key', () => {
    const all = things(10, 'refuse')
    all.put({ id: '1', name: 'x' })
    all.put({ id: '2' })
    expect(all.by('name', 'x')?.id).toBe('1')
    expect(all.by('name', 'y')).toBeUndefined()
    expect(() => all.by('colour', 'x')).toThrow('no index colour')
  })

  test('forgets an index key that a value no longer has', () => {
    const all = things(10, 'refuse')
    all.put({ id: '1', name: 'x' })
    all.put({ id: '1', name: 'y' })
    expect([all.by('name', 'x'), all.by('name', 'y')?.id]).toEqual([undefined, '1'])
    all.put({ id: '1' })
    expect(all.by('name', 'y')).toBeUndefined()
  })

  test('that is full refuses a new value and says what to do, and accepts the next version of an old one', () => {
    const all = things(2, 'refuse')
    all.put({ id: '1' })
    all.put({ id: '2' })
    expect(() => all.put({ id: '3' })).toThrow(Refusal)
    expect(() => all.put({ id: '3' })).toThrow('POST /_emulator/reset')
    all.put({ id: '2', name: 'new' })
    expect(all.get('2')?.name).toBe('new')
  })

  test('that is full evicts the oldest value, also from its index', () => {
    const all = things(2, 'evict')
    for (const id of ['1', '2', '3']) all.put({ id, name: `n${id}` })
    expect(idsOf(all)).toEqual(['2', '3'])
    expect(all.by('name', 'n1')).toBeUndefined()
  })

  test('that is full evicts in order, even after values were removed, replaced or cleared', () => {
    const all = things(3, 'evict')
    const put = (...ids: string[]) => {
      for (const id of ids) all.put({ id })
    }
    put('a', 'b', 'c', 'd')
    all.remove('c')
    put('b', 'e', 'a', 'f')
    expect(idsOf(all)).toEqual(['e', 'a', 'f'])
    all.clear()
    put('a', 'b', 'c', 'd', 'e')
    expect(idsOf(all)).toEqual(['c', 'd', 'e'])
  })

  test('removes a value and its index, and nothing else', () => {
    const all = things(5, 'refuse')
    all.put({ id: '1', name: 'x' })
    all.put({ id: '2', name: 'y' })
    all.remove('1')
    all.remove('nobody')
    expect([all.size, all.has('1'), all.by('name', 'x'), all.by('name', 'y')?.id]).toEqual([
      1,
      false,
      undefined,
      '2',
    ])
    all.clear()
    expect([all.size, all.by('name', 'y')]).toEqual([0, undefined])
  })

  test('is not confused by ids that are members of every object', () => {
    const all = things(5, 'refuse')
    expect(all.get('__proto__')).toBeUndefined()
    all.put({ id: '__proto__', name: 'constructor' })
    expect(all.by('name', 'constructor')?.id).toBe('__proto__')
  })
})

describe('a ring', () => {
  test('contains the newest values in both orders and counts all', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 }), fc.array(fc.nat()), (limit, values) => {
        const ring = new Ring<number>(limit)
        for (const value of values) ring.push(value)
        const kept = limit === 0 ? [] : values.slice(-limit)
        expect([...ring]).toEqual(kept)
        expect([...ring.newestFirst()]).toEqual(kept.toReversed())
        expect([ring.size, ring.total]).toEqual([kept.length, values.length])
      }),
    )
  })

  test('that must not grow replaces the oldest by the newest, in order, and grows again later', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.boolean())), (values) => {
        const ring = new Ring<number>(8)
        let kept: number[] = []
        for (const [value, mayGrow] of values) {
          ring.push(value, mayGrow)
          kept = [...kept, value].slice(mayGrow ? -Math.min(8, kept.length + 1) : -Math.max(1, kept.length))
          expect([...ring]).toEqual(kept)
        }
        expect([...ring.newestFirst()]).toEqual(kept.toReversed())
      }),
    )
  })

  test('that was cleared starts again and continues counting', () => {
    const ring = new Ring<number>(2)
    for (const value of [1, 2, 3]) ring.push(value)
    ring.clear()
    ring.push(4)
    expect([[...ring], ring.total]).toEqual([[4], 4])
  })
})
