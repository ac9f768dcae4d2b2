import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    // Reads the built-in YAML once for all test files.
    globalSetup: ['test/support/built-in.ts'],
    pool: 'threads',
    // No module keeps state of a test: one set of modules for each worker is enough, and much faster.
    isolate: false,
    testTimeout: 20_000,
  },
})
