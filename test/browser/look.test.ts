import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pictured } from './pages.ts'
import { everyPage } from './routes.ts'
import { inBrowser } from './support.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** The folder for screenshots that documents show; set by `npm run screenshots`. */
const folder = process.env['SCREENSHOTS']

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary?: string }[]
}

const desk = { width: 1360, height: 850 }
const phone = { width: 390, height: 780 }
const sizes = [phone, { width: 768, height: 1000 }, { width: 1440, height: 900 }]

/** The violations that axe finds; on dark pages, only those about contrast. */
async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const rules = colorScheme === 'light' ? '{}' : "{ runOnly: ['color-contrast'] }"
  const found = (await page.evaluate(
    `axe.run(document, ${rules}).then((result) => result.violations)`,
  )) as Violation[]
  return found.map(({ id, help, nodes }) =>
    [id, help, ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`)].join('\n'),
  )
}

inBrowser('Every page', (stage) => {
  test('is accessible by the rules of axe, in both schemes, at three widths', {
    timeout: 900_000,
  }, async () => {
    const pages = await everyPage(stage)
    if (folder) mkdirSync(folder, { recursive: true })
    // Axe is injected into the page, which the page's policy rightly forbids.
    const page = await stage.open('/health', { bypassCSP: true, reducedMotion: 'reduce' })
    const wrong: string[] = []
    for (const { name, path, isPhone, act } of pages) {
      await page.setViewportSize(isPhone ? phone : desk)
      await page.goto(stage.url + path)
      if (await page.locator('#live').count()) await page.getByText('Live', { exact: true }).waitFor()
      await act?.(page)
      await page.addScriptTag({ path: axe })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        if (folder && pictured.has(`${name}-${colorScheme}`))
          await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
        for (const size of sizes) {
          await page.setViewportSize(size)
          const found = await violations(page, colorScheme)
          wrong.push(...found.map((text) => `${name}, ${size.width} px, ${colorScheme}: ${text}`))
        }
        await page.setViewportSize(isPhone ? phone : desk)
      }
    }
    expect(wrong).toEqual([])
  })
})
