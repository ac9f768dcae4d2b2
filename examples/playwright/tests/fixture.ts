import { test as base } from '@playwright/test'
import { connect, type World } from 'payment-emulator/client'

const emulator = connect(`http://localhost:${process.env['EMULATOR_PORT'] ?? 4290}`)

/**
 * A separate world for each test, so that tests run in parallel. Nothing has to be closed: worlds end with their
 * emulator, which Playwright stops after the last test (`webServer` in playwright.config.ts).
 */
export const test = base.extend<{ world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads from the pattern what a fixture needs
  world: async ({}, use, info) => {
    await use(emulator.newWorld(info.title))
  },
})

export { expect } from '@playwright/test'
