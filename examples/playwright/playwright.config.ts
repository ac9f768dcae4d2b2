import { defineConfig } from '@playwright/test'

const chromium = process.env['CHROMIUM']

export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  use: {
    ...(chromium && { launchOptions: { executablePath: chromium } }),
  },
})
