import { expect, test } from 'vitest'
import { inBrowser, watchErrors } from './support.ts'

inBrowser('A charge, watched from its page', (stage) => {
  test('the payer approves on the hosted page, returns to the merchant, and the open charge page follows without reloading', async () => {
    const { id, reference } = await stage.charge({}, 'scenario:auth_3ds&webhook:immediate')
    const watching = await stage.open(`/_emulator/ui/charges/${id}`)
    const errors = watchErrors(watching)
    await watching.getByText('Live', { exact: true }).waitFor()
    await watching.evaluate('window.untouched = true')

    const payer = await stage.open(`/_emulator/pay/${id}`, { viewport: { width: 390, height: 800 } })
    expect(await payer.getByRole('heading').textContent()).toBe('Is this you?')
    await payer.getByRole('button', { name: 'Yes, confirm the payment' }).click()
    await payer.waitForURL(/\/thanks\?/)
    const came = new URL(payer.url())
    expect(came.origin).toBe(stage.merchant.url)
    expect(Object.fromEntries(came.searchParams)).toEqual({ id, reference, status: 'succeeded' })

    await watching.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    await watching.locator('#hooks', { hasText: 'charge.completed' }).waitFor()
    await watching.locator('#hooks', { hasText: 'delivered' }).waitFor()
    expect(await watching.locator('#story .by-payer').count()).toBe(1)
    expect(await watching.evaluate('window.untouched')).toBe(true)
    expect(stage.merchant.received.at(-1)?.body).toContain(id)
    expect(errors).toEqual([])
  })

  test('the payer declines with a chosen issuer response', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_3ds')
    const payer = await stage.open(`/_emulator/pay/${id}`)
    await payer.getByText('For testers').click()
    await payer.getByLabel('Issuer response').selectOption('expired_card')
    await payer.getByRole('button', { name: 'No, decline it' }).click()
    await payer.waitForURL(/status=failed/)
    expect(stage.emulator.world('default').state.charges.get(id)?.processorResponse).toBe('expired_card')
  })

  test('the payer walks away, comes back later, and finds the page closed once time is over', async () => {
    const { id } = await stage.charge({ redirect_url: undefined }, 'scenario:auth_3ds_expires')
    const payer = await stage.open(`/_emulator/pay/${id}`)
    await payer.getByRole('button', { name: 'Walk away' }).click()
    await payer.getByRole('heading', { name: 'Is this you?' }).waitFor()
    expect(await payer.getByRole('timer').textContent()).toMatch(/^00:[0-5]\d|01:00$/)
    await stage.send('POST', '/_emulator/clock/advance', { by: '2m' })
    await payer.getByRole('heading', { name: 'Payment failed' }).waitFor()
    const answer = await fetch(`${stage.url}/_emulator/pay/${id}`, {
      method: 'POST',
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=approve',
    })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('is already failed and cannot change')
  })

  test('a payment page works without any script', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_3ds')
    const payer = await stage.open(`/_emulator/pay/${id}`, { javaScriptEnabled: false })
    await payer.getByRole('button', { name: 'Yes, confirm the payment' }).click()
    await payer.waitForURL(/\/thanks\?.*status=succeeded/)
  })

  test('the tester answers with the right and a wrong OTP as the merchant, and refunds', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_pin')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.getByRole('button', { name: 'Send a wrong PIN', exact: true }).click()
    await page.locator('#story', { hasText: 'pin was wrong, attempt 1 of 3' }).waitFor()
    await page.getByRole('button', { name: 'Send the correct PIN', exact: true }).click()
    await page.getByRole('heading', { name: 'Waiting for requires_otp' }).waitFor()
    await page.getByRole('button', { name: 'Send the correct OTP', exact: true }).click()
    await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    await page.getByLabel(/^Amount, at most/).fill('400')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByText('Refund created').waitFor()
    await page.getByLabel(/^Amount, at most 1100/).waitFor()
    // The requests that the page sent as the merchant are in the journal.
    await page.locator('#story', { hasText: 'POST /refunds' }).waitFor()
  })

  test('the tester acts as payer and issuer on the charge page, and a lost connection is reported', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_redirect')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.getByLabel('Issuer response').selectOption('insufficient_funds')
    await page.getByRole('button', { name: 'Approve with this response', exact: true }).click()
    await page.getByRole('heading', { name: 'Ended: failed' }).waitFor()
    await page.locator('#story', { hasText: 'insufficient_funds' }).waitFor()

    const other = await stage.charge({}, 'scenario:auth_redirect')
    const late = await stage.open(`/_emulator/ui/charges/${other.id}`)
    await late.context().setOffline(true)
    await late.getByRole('button', { name: 'Approve', exact: true }).click()
    await late.getByText('No response from the emulator').waitFor()
  })

  test('an order is captured with one click, and its call is copied as curl', async () => {
    const { reference } = await stage.charge({}, 'scenario:auth_capture')
    const page = await stage.open('/_emulator/ui/orders', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const row = page.getByRole('row', { name: reference })
    await row.getByRole('button', { name: 'Copy “Capture 1500 NGN” as curl' }).click()
    await page.getByText('Copied the call as curl').waitFor()
    const curl: string = await page.evaluate('navigator.clipboard.readText()')
    expect(curl).toContain('-H "Authorization: Bearer $TOKEN"')
    expect(curl).toContain('curl -X PUT')
    await row.getByRole('button', { name: 'Capture 1500 NGN', exact: true }).click()
    await row.getByText('completed').waitFor()
  })
})
