import { test as base } from '@playwright/test'
import { connect, type World } from 'payment-emulator/client'

const emulator = connect(`http://localhost:${process.env['EMULATOR_PORT'] ?? 4290}`)

/** A world of its own for each test: tests run at once, and nothing has to be cleaned up. */
export const test = base.extend<{ world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads from the pattern what a fixture needs
  world: async ({}, use, info) => {
    await use(emulator.newWorld(info.title))
  },
})

export { expect } from '@playwright/test'
