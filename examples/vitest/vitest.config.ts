import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['test/emulator.ts'],
    // Threads start sooner than processes.
    pool: 'threads',
    include: ['test/**/*.test.ts'],
    // Every test has a world of its own, so all tests of a file may run at once.
    maxConcurrency: 50,
    // Fifty at once take longer each than one alone, and CI machines are slow.
    testTimeout: 60_000,
  },
})
