import { defineConfig } from 'vitest/config'
import { textImports } from './test/support/text-imports.ts'

/** The tests in a real browser: slow, and skipped where there is no Chromium. */
export default defineConfig({
  plugins: [textImports()],
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/built-in.ts'],
    // One browser at a time is enough for a small machine.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
