import { defineConfig } from '@playwright/test'

const port = process.env['EMULATOR_PORT'] ?? '4290'
const chromium = process.env['CHROMIUM']

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  // Started before the tests and stopped after them; an emulator that is already running is reused.
  webServer: {
    command: `npx payment-emulator --port ${port}`,
    url: `http://localhost:${port}/health`,
    reuseExistingServer: !process.env['CI'],
  },
  use: {
    ...(chromium && { launchOptions: { executablePath: chromium } }),
  },
})
