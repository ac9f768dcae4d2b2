import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Lanes, Timeout } from '../../src/node/lanes.ts'
import { settle } from '../support/time.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lanes of two, and the exchanges that have begun: each ends when the test says how. */
function bench() {
  const lanes = new Lanes(2)
  const begun: { answer(): void; timeOut(): void }[] = []
  const outcomes: string[] = []
  const run = (name: string, receiver = 'a'): void => {
    const work = (): Promise<string> =>
      new Promise((resolve, reject) => {
        begun.push({ answer: () => resolve('ok'), timeOut: () => reject(new Timeout('no answer')) })
      })
    void lanes.run(receiver, { timeoutMs: 1000 }, work).then(
      () => outcomes.push(`${name} answered`),
      (error: Error) => outcomes.push(`${name}: ${error.message.slice(0, 7)}`),
    )
  }
  return { begun, outcomes, run }
}

test('So many exchanges with one receiver at a time, in the order in which they came', async () => {
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

test('Receivers do not share a lane', async () => {
  const { begun, run } = bench()
  for (let n = 0; n < 5; n++) run('a', 'a')
  run('b', 'b')
  expect(begun).toHaveLength(3)
})

test('Waiting for a slow receiver is no time-out, however long it takes', async () => {
  const { begun, outcomes, run } = bench()
  for (let n = 0; n < 20; n++) run(String(n))
  for (let n = 0; n < 20; n++) {
    vi.setSystemTime(n * 900)
    begun[n]?.answer()
    await settle()
  }
  expect(outcomes.filter((outcome) => outcome.endsWith('answered'))).toHaveLength(20)
})

test('What waits behind a receiver that answers nobody fails as soon as it has waited for one time-out', async () => {
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

test('One answer in between, and those who wait go on waiting', async () => {
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
