import { defineConfig } from 'vitest/config'
import { textImports } from '../../scripts/text-imports.mjs'

// They start the built command and the examples as processes, which is slow, and so are apart from the other tests:
// npm run test:processes.
export default defineConfig({
  plugins: [textImports()],
  test: {
    root: 'test/processes',
    include: ['*.check.ts'],
    globalSetup: ['built.ts', '../support/built-in.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
