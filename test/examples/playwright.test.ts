import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { packageFolder, runIn } from '../support/package-folder.ts'

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

test('the playwright fixture gives each test a world of its own', { timeout: 120_000 }, async (context) => {
  if (!existsSync(chromium)) context.skip(`there is no ${chromium}; name a browser with CHROMIUM`)
  const shop = packageFolder('examples/playwright')
  try {
    const { code, output } = await runIn(
      shop.folder,
      ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line', '--workers=2'],
      { CHROMIUM: chromium, EMULATOR_PORT: String(await freePort()) },
    )
    expect(output).toContain('2 passed')
    expect(code).toBe(0)
  } finally {
    shop.remove()
  }
})
