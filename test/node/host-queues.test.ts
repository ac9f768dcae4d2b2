import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HostQueues, Timeout } from '../../src/node/host-queues.ts'
import { settle } from '../support/time.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Queues with two concurrent exchanges, and the exchanges that have started: the test ends each. */
function bench(total = 1000) {
  const queues = new HostQueues({ perQueue: 2, total })
  const worlds = new Map<string, object>()
  const begun: { name: string; answer(): void; timeOut(): void }[] = []
  const outcomes: string[] = []
  const run = (name: string, endpoint = 'a', world = 'w'): void => {
    const work = (): Promise<string> =>
      new Promise((resolve, reject) => {
        begun.push({ name, answer: () => resolve('ok'), timeOut: () => reject(new Timeout('no answer')) })
      })
    const queue = { world: worlds.get(world) ?? { world }, endpoint }
    worlds.set(world, queue.world)
    void queues.run({ queue, timeoutMs: 1000 }, 'http://shop', work).then(
      () => outcomes.push(`${name} answered`),
      (error: Error) => outcomes.push(`${name}: ${error.message.slice(0, 7)}`),
    )
  }
  return { begun, outcomes, run }
}

test('Exchanges with one endpoint are limited and run in order of arrival', async () => {
  const { begun, outcomes, run } = bench()
  for (const name of ['1', '2', '3', '4']) run(name)
  expect(begun).toHaveLength(2)
  begun[1]?.answer()
  await settle()
  expect(begun).toHaveLength(3)
  begun[2]?.answer()
  begun[0]?.answer()
  await settle()
  begun[3]?.answer()
  await settle()
  expect(outcomes[0]).toBe('2 answered')
  expect(outcomes.at(-1)).toBe('4 answered')
  expect(outcomes).toHaveLength(4)
})

test('Each endpoint of each world has a separate queue', () => {
  const { begun, run } = bench()
  for (let n = 0; n < 5; n++) run('hangs', 'a', 'w')
  run('other endpoint', 'b', 'w')
  run('other world', 'a', 'v')
  expect(begun.map(({ name }) => name)).toEqual(['hangs', 'hangs', 'other endpoint', 'other world'])
})

test('Hanging endpoints of a world never exceed the total limit, and other worlds can still send', () => {
  const { begun, run } = bench(20)
  for (let endpoint = 0; endpoint < 50; endpoint++) for (let n = 0; n < 4; n++) run('hangs', `e${endpoint}`)
  const hanging = begun.length
  expect(hanging).toBeLessThanOrEqual(10)
  for (let world = 0; world < 4; world++) run('fine', 'a', `v${world}`)
  expect(begun.length - hanging).toBe(4)
  for (let world = 0; world < 100; world++) for (let n = 0; n < 4; n++) run('more', 'a', `u${world}`)
  expect(begun.length).toBeLessThanOrEqual(20)
})

test('A queue blocked by the total continues when any other exchange ends', async () => {
  const { begun, outcomes, run } = bench(6)
  for (let world = 0; world < 40; world++) for (let n = 0; n < 3; n++) run(`${world}.${n}`, 'a', `w${world}`)
  for (let n = 0; n < 120; n++) {
    expect(begun.length - outcomes.length).toBeLessThanOrEqual(6)
    begun[n]?.answer()
    await settle()
  }
  expect(outcomes).toHaveLength(120)
  for (let world = 0; world < 40; world++) {
    const own = outcomes.filter((outcome) => outcome.startsWith(`${world}.`))
    expect(own).toEqual([0, 1, 2].map((n) => `${world}.${n} answered`))
  }
})

test('Waiting in the queue of a slow endpoint never times out', async () => {
  const { begun, outcomes, run } = bench()
  for (let n = 0; n < 20; n++) run(String(n))
  for (let n = 0; n < 20; n++) {
    vi.setSystemTime(n * 900)
    begun[n]?.answer()
    await settle()
  }
  expect(outcomes.filter((outcome) => outcome.endsWith('answered'))).toHaveLength(20)
})

test('Deliveries queued for an endpoint that has stopped answering fail after one timeout', async () => {
  const { begun, outcomes, run } = bench()
  for (const name of ['1', '2', '3', '4']) run(name)
  vi.setSystemTime(600)
  run('5')
  vi.setSystemTime(1000)
  begun[0]?.timeOut()
  await settle()
  expect(outcomes.sort()).toEqual(['1: no answ', '3: not sen', '4: not sen'])
  expect(begun).toHaveLength(3)
})

test('A single answer lets the others wait on', async () => {
  const { begun, outcomes, run } = bench()
  for (const name of ['1', '2', '3', '4', '5']) run(name)
  vi.setSystemTime(500)
  begun[0]?.answer()
  await settle()
  vi.setSystemTime(1000)
  begun[1]?.timeOut()
  await settle()
  expect(outcomes).toEqual(['1 answered', '2: no answ'])
  expect(begun).toHaveLength(4)
})
