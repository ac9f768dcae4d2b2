import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Clone, clone, lineOf, runLine } from '../support/clone.ts'

let cloned: Clone

beforeAll(() => {
  cloned = clone(inject('built').dist)
})
afterAll(() => cloned.remove())

test('the vitest example runs with its command: fifty concurrent tests, each past its token and three retries of its webhook', {
  timeout: 120_000,
}, async () => {
  const { code, output } = await runLine(cloned.example('vitest'), lineOf('vitest'))
  expect([code, output]).toEqual([0, expect.stringMatching(/Tests +53 passed \(53\)/)])
})
