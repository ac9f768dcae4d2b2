import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { packageFolder, runIn } from '../support/package-folder.ts'

const chromium = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** A port that nobody uses at the moment. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

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
