import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { furnish } from './pages.ts'
import { inBrowser } from './support.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** `SCREENSHOTS=folder` keeps pictures of what was looked at: `docs/screenshots` are made so. */
const folder = process.env['SCREENSHOTS']

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

inBrowser('Every page', (stage) => {
  test.each(['light', 'dark'] as const)(
    'is accessible by the rules of axe, %s',
    { timeout: 300_000 },
    async (colorScheme) => {
      await stage.send('POST', '/_emulator/reset')
      const pages = await furnish(stage)
      if (folder) mkdirSync(folder, { recursive: true })
      const violations: string[] = []
      for (const { name, path, phone } of pages) {
        const viewport = phone ? { width: 390, height: 780 } : { width: 1360, height: 850 }
        // The scripts of axe are put into the page from outside, which its policy rightly forbids.
        const page = await stage.open(path, {
          viewport,
          colorScheme,
          bypassCSP: true,
          reducedMotion: 'reduce',
        })
        if (!phone) await page.getByText('Live', { exact: true }).waitFor()
        if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
        await page.addScriptTag({ path: axe })
        const found = (await page.evaluate('axe.run().then((result) => result.violations)')) as Violation[]
        for (const { id, help, nodes } of found)
          violations.push(
            [name, id, help, ...nodes.map((node) => `${node.html}\n${node.failureSummary}`)].join('\n'),
          )
        await page.context().close()
      }
      expect(violations).toEqual([])
    },
  )

  test('fits the width of a phone', { timeout: 120_000 }, async () => {
    await stage.send('POST', '/_emulator/reset')
    for (const { name, path } of await furnish(stage)) {
      const page = await stage.open(path, { viewport: { width: 390, height: 780 } })
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      expect([name, wide]).toEqual([name, 390])
      if (folder && name === 'scenarios') await page.screenshot({ path: `${folder}/phone.png` })
      await page.context().close()
    }
  })
})
