/** Entry point of the package: fixtures and matchers for Vitest. */
import { test as base, expect } from 'vitest'
import type { EmulatorOptions } from './options.ts'
import {
  endWorld,
  matchers,
  openEmulator,
  openWorld,
  type PaymentMatchers,
  printBeneath,
  type TestFixtures,
  timelineOf,
} from './testing/index.ts'
import type { EmulatorClient } from './types.ts'

export type {
  PaymentMatchers,
  ReceivedWebhook,
  TestFixtures,
  Times,
  WebhookReceiver,
} from './testing/index.ts'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: as Vitest declares it; both declarations must be the same
  interface Matchers<T = any> extends PaymentMatchers {}
}

expect.extend(matchers)

/** What a test gets, and what it shares with the others of its worker. */
export interface Fixtures extends TestFixtures {
  /** Options of the emulator that is started if EMULATOR_URL is not set. */
  emulatorOptions: EmulatorOptions
  /** The emulator of this worker: that at EMULATOR_URL, or one that is started and stopped with the worker. */
  emulator: EmulatorClient
}

/** `test` of Vitest, with a world and a webhook receiver for each test. A failure is followed by the timeline of its world. */
export const test = base.extend<Fixtures & { opened: TestFixtures }>({
  emulatorOptions: [{}, { scope: 'worker' }],
  emulator: [
    async ({ emulatorOptions }, use) => {
      const emulator = await openEmulator(emulatorOptions)
      await use(emulator.client)
      await emulator.close()
    },
    { scope: 'worker' },
  ],
  opened: async ({ emulator, task }, use) => {
    const opened = await openWorld(emulator, task.name)
    await use(opened)
    const error = task.result?.state === 'fail' ? task.result.errors?.[0] : undefined
    if (error) printBeneath(error, await timelineOf(opened.world))
    opened.webhooks.close()
    await endWorld(opened.world)
  },
  world: ({ opened }, use) => use(opened.world),
  webhooks: ({ opened }, use) => use(opened.webhooks),
})

export const it = test
export { expect }
