import { expect, test } from 'vitest'
import { inBrowser } from './support.ts'

inBrowser('A world that is filled from the dashboard', (stage) => {
  test('has its past at the push of a button, and lists that can be paged and searched', async () => {
    const page = await stage.open('/_emulator/ui/worlds')
    await page.getByLabel('Customers').fill('40')
    await page.getByLabel('Charges', { exact: true }).fill('120')
    await page.getByLabel('Seed').fill('browser')
    await page.getByRole('button', { name: 'Fill', exact: true }).click()
    await page.getByText('120 charges of 40 customers, seed browser').waitFor()
    await page.getByRole('row', { name: 'default' }).getByText('120', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Charges' }).click()
    await page.getByText('120 charges, 1 to 50').waitFor()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByRole('link', { name: 'Older' }).click()
    await page.getByText('120 charges, 101 to 120').waitFor()
    const rows = page.locator('tbody tr')
    expect(await rows.count()).toBe(20)
    const reference = (await rows.last().getByRole('link').textContent()) ?? ''
    await page.getByRole('searchbox').fill(reference)
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('navigation', { name: 'Pages' }).getByText('1 charge', { exact: true }).waitFor()
    expect(await rows.count()).toBe(1)
  })

  test('refuses a past that is too short in words', async () => {
    const page = await stage.open('/w/short/_emulator/ui/worlds')
    await page.getByLabel('Over').fill('1m')
    await page.getByRole('button', { name: 'Fill', exact: true }).click()
    await page.getByText('over: must be at least 1h and at most 366d').waitFor()
  })
})
