import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Threads start sooner than processes.
    pool: 'threads',
    include: ['test/**/*.test.ts'],
    // Every test has a separate world, so all tests of a file can run concurrently.
    maxConcurrency: 50,
    // Fifty concurrent tests take longer each than a single one, and CI machines are slow.
    testTimeout: 60_000,
  },
})
