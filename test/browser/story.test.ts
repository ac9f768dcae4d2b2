import { expect, test } from 'vitest'
import { inBrowser } from './support.ts'

inBrowser('A story', (stage) => {
  test('grows while it is open, and keeps focus and scrolling', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_3ds')
    for (let count = 0; count < 30; count++) await stage.send('GET', `/charges/${id}`)
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.getByText('Live', { exact: true }).waitFor()
    const link = page.locator('#story .is-request').nth(5).getByRole('link').first()
    await link.focus()
    // Where it is on the screen: what is above it becomes shorter.
    const state = () =>
      page.evaluate(
        '[Math.round(document.activeElement.getBoundingClientRect().top), document.activeElement.closest(".beat")?.dataset.key]',
      )
    const before = await state()
    await stage.send('GET', `/charges/${id}`)
    await stage.send('POST', `/_emulator/charges/${id}/payer`, { action: 'approve' })
    await page.locator('#story .by-payer', { hasText: 'approved' }).waitFor()
    expect(await state()).toEqual(before)
  })

  test('the picture of the flow follows the key and the payment method', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    const boxes = page.locator('#explained .flow > li')
    await page.locator('[name=pm]').selectOption('pmd_transfer01')
    await boxes.filter({ hasText: 'requires_bank_transfer' }).waitFor()
    await page.locator('[name=pm]').selectOption('pmd_card000001')
    await page.getByLabel('X-Scenario-Key').fill('scenario:auth_pin&webhook:duplicate')
    await boxes.filter({ hasText: 'requires_otp' }).waitFor()
    await boxes.filter({ hasText: 'copies 2' }).waitFor()
    expect(await boxes.count()).toBe(4)
  })

  test('leads from a request to the charge, its refund and the event by links', async () => {
    const { id } = await stage.charge({}, 'webhook:immediate')
    await stage.send('POST', '/refunds', { charge_id: id, amount: 5 })
    await stage.send('POST', '/_emulator/clock/advance', { by: '5s' })
    const page = await stage.open('/_emulator/ui/requests')
    await page
      .getByRole('row', { name: /POST \/refunds/ })
      .first()
      .getByRole('link')
      .click()
    await page.getByRole('link', { name: /^rfd_/ }).click()
    await page.getByRole('heading', { level: 1, name: /^rfd_/ }).waitFor()
    await page.locator('#story').getByRole('link', { name: 'refund.completed' }).first().click()
    await page.waitForURL(/ui\/webhooks\/wbk_/)
    await page.goBack()
    await page.locator('#links').getByRole('link').first().click()
    await page.waitForURL(new RegExp(`ui/charges/${id}$`))
  })
})
