import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { seedPages } from './pages.ts'
import { inBrowser } from './support.ts'

inBrowser('Every page', (stage) => {
  test('no value reverses the text that follows it', { timeout: 120_000 }, async () => {
    await stage.send('POST', '/_emulator/reset')
    const pages = await seedPages(stage, reversing)
    const page = await stage.open('/health')
    const wrong: string[] = []
    for (const { path } of pages) {
      await page.goto(stage.url + path)
      wrong.push(...(await reversed(page)).map((text) => `${path}: ${text}`))
    }
    expect(wrong).toEqual([])
  })
})

const reversing = 'left\u202eright'

/** Texts in which something else follows a sign that reverses it, within one unit of direction. */
const reversed = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode
      if (!node.data.includes('\u202e')) continue
      let unit = node.parentElement
      const isUnit = ({ unicodeBidi, display }) => unicodeBidi !== 'normal' || !display.startsWith('inline')
      while (!isUnit(getComputedStyle(unit))) unit = unit.parentElement
      // An editor contains exactly what will be sent, so nothing in it can be isolated.
      if (unit.nodeName === 'TEXTAREA') continue
      const after = document.createRange()
      after.setStart(node, node.data.lastIndexOf('\u202e') + 1)
      after.setEndAfter(unit.lastChild)
      const rest = after.toString().trim()
      if (rest !== 'right') found.push(unit.nodeName + ': ' + unit.textContent.slice(0, 80))
    }
    return found
  })()`)
