import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inBrowser } from './support.ts'

inBrowser('The other screens', (stage) => {
  test('new charges appear in the list by themselves, and filters narrow it', async () => {
    const page = await stage.open('/_emulator/ui/charges')
    await page.getByText('No charges yet').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const { reference } = await stage.charge()
    await page.getByRole('row', { name: reference }).waitFor()
    const failed = await stage.charge({}, 'issuer:expired_card')
    await page.getByRole('row', { name: failed.reference }).waitFor()
    await page.getByLabel('Status').selectOption('failed')
    await page.waitForURL(/status=failed/)
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByLabel('Status').selectOption('voided')
    await page.getByText('No charges match these filters').waitFor()
  })

  test('a dead delivery is redelivered to an endpoint that has recovered', async () => {
    stage.merchant.status = 500
    const page = await stage.open('/_emulator/ui/webhooks')
    const { reference } = await stage.charge({}, 'webhook:immediate')
    const row = page.getByRole('row', { name: reference })
    await row.getByText('retry in').waitFor()
    await stage.send('POST', '/_emulator/clock/advance', { by: '10m' })
    await row.getByText('dead').waitFor()
    stage.merchant.status = 200
    await row.getByRole('button', { name: 'Redeliver', exact: true }).click()
    await row.getByText('delivered').waitFor()
    await row.getByRole('link', { name: 'charge.completed' }).click()
    expect(await page.locator('.attempts > li').count()).toBe(5)
    const last = page.locator('.attempts > li').last()
    expect(await last.textContent()).toContain('manual')
    await last.getByText('valid', { exact: true }).waitFor()
    expect(await last.getByLabel('Request').textContent()).toContain('X-Webhook-Signature:')
  })

  test('a bad signature is shown as invalid', async () => {
    const { reference } = await stage.charge({}, 'webhook:bad_signature&webhook:immediate')
    const page = await stage.open('/_emulator/ui/webhooks')
    await page.getByRole('row', { name: reference }).getByText('delivered').waitFor()
    await page.getByRole('row', { name: reference }).getByRole('link').first().click()
    await page.locator('.attempts').getByText('invalid', { exact: true }).waitFor()
  })

  test('deliveries are held and released', async () => {
    const page = await stage.open('/_emulator/ui/webhooks')
    await page.getByRole('button', { name: 'Hold deliveries', exact: true }).click()
    await page.getByText('Deliveries are on hold:').waitFor()
    const { reference } = await stage.charge({}, 'webhook:immediate')
    const row = page.getByRole('row', { name: reference })
    await row.getByText('held').waitFor()
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await row.getByText('delivered').waitFor()
  })

  test('an endpoint is added and removed, and the reason why a wrong URL is refused is shown', async () => {
    const page = await stage.open('/w/endpoints/_emulator/ui/webhooks')
    await page.getByText('Add an endpoint', { exact: true }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill(`${stage.merchant.url}/second`)
    await page.locator('[name=signature]').selectOption('standard-webhooks')
    await page.getByRole('checkbox', { name: 'refund.completed' }).check()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.locator('#endpoints tr', { hasText: '/second' })
    await row.waitFor()
    expect(await row.textContent()).toContain('refund.completed')
    expect(await row.textContent()).toContain('standard-webhooks')
    page.on('dialog', (dialog) => void dialog.accept())
    await row.getByRole('button', { name: 'Remove', exact: true }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByText('Add an endpoint', { exact: true }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill('ftp://example.com')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('alert').getByText('must be an http or https URL').waitFor()
  })

  test('the journal shows what was wrong with a request, and copies it as curl', async () => {
    await stage.send('POST', '/charges', { amount: -1, currency: 'NGN', surplus: true })
    const page = await stage.open('/_emulator/ui/requests?outcome=refused')
    const row = page.locator('tbody tr').first()
    expect(await row.textContent()).toContain('amount must be at least 0.01')
    await row.getByRole('link').click()
    await page.getByRole('heading', { name: 'What was wrong' }).waitFor()
    const curl = await page.getByRole('button', { name: 'Copy as curl' }).getAttribute('data-copy')
    expect(curl).toContain(`curl -X POST '${stage.url}/charges'`)
    expect(curl).toContain('"Authorization: Bearer $TOKEN"')
    expect(curl).toContain('"surplus":true')
  })

  test('the clock is frozen, moved to the next timer and advanced from the header of any screen', async () => {
    const page = await stage.open('/w/clock/_emulator/ui/time')
    await page.getByText('Nothing is due', { exact: true }).first().waitFor()
    const clock = page.locator('#clock')
    await clock.getByRole('button', { name: 'Freeze', exact: true }).click()
    await clock.getByText('frozen').waitFor()
    const world = stage.emulator.world('clock')
    const before = world.now()
    await page.getByLabel('Set to, in UTC').fill('2031-05-05T10:00:00.000Z')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await clock.getByText('2031-05-05').waitFor()
    expect(world.now()).toBeGreaterThan(before)
    await clock.getByRole('button', { name: '+10m', exact: true }).click()
    await clock.getByText('10:10:00').waitFor()
    await stage.send('POST', '/w/clock/_emulator/webhooks/events', { type: 'charge.completed' })
    await page.locator('#list').getByText('a webhook is sent').waitFor()
    await clock.getByRole('button', { name: 'Go to next', exact: true }).click()
    await clock.getByText('Nothing is due').waitFor()
    expect(world.now()).toBe(Date.parse('2031-05-05T10:10:01.000Z'))
  })

  test('a world is opened, saved to a file, reset, and restored from the file', async () => {
    const page = await stage.open('/_emulator/ui/worlds', { acceptDownloads: true })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByLabel('Name', { exact: true }).last().fill('qa-7')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(/\/w\/qa-7\/_emulator$/)
    await page.getByRole('button', { name: 'Create a charge', exact: true }).click()
    await page.getByText('A charge was created').waitFor()
    expect(stage.emulator.world('qa-7').state.charges.size).toBe(1)
    await page.getByRole('link', { name: 'Snapshots', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save to a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('payment-emulator-qa-7.json')
    const path = await download.path()
    expect(await readFile(path, 'utf8')).toContain('chg_')
    await page.getByRole('link', { name: 'Worlds', exact: true }).click()
    await page.getByRole('row', { name: 'qa-7' }).getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText('World qa-7 was reset').waitFor()
    expect(stage.emulator.world('qa-7').state.charges.size).toBe(0)
    await page.getByRole('link', { name: 'Open snapshots', exact: true }).click()
    await page.getByLabel('Restore from a file').setInputFiles(path)
    await page.getByText('The world was restored').waitFor()
    expect(stage.emulator.world('qa-7').state.charges.size).toBe(1)
  })

  test('a transfer is settled manually', async () => {
    const body = { account_bank: '044', account_number: '0690000031', amount: 5500, currency: 'NGN' }
    const more = { narration: 'Rent', reference: 'payout-hand' }
    await stage.send(
      'POST',
      '/v3/transfers',
      { ...body, ...more },
      { 'x-scenario-key': 'scenario:transfer_pending' },
    )
    const page = await stage.open('/_emulator/ui/transfers')
    const row = page.locator('tr', { hasText: 'payout-hand' })
    await row.getByRole('button', { name: 'Pay out', exact: true }).click()
    await row.getByText('SUCCESSFUL').first().waitFor()
    await row.getByRole('button', { name: 'Reverse', exact: true }).click()
    await row.getByText('reversed', { exact: true }).waitFor()
  })

  test('a page that does not exist says so, and links to one that does', async () => {
    const page = await stage.open('/_emulator/ui/charges/chg_nowhere')
    await page.getByText('no charge "chg_nowhere" in world "default"').waitFor()
    await page.getByRole('link', { name: 'All charges' }).click()
    await page.waitForURL(/ui\/charges$/)
  })
})
