import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { everyPage } from './routes.ts'
import { inBrowser, type Stage } from './support.ts'

const widths = [390, 768, 1280, 1440]

/** Values as long as the emulator accepts them. */
const longWorld = 'w'.repeat(64)
const longUrl = `http://127.0.0.1:9/${'hook-'.repeat(60)}`
const longText = `${'Llanfairpwllgwyngyll'.repeat(5)}`

async function seedLongValues({ send, charge }: Stage): Promise<string> {
  await send('POST', '/_emulator/webhooks/endpoints', { url: longUrl, headers: { 'X-Long': longText } })
  const { id } = await charge({
    reference: 'r'.repeat(42),
    meta: { [longText]: longText },
    redirect_url: longUrl,
  })
  await send('POST', '/_emulator/clock/advance', { by: '2s' })
  await send('GET', `/w/${longWorld}/_emulator/clock`)
  await send('GET', `/w/${longWorld}/_emulator/ui/charges`)
  await send('POST', '/_emulator/rules', {
    key: 'network:503',
    when: { reference: longText, path: '/nowhere' },
  })
  return id
}

/** What does not fit: the whole page, what reaches beyond its right edge, and on wide screens tables that scroll. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const scrolls = (element) => element.closest('.scroll, pre, nav, .away, #explained, textarea') !== null
    const named = (element) => element.nodeName + '.' + element.className + ' ' + element.textContent.slice(0, 60)
    const beyond = [...document.querySelectorAll('main *')].filter(
      (element) => !scrolls(element) && element.getBoundingClientRect().right > clientWidth + 1)
    const cut = clientWidth < 1200 ? [] : [...document.querySelectorAll('.scroll')].filter(
      (element) => element.scrollWidth > element.clientWidth)
    return [
      ...(scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' wide'] : []),
      ...beyond.slice(0, 3).map((element) => 'beyond the edge: ' + named(element)),
      ...cut.map((element) => 'scrolls (' + element.scrollWidth + '): ' + element.getAttribute('aria-label')),
    ]
  })()`)

inBrowser('Every page', (stage) => {
  test.each(widths)(
    'fits a width of %i px, with long values and open forms',
    { timeout: 300_000 },
    async (width) => {
      await stage.send('POST', '/_emulator/reset')
      const pages = await everyPage(stage)
      const id = await seedLongValues(stage)
      const long = [
        'rules',
        'worlds',
        'webhooks',
        `charges/${id}`,
        `requests/${stage.emulator.world('default').requests.total}`,
      ]
      const paths = [...pages.map(({ path }) => path), ...long.map((path) => `/_emulator/ui/${path}`)]
      const page = await stage.open('/health', { viewport: { width, height: 800 } })
      const wrong: string[] = []
      for (const path of new Set(paths)) {
        await page.goto(stage.url + path)
        for (const details of await page.locator('main .head details, main details.add').all())
          await details.evaluate((element) => element.setAttribute('open', ''))
        wrong.push(...(await misfits(page)).map((text) => `${path}: ${text}`))
      }
      expect(wrong).toEqual([])
    },
  )
})
