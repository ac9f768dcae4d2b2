import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pictured, seedPages } from './pages.ts'
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

/** The violations that axe finds; on dark pages, only those about contrast. */
async function violations(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const rules = colorScheme === 'light' ? '{}' : "{ runOnly: ['color-contrast'] }"
  await page.addScriptTag({ path: axe })
  const found = (await page.evaluate(
    `axe.run(document, ${rules}).then((result) => result.violations)`,
  )) as Violation[]
  return found.map(({ id, help, nodes }) =>
    [id, help, ...nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`)].join('\n'),
  )
}

inBrowser('Every page', (stage) => {
  test.each(['light', 'dark'] as const)(
    'is accessible by the rules of axe, %s',
    {
      timeout: 300_000,
    },
    async (colorScheme) => {
      await stage.send('POST', '/_emulator/reset')
      const pages = await seedPages(stage)
      if (folder) mkdirSync(folder, { recursive: true })
      // Axe is injected into the page, which the page's policy rightly forbids.
      const how = { colorScheme, bypassCSP: true, reducedMotion: 'reduce' } as const
      const open = { desk: await stage.open('/health', how), phone: await stage.open('/health', how) }
      await open.desk.setViewportSize(desk)
      await open.phone.setViewportSize(phone)
      const wrong: string[] = []
      for (const { name, path, isPhone, act } of pages) {
        const page = isPhone ? open.phone : open.desk
        await page.goto(stage.url + path)
        if (!isPhone) await page.getByText('Live', { exact: true }).waitFor()
        await act?.(page)
        if (folder && pictured.has(`${name}-${colorScheme}`))
          await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` })
        wrong.push(...(await violations(page, colorScheme)).map((text) => `${name}: ${text}`))
      }
      expect(wrong).toEqual([])
    },
  )

  test('fits the width of a phone', { timeout: 120_000 }, async () => {
    await stage.send('POST', '/_emulator/reset')
    const pages = await seedPages(stage)
    const page = await stage.open('/health', { viewport: phone })
    for (const { name, path } of pages) {
      await page.goto(stage.url + path)
      expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, phone.width])
    }
  })
})
