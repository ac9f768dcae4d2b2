import { expect, test } from 'vitest'
import { inBrowser } from './support.ts'

inBrowser('The result of the composer', (stage) => {
  test('a call that does not end shows the time that it takes, and cancelling it ends it in the emulator', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=network:stall')
    const { requests } = stage.emulator.world('default')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('Waiting for an answer').waitFor()
    expect(requests.size).toBe(1)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('heading', { name: '→ no response, cancelled' }).waitFor()
    await page.getByText(/You cancelled it after \d+\.\d s/).waitFor()
    expect(await page.getByText('Waiting for an answer').count()).toBe(0)
  })

  test('any PIN is typed below the result: a malformed one is refused, and a wrong one uses an attempt', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=scenario:auth_pin')
    await page.getByRole('button', { name: 'Run it' }).click()
    const pin = page.getByLabel('Any PIN')
    await pin.fill('')
    await page.getByRole('button', { name: 'Send this PIN', exact: true }).click()
    await page.getByRole('alert').getByText('encrypted_pin').waitFor()
    await pin.fill('00000')
    await page.getByRole('button', { name: 'Send this PIN', exact: true }).click()
    await page.getByText('2 attempts left.').waitFor()
    await pin.fill('54321')
    await page.getByRole('button', { name: 'Send this PIN', exact: true }).click()
    await page.getByLabel('Any OTP').fill('123456')
    await page.getByRole('button', { name: 'Send this OTP', exact: true }).click()
    await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
  })

  test('Back from the page of the charge brings back the result and what was entered', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=scenario:auth_avs')
    await page.getByLabel('Amount', { exact: true }).fill('2750')
    await page.getByRole('button', { name: 'Run it' }).click()
    const heading = page.getByRole('heading', { name: /→ 201/ })
    await heading.waitFor()
    const title = await heading.textContent()
    await page.getByRole('link', { name: 'Open the charge' }).click()
    await page.waitForURL(/ui\/charges\/chg_/)
    await page.getByLabel('Postal code').fill('90210')
    await page.getByRole('button', { name: 'Send this address', exact: true }).click()
    await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    await page.goBack()
    await heading.waitFor()
    expect(await heading.textContent()).toBe(title)
    await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    expect(await page.getByLabel('Amount', { exact: true }).inputValue()).toBe('2750')
    expect(await page.getByLabel('X-Scenario-Key').inputValue()).toBe('scenario:auth_avs')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.reload()
    expect(await heading.count()).toBe(0)
  })
})

inBrowser('The page of a charge', (stage) => {
  test('a part of an order is captured, and a part of the charge is refunded', async () => {
    const { id } = await stage.charge({ amount: 1000 }, 'scenario:auth_capture')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    const part = page.getByLabel(/^Part of 1000 NGN/)
    await part.fill('much')
    await page.getByRole('button', { name: 'Capture this amount', exact: true }).click()
    await page.getByRole('alert').getByText('amount').waitFor()
    await part.fill('400')
    await page.getByRole('button', { name: 'Capture this amount', exact: true }).click()
    await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    await page.getByLabel(/^Amount, at most 400/).fill('150')
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel(/^Amount, at most 250/).waitFor()
  })
})

inBrowser('Sending again', (stage) => {
  test('a request of the journal is edited, renewed and sent, and compared with the original, also after Back', async () => {
    const key = { 'x-idempotency-key': 'key-of-the-original' }
    const body = {
      amount: 1500,
      currency: 'NGN',
      reference: 'original-1',
      customer_id: 'cus_adaobi0001',
      payment_method_id: 'pmd_card000001',
    }
    await stage.send('POST', '/charges', body, key)
    const { requests } = stage.emulator.world('default')
    const page = await stage.open(`/_emulator/ui/requests/${requests.total}`)
    await page.getByRole('link', { name: 'Edit and send again' }).click()
    const send = page.getByRole('button', { name: 'Send it' })
    await send.click()
    const compared = page.locator('#compared')
    await compared.getByRole('heading', { name: '201 as before, 1 line differs' }).waitFor()
    await compared.getByText('x-idempotency-cache-hit').waitFor()
    await page.getByRole('button', { name: 'Renew the reference and the idempotency key' }).click()
    const edited = page.getByRole('textbox', { name: 'Body' })
    await edited.fill((await edited.inputValue()).replace('1500', '0'))
    await send.click()
    await compared.getByRole('heading', { name: '400 instead of 201' }).waitFor()
    await compared.getByRole('heading', { name: 'What was edited: 3 lines differ' }).waitFor()
    expect(await compared.locator('del', { hasText: '1500' }).count()).toBeGreaterThan(0)
    await compared.getByRole('link', { name: 'The request in the journal' }).click()
    await page.getByRole('heading', { name: 'What was wrong' }).waitFor()
    await page.goBack()
    await compared.getByRole('heading', { name: '400 instead of 201' }).waitFor()
    expect(await edited.inputValue()).toContain('"amount": 0')
    expect([...requests].at(-1)?.requestBody).toContain('"amount": 0')
  })

  test('a request without credentials is sent without them, and with others when they are written', async () => {
    await fetch(`${stage.url}/customers`)
    const { requests } = stage.emulator.world('default')
    const page = await stage.open(`/_emulator/ui/requests/${requests.total}/again`)
    const send = page.getByRole('button', { name: 'Send it' })
    await send.click()
    await page.getByRole('heading', { name: '401 as before, no difference' }).waitFor()
    await page.getByLabel('Headers, one in a line').fill('no header')
    await send.click()
    await page.getByRole('alert').getByText('"no header" is no header').waitFor()
    await page.getByLabel('Headers, one in a line').fill('')
    await send.click()
    await page.getByRole('heading', { name: '200 instead of 401' }).waitFor()
  })

  test('a webhook is sent again with another body and the old signature, next to the original attempt', async () => {
    const { received } = stage.merchant
    const { reference } = await stage.charge({}, 'webhook:immediate')
    const page = await stage.open('/_emulator/ui/webhooks')
    const row = page.getByRole('row', { name: reference })
    await row.getByText('delivered').waitFor()
    await row.getByRole('link', { name: 'charge.completed' }).click()
    await page.getByRole('link', { name: 'Edit and send again' }).click()
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.fill((await body.inputValue()).replace('"amount": 1500', '"amount": 1'))
    await page.getByLabel('Signature').selectOption('unchanged')
    await page.getByRole('button', { name: 'Send it', exact: true }).click()
    const compared = page.locator('#compared')
    await compared.getByRole('heading', { name: 'What was changed: 1 line differs' }).waitFor()
    await compared.getByText('its signature is invalid, before it was valid').waitFor()
    const [first, second] = received.slice(-2)
    expect(JSON.parse(second?.body ?? '').data.amount).toBe(1)
    expect(second?.headers['x-webhook-signature']).toBe(first?.headers['x-webhook-signature'])
    expect(await body.inputValue()).toContain('"amount": 1,')
  })
})
