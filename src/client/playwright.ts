/** Entry point of the package: fixtures and matchers for Playwright. */
import { test as base, expect as baseExpect } from '@playwright/test'
import type { EmulatorOptions } from './options.ts'
import {
  endWorld,
  matchers,
  openEmulator,
  openWorld,
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

/** What the tests of a worker share. */
export interface WorkerFixtures {
  /** Options of the emulator that is started if EMULATOR_URL is not set; set them with `test.use` or in the configuration. */
  emulatorOptions: EmulatorOptions
  /** The emulator of this worker: that at EMULATOR_URL, or one that is started and stopped with the worker. */
  emulator: EmulatorClient
}

/** `test` of Playwright, with a world and a webhook receiver for each test. A failure is followed by the timeline of its world. */
export const test = base.extend<TestFixtures & { opened: TestFixtures }, WorkerFixtures>({
  emulatorOptions: [{}, { scope: 'worker', option: true }],
  emulator: [
    async ({ emulatorOptions }, use) => {
      const emulator = await openEmulator(emulatorOptions)
      await use(emulator.client)
      await emulator.close()
    },
    { scope: 'worker' },
  ],
  opened: async ({ emulator }, use, info) => {
    const opened = await openWorld(emulator, info.title)
    await use(opened)
    if (info.status !== info.expectedStatus) {
      const timeline = await timelineOf(opened.world)
      const [error] = info.errors
      if (error) printBeneath(error, timeline)
      else await info.attach('timeline', { body: timeline, contentType: 'text/plain' })
    }
    opened.webhooks.close()
    await endWorld(opened.world)
  },
  world: ({ opened }, use) => use(opened.world),
  webhooks: ({ opened }, use) => use(opened.webhooks),
})

/** `expect` of Playwright, with the matchers for payments. */
export const expect = baseExpect.extend(matchers)
