import { expect, test } from 'vitest'
import { inBrowser, watchErrors } from './support.ts'

inBrowser(
  'A dashboard behind a control token',
  (stage) => {
    const httpCredentials = { username: 'qa', password: 'let me in' }

    test('asks the browser for it once, and is live afterwards', async () => {
      const page = await stage.open('/_emulator/ui/charges', { httpCredentials })
      const errors = watchErrors(page)
      await page.getByText('Live', { exact: true }).waitFor()
      const { reference } = await stage.charge()
      await page.getByRole('row', { name: reference }).waitFor()
      await page.getByRole('button', { name: '+1m', exact: true }).click()
      await page.getByText('Advanced by 1m').waitFor()
      expect(errors).toEqual([])
    })

    test('names the token in what is copied as curl, without giving it away', async () => {
      const permissions = ['clipboard-read', 'clipboard-write']
      const page = await stage.open('/_emulator/ui/time', { httpCredentials, permissions })
      await page.getByRole('button', { name: 'Copy “+1h” as curl' }).click()
      await page.getByText('Copied the call as curl').waitFor()
      const curl: string = await page.evaluate('navigator.clipboard.readText()')
      expect(curl).toContain('-H "Authorization: Bearer $EMULATOR_CONTROL_TOKEN"')
      expect(curl).not.toContain('let me in')
    })

    test('runs a scenario, and lets a payer in without a token', async () => {
      const page = await stage.open('/_emulator/ui/scenarios?key=scenario:auth_3ds', { httpCredentials })
      await page.getByRole('button', { name: 'Run it' }).click()
      await page.getByRole('heading', { name: /→ 201/ }).waitFor()
      const path = await page.getByRole('link', { name: 'Payer page', exact: true }).getAttribute('href')
      const payer = await stage.open(path ?? '')
      await payer.getByRole('button', { name: 'Yes, confirm the payment' }).waitFor()
      expect(await payer.evaluate('getComputedStyle(document.body).display')).toBe('grid')
    })
  },
  { controlToken: 'let me in' },
)

inBrowser('A charge that is deleted while its page is open', (stage) => {
  test('is replaced by a page that says so', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_3ds')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await stage.send('POST', '/_emulator/reset')
    await page.getByText(`no charge "${id}" in world "default"`).waitFor()
  })
})
