import type { Page } from '@playwright/test'
import type { World } from 'payment-emulator/client'
import { expect, test } from 'payment-emulator/playwright'

/** The checkout of the shop's backend; returns the page to which it sends the payer. */
async function checkOut(world: World): Promise<string> {
  const response = await world.fetch('/charges', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await world.token()}`,
      'content-type': 'application/json',
      'x-scenario-key': 'scenario:auth_redirect',
    },
    body: JSON.stringify({
      amount: 2500,
      currency: 'NGN',
      reference: 'order-0001',
      customer_id: 'cus_adaobi0001',
      payment_method_id: 'pmd_card000001',
      redirect_url: 'http://shop.test/thanks',
    }),
  })
  const { data } = (await response.json()) as { data: { next_action: { redirect_url: { url: string } } } }
  return data.next_action.redirect_url.url
}

/** The shop's own page, to which the payer returns. */
const openShop = (page: Page) =>
  page.route('http://shop.test/thanks**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Back in the shop</h1>' }),
  )

test('a payer who approves comes back with a paid order', async ({ page, world }) => {
  await openShop(page)
  await page.goto(await checkOut(world))
  await page.locator('button[value=approve]').click()
  await expect(page.getByRole('heading', { name: 'Back in the shop' })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('status')).toBe('succeeded')
  const { event } = await world.waitForEvent('charge.completed', { reference: 'order-0001' })
  expect(event.data['status']).toBe('succeeded')
})

test('a payer who declines comes back with an order that is not paid', async ({ page, world }) => {
  await openShop(page)
  await page.goto(await checkOut(world))
  await page.locator('button[value=decline]').click()
  await expect(page).toHaveURL(/shop\.test\/thanks.*status=failed/)
})
