import { configDefaults, defineConfig } from 'vitest/config'
import { textImports } from './scripts/text-imports.mjs'

export default defineConfig({
  plugins: [textImports()],
  test: {
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    // These need a browser and have their own configuration: npm run test:browser.
    exclude: [...configDefaults.exclude, 'test/browser/**'],
    // Reads the built-in YAML once for all test files.
    globalSetup: ['test/support/built-in.ts'],
    pool: 'threads',
    // No module keeps state of a test: one set of modules for each worker is enough, and much faster.
    isolate: false,
    // Unless told, one core is left free: of two, half of what there is.
    maxWorkers: '100%',
    // For what hangs, and not for what takes its time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
