import { expect, test } from 'vitest'
import { inBrowser } from './support.ts'

inBrowser('The scenarios screen', (stage) => {
  test('search filters keys while typing, and / focuses it', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    await page.keyboard.press('/')
    await page.keyboard.type('zebra crossing')
    expect(await page.locator('#catalogue li:visible').count()).toBe(0)
    await page.locator('#nothing-found').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.type('3ds page preauth')
    const keys = await page.locator('#catalogue li:visible code').allTextContents()
    expect(keys).toContain('scenario:auth_3ds_capture')
    expect(keys).not.toContain('scenario:ussd')
    expect(await page.locator('[data-group]:visible h2').allTextContents()).toEqual(['Card'])
  })

  test('a key is composed from parts, explained before anything is sent, and conflicts are refused', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    await page.getByRole('button', { name: /^scenario:auth_pin The issuer/ }).click()
    await page.locator('#explained', { hasText: 'requires_otp' }).waitFor()
    await page.getByRole('combobox', { name: 'Issuer response' }).selectOption('issuer:insufficient_funds')
    await page.locator('#explained', { hasText: 'insufficient_funds (51)' }).waitFor()
    const key = page.getByLabel('X-Scenario-Key')
    expect(await key.inputValue()).toBe('scenario:auth_pin&issuer:insufficient_funds')
    // A flow replaces another flow.
    await page.getByRole('button', { name: /^scenario:auth_3ds The payer/ }).click()
    await page.locator('#explained', { hasText: 'redirect_url' }).waitFor()
    expect(await key.inputValue()).toBe('issuer:insufficient_funds&scenario:auth_3ds')
    expect(await page.getByRole('combobox', { name: 'Flow' }).inputValue()).toBe('scenario:auth_3ds')
    await key.fill('scenario:auth_pin&scenario:auth_3ds')
    const refused = page.locator('#explained[data-refused]')
    await refused.waitFor()
    expect(await refused.textContent()).toContain(
      '"scenario:auth_pin" and "scenario:auth_3ds" both set the flow',
    )
    expect(page.url()).toContain('key=scenario%3Aauth_pin%26scenario%3Aauth_3ds')
    const before = stage.emulator.world('default').requests.size
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByText('This key is refused').waitFor()
    expect(stage.emulator.world('default').requests.size).toBe(before)
  })

  test('a flow that does not support the payment method is refused before it is sent', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=scenario:ussd')
    expect(await page.locator('[name=pm]').inputValue()).toBe('pmd_ussd000001')
    await page.locator('[name=pm]').selectOption('pmd_card000001')
    await page.locator('#explained[data-refused]', { hasText: 'is a flow for ussd' }).waitFor()
  })

  test('a default flow brings its payment method with it, and leaves one that is chosen then', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    const method = page.locator('[name=pm]')
    await page.getByRole('button', { name: /^scenario:bank_transfer Bank/ }).click()
    await page.getByText('it works with any other, too').waitFor()
    expect(await method.inputValue()).toBe('pmd_transfer01')
    await page.getByRole('button', { name: /^scenario:noauth / }).click()
    await page.locator('#explained', { hasText: 'approved' }).waitFor()
    expect(await method.inputValue()).toBe('pmd_card000001')
    await method.selectOption('pmd_momo000001')
    await page.locator('#composer [name=key]').press('End')
    await page.locator('#composer [name=key]').pressSequentially('&issuer:do_not_honor')
    await page.locator('#explained', { hasText: 'do_not_honor' }).waitFor()
    expect(await method.inputValue()).toBe('pmd_momo000001')
    expect(await page.locator('#explained[data-refused]').count()).toBe(0)
  })

  test('a key brings its payment method with it, and a method that does not suit it can be changed back', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    const method = page.locator('[name=pm]')
    expect(await method.inputValue()).toBe('pmd_card000001')
    await page.getByRole('button', { name: /^scenario:bank_transfer_late / }).click()
    await page.getByText('The payment method is now').waitFor()
    expect(await method.inputValue()).toBe('pmd_transfer01')
    await page.locator('#explained', { hasText: 'requires_bank_transfer' }).waitFor()
    await page.locator('#composer [name=key]').fill('scenario:auth_pin')
    await page.getByText('because scenario:auth_pin is for card').waitFor()
    expect(await method.inputValue()).toBe('pmd_card000001')
    await method.selectOption('pmd_ussd000001')
    const refused = page.locator('#explained[data-refused]')
    await refused.waitFor()
    expect((await refused.innerText()).length).toBeLessThan(400)
    await refused.getByRole('link', { name: 'Remove scenario:auth_pin' }).waitFor()
    await refused.getByRole('link', { name: /^Pay with Card/ }).click()
    await page.locator('#explained', { hasText: 'requires_pin' }).waitFor()
    expect(await page.locator('#composer [name=key]').inputValue()).toBe('scenario:auth_pin')
  })

  test('menus combine what can be combined, and say what replaces what', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    const webhooks = page.getByRole('combobox', { name: 'Webhooks' })
    const key = page.getByLabel('X-Scenario-Key')
    await webhooks.selectOption('webhook:duplicate')
    await page.locator('#explained', { hasText: 'copies' }).waitFor()
    await webhooks.selectOption('webhook:delayed')
    await page
      .locator('[data-part] option[selected]', { hasText: 'webhook:delayed & webhook:duplicate' })
      .waitFor({
        state: 'attached',
      })
    expect(await key.inputValue()).toBe('webhook:duplicate&webhook:delayed')
    await page.locator('#explained:not([data-refused])').waitFor()
    await webhooks.selectOption({ label: 'webhook:immediate, replaces webhook:delayed' })
    await page.getByText('webhook:immediate replaces webhook:delayed.').waitFor()
    expect(await key.inputValue()).toBe('webhook:duplicate&webhook:immediate')
    await page.locator('option', { hasText: 'remove webhook:duplicate' }).waitFor({ state: 'attached' })
    await webhooks.selectOption({ label: 'remove webhook:duplicate' })
    expect(await key.inputValue()).toBe('webhook:immediate')
  })

  test('run sends the request and shows it next to its response', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=scenario:auth_3ds')
    await page.locator('[name=amount]').fill('42.5')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /^POST \/charges → 201 in \d+ ms$/ }).waitFor()
    const [request = '', answer = ''] = await page.locator('#result pre').allTextContents()
    expect(request).toContain('x-scenario-key: scenario:auth_3ds')
    expect(request).toContain('"amount": 42.5')
    expect(answer).toContain('HTTP 201')
    expect(answer).toContain('"type": "redirect_url"')
    await page.getByRole('link', { name: 'Open the charge' }).click()
    await page.getByRole('heading', { name: 'Waiting for redirect_url' }).waitFor()
  })

  test('a refused request is shown with what was wrong', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?currency=XYZ')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /→ 400/ }).waitFor()
    expect(await page.locator('#result pre').last().textContent()).toContain('must be one of 163 values')
  })

  test('a broken connection is shown as what the client saw', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=network:reset')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /→ no response, reset/ }).waitFor()
    expect(await page.locator('#result pre').last().textContent()).toContain('the connection was reset')
  })

  test('a response that is lost after the commit is not asked for again by the browser', async () => {
    const page = await stage.open('/w/lost/_emulator/ui/scenarios?key=network:lost_after_commit')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /→ no response, reset/ }).waitFor()
    const world = stage.emulator.world('lost')
    expect([world.state.charges.size, world.requests.size]).toEqual([1, 1])
  })

  test('a key is applied to the next request of a client that cannot send it', async () => {
    const page = await stage.open('/w/given/_emulator/ui/scenarios?key=network:503')
    await page.getByRole('button', { name: 'Use for the next request', exact: true }).click()
    await page.getByText('The key applies to the next request without one').waitFor()
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    const row = page.locator('#rules tr', { hasText: 'network:503' })
    await row.getByText('1 more').waitFor()
    const answer = await stage.send('GET', '/w/given/charges')
    expect(answer.status).toBe(503)
    await row.waitFor({ state: 'detached' })
  })

  test('a rule for certain requests is added, told on every screen, and removed', async () => {
    const page = await stage.open('/w/by-form/_emulator/ui/rules')
    await page.getByText('Add a rule').click()
    await page.getByLabel('Scenario key').fill('issuer:do_not_honor')
    await page.getByLabel('Reference, or its beginning').fill('order-17*')
    await page.getByLabel('Last four digits').fill('4246')
    await page.getByLabel('Number of requests').fill('2')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('#rules tr', { hasText: 'the reference begins with order-17' }).waitFor()
    await page.getByRole('link', { name: 'Charges', exact: true }).click()
    await page.locator('#rule-banner', { hasText: '1 rule is in force' }).waitFor()
    // The dashboard's own charge does not use up the rule.
    await page.goto(`${stage.url}/w/by-form/_emulator/ui/scenarios`)
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /→ 201/ }).waitFor()
    await page.locator('#rule-banner').getByRole('button', { name: 'Remove all', exact: true }).click()
    await page.locator('#rule-banner .notice').waitFor({ state: 'detached' })
  })

  test('a transfer is sent as well', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=scenario:failed&pm=transfer')
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /^POST \/v3\/transfers → 200/ }).waitFor()
    expect(await page.locator('#result pre').last().textContent()).toContain('"status": "NEW"')
  })

  test('the header and the request as curl are copied', async () => {
    const page = await stage.open('/_emulator/ui/scenarios?key=scenario:auth_pin', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()')
    await page.getByRole('button', { name: 'Copy header' }).click()
    await page.getByText('Copied the header').waitFor()
    expect(await clipboard()).toBe('X-Scenario-Key: scenario:auth_pin')
    await page.getByRole('button', { name: 'Copy request as curl' }).click()
    await page.getByText('Copied the request as curl').waitFor()
    expect(await clipboard()).toMatch(/^TOKEN=\$\(curl [\s\S]*-H 'x-scenario-key: scenario:auth_pin'/)
  })

  test('every screen is reached by keyboard alone, the skip link first', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.locator(':focus').getAttribute('id')).toBe('main')
  })
})
