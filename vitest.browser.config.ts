import { existsSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { textImports } from './scripts/text-imports.mjs'
import { executablePath } from './test/browser/executable.ts'

if (!existsSync(executablePath)) {
  console.log(
    `SKIPPED the browser tests: there is no ${executablePath}; install Debian's chromium or set CHROMIUM`,
  )
  // What stands for a test that was skipped, so that nobody takes it for one that passed.
  process.exit(77)
}

/** The tests in a real browser: slow. */
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
