import { expect, test } from 'vitest'
import { seedPages } from './pages.ts'
import { inBrowser, watchErrors } from './support.ts'

const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>'`

inBrowser('A merchant who writes scripts into every field', (stage) => {
  test('finds them shown as text on every page, when it loads and when it updates', async () => {
    await stage.send('POST', '/_emulator/scenarios', undefined, { 'content-type': 'application/yaml' })
    const scenario = {
      key: 'evil',
      title: evil,
      description: evil,
      steps: [{ ask: 'payment_instruction', note: evil }, { finish: 'issuer' }],
    }
    await fetch(`${stage.url}/_emulator/scenarios`, { method: 'POST', body: JSON.stringify(scenario) })
    await stage.send('POST', '/_emulator/webhooks/endpoints', {
      url: `${stage.merchant.url}/hook?${evil}`,
      headers: { 'X-Evil': evil },
    })
    const pages = await seedPages(stage, evil)
    const { id } = await stage.charge({ redirect_url: `${stage.merchant.url}/back?${evil}` }, 'evil')
    pages.push(
      { name: 'evil', path: `/_emulator/pay/${id}` },
      { name: 'evil', path: `/_emulator/ui/charges/${id}` },
    )
    const page = await stage.open('/_emulator/ui/scenarios')
    const errors = watchErrors(page)
    for (const { path } of pages) {
      const answer = await page.goto(stage.url + path)
      expect([path, answer?.status()]).toEqual([path, /nowhere/.test(path) ? 404 : 200])
      await page.waitForLoadState('domcontentloaded')
      expect(await page.locator('img[src="x"], a[href^="javascript"], script:not([src])').count()).toBe(0)
    }
    // The browser itself reports the missing page as an error; there must be no other.
    expect(errors.filter((text) => !/status of 404/.test(text))).toEqual([])

    // The same holds for what arrives while the page is open, and for messages of refusals.
    await page.goto(`${stage.url}/_emulator/ui/requests`)
    await page.getByText('Live', { exact: true }).waitFor()
    const newest = await page.locator('tbody tr').first().getAttribute('data-key')
    await stage.send('POST', '/charges', { reference: evil, [evil]: evil }, { 'x-scenario-key': 'evil' })
    await page.locator(`tbody tr:first-child:not([data-key="${newest}"])`).waitFor()
    await page.goto(
      `${stage.url}/_emulator/ui/scenarios?key=${encodeURIComponent('evil<script>alert(1)</script>')}`,
    )
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('This key is refused').waitFor()
    await page.locator('#composer [name=key]').fill('evil')
    await page.locator('#explained', { hasText: 'payment_instruction' }).waitFor()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /→ 201/ }).waitFor()
    expect(await page.locator('#result pre').last().textContent()).toContain('<script>alert(1)</script>')
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(errors.filter((text) => !/status of 404/.test(text))).toEqual([])
  })
})
