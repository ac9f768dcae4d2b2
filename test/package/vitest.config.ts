import { defineConfig } from 'vitest/config'

// Slow, so separate from the other tests: npm run test:package.
export default defineConfig({
  test: {
    root: 'test/package',
    include: ['*.check.ts'],
    globalSetup: ['installed.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
