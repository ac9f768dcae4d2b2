import { defineConfig } from 'vitest/config'

// They need programs of other languages, and so are apart from the other tests: npm run test:run.
export default defineConfig({
  test: {
    root: 'test/programs',
    include: ['*.check.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
