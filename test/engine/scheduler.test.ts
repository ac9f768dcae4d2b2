import { describe, expect, test } from 'vitest'
import { latestInstant } from '../../src/domain/kernel/instant.ts'
import type { TimerCommand } from '../../src/domain/kernel/timer-commands.ts'
import { Clock } from '../../src/engine/clock.ts'
import type { Ports } from '../../src/engine/ports.ts'
import { Scheduler } from '../../src/engine/scheduler.ts'
import { FakeTime } from '../support/time.ts'

const command = (id: string): TimerCommand => ({ type: 'delivery.due', input: { id } })

function scheduler(run: (id: string, scheduler: Scheduler) => void = () => undefined) {
  const time = new FakeTime(1000)
  const fired: string[] = []
  const reported: unknown[] = []
  const ports = {
    now: time.now,
    setTimer: time.setTimer,
    clearTimer: time.clearTimer,
    report: (error: unknown) => void reported.push(error),
  }
  const made: Scheduler = new Scheduler(ports as unknown as Ports, ({ input: { id } }: TimerCommand) => {
    fired.push(`${id}@${made.clock.now()}`)
    run(id, made)
  })
  const at = (id: string, instant: number) => made.schedule(id, instant, command(id))
  return { made, time, fired, at, reported }
}

describe('a clock', () => {
  test('that is live follows real time plus an offset', () => {
    let real = 100
    const clock = new Clock(() => real)
    real = 150
    expect(clock.now()).toBe(150)
    clock.moveTo(1000)
    real = 160
    expect(clock.now()).toBe(1010)
  })

  test('that is frozen does not move', () => {
    let real = 100
    const clock = new Clock(() => real)
    clock.set('frozen')
    real = 500
    expect(clock.now()).toBe(100)
    clock.moveTo(300)
    expect(clock.now()).toBe(300)
    clock.set('live')
    real = 510
    expect(clock.now()).toBe(310)
  })

  test('stops at the end of 9989, when advanced and in real time', () => {
    let real = 100
    const clock = new Clock(() => real)
    clock.set('live', latestInstant - 5)
    real += 10
    expect(clock.now()).toBe(latestInstant)
    clock.set('frozen', latestInstant + 1)
    expect(clock.now()).toBe(latestInstant)
  })

  test('never moves back by moveTo', () => {
    const clock = new Clock(() => 100)
    clock.set('frozen', 200)
    clock.moveTo(150)
    expect(clock.now()).toBe(200)
  })
})

describe('a scheduler', () => {
  test('neither fires nor waits for what no clock reaches', async () => {
    const { made, time, fired, at } = scheduler()
    made.setClock('live', latestInstant)
    at('never', latestInstant + 1)
    await time.pass(1000)
    await made.advance(latestInstant + 1000)
    expect([fired, time.pending]).toEqual([[], 0])
  })

  test('fires by real time when its clock is live, with one real timer for all', async () => {
    const { time, fired, at } = scheduler()
    at('b', 1200)
    at('a', 1100)
    at('c', 1300)
    expect(time.pending).toBe(1)
    await time.pass(250)
    expect(fired).toEqual(['a@1100', 'b@1200'])
    await time.pass(250)
    expect(fired).toHaveLength(3)
    expect(time.pending).toBe(0)
  })

  test('fires no timers while its clock is frozen', async () => {
    const { made, time, fired, at } = scheduler()
    made.setClock('frozen')
    at('a', 1100)
    await time.pass(10_000)
    expect(fired).toEqual([])
    expect(time.pending).toBe(0)
  })

  test('advances in due order, at the due instants, to the very end', async () => {
    const { made, fired, at } = scheduler()
    made.setClock('frozen')
    at('late', 5000)
    at('a', 1100)
    at('b', 1100)
    at('end', 3000)
    const result = await made.advance(3000)
    expect(fired).toEqual(['a@1100', 'b@1100', 'end@3000'])
    expect(result.map(({ id }) => id)).toEqual(['a', 'b', 'end'])
    expect(made.clock.now()).toBe(3000)
  })

  test('runs the timers that fired ones schedule, if they fall due on the way', async () => {
    const { made, fired, at } = scheduler((id, self) => {
      if (id === 'a') self.schedule('child', 1500, command('child'))
      if (id === 'child') self.schedule('grandchild', 9999, command('grandchild'))
    })
    made.setClock('frozen')
    at('a', 1100)
    at('b', 2000)
    await made.advance(2000)
    expect(fired).toEqual(['a@1100', 'child@1500', 'b@2000'])
  })

  test('waits for work in progress before time moves on', async () => {
    const { made, fired, at } = scheduler((id, self) => {
      if (id !== 'deliver') return
      self.track(
        new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
          self.schedule('retry', 1500, command('retry')),
        ),
      )
    })
    made.setClock('frozen')
    at('deliver', 1100)
    at('other', 2000)
    await made.advance(3000)
    expect(fired).toEqual(['deliver@1100', 'retry@1500', 'other@2000'])
  })

  test('advances once at a time: a second advance begins after the first', async () => {
    const { made, fired, at } = scheduler()
    made.setClock('frozen')
    at('a', 1500)
    at('b', 2500)
    const [first, second] = await Promise.all([
      made.advance((now) => now + 1000),
      made.advance((now) => now + 1000),
    ])
    expect([first.length, second.length]).toEqual([1, 1])
    expect(fired).toEqual(['a@1500', 'b@2500'])
    expect(made.clock.now()).toBe(3000)
  })

  test('replaces a timer with the same id', async () => {
    const { made, fired, at } = scheduler()
    made.setClock('frozen')
    at('a', 1500)
    at('a', 1200)
    await made.advance(2000)
    expect(fired).toEqual(['a@1200'])
  })

  test('forgets a cancelled timer', async () => {
    const { made, time, fired, at } = scheduler()
    at('a', 1500)
    made.cancel('a')
    await time.pass(1000)
    expect(fired).toEqual([])
  })

  test('fires nothing after its end, not even in the middle of an advance', async () => {
    const { made, time, fired, at } = scheduler((id, self) => {
      if (id === 'b') self.stop()
    })
    at('a', 1100)
    at('b', 1200)
    at('c', 1300)
    await made.advance(2000)
    at('d', 1400)
    await time.pass(10_000)
    expect(fired).toEqual(['a@1100', 'b@1200'])
    expect(time.pending).toBe(0)
  })

  test('waits in steps for a time beyond the range of a real timer', async () => {
    const { time, fired, at } = scheduler()
    at('far', 1000 + 2 ** 32)
    await time.pass(2 ** 31)
    expect(fired).toEqual([])
    await time.pass(2 ** 31)
    expect(fired).toEqual([`far@${1000 + 2 ** 32}`])
  })

  test('reports a timer that throws, and carries on with the others', async () => {
    const { made, time, fired, at, reported } = scheduler((id) => {
      if (id === 'bad') throw new Error('a fault')
    })
    at('bad', 1100)
    at('good', 1200)
    await time.pass(500)
    at('bad', 1600)
    at('good', 1700)
    await made.advance(2000)
    expect(fired).toEqual(['bad@1100', 'good@1200', 'bad@1600', 'good@1700'])
    expect(reported).toHaveLength(2)
  })

  test('reports work that fails, and does not wait for it any longer', async () => {
    const { made, reported } = scheduler()
    made.track(Promise.reject(new Error('a fault')))
    await made.advance(2000)
    expect(reported).toHaveLength(1)
    expect(made.running.size).toBe(0)
  })
})
