import { defineConfig } from 'vitest/config'
import { textImports } from '../../scripts/text-imports.mjs'

// Slow, and so apart from the other tests: npm run test:examiner.
export default defineConfig({
  plugins: [textImports()],
  test: {
    root: 'test/examiner',
    include: ['*.check.ts'],
    globalSetup: ['../support/built-in.ts'],
    // An examination keeps a processor busy, and so does the shop that it examines.
    fileParallelism: false,
    maxConcurrency: 3,
    testTimeout: 600_000,
  },
})
