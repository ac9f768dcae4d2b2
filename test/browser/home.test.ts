import { expect, test } from 'vitest'
import { inBrowser, watchErrors } from './support.ts'

inBrowser('The overview and the snapshots', (stage) => {
  test('a recipe fills the composer, and running it makes the charge', async () => {
    const page = await stage.open('/w/recipes/_emulator')
    await page.getByRole('link', { name: 'The bank declines, then approves', exact: true }).click()
    await page.getByRole('button', { name: 'Run it' }).click()
    await page.getByRole('heading', { name: /→ 201/ }).waitFor()
    const [charge] = stage.emulator.world('recipes').state.charges
    expect(charge).toMatchObject({ status: 'failed', method: { type: 'card' } })
  })

  test('the first charge is made on the overview, which then shows it without a reload', async () => {
    const page = await stage.open('/w/first/_emulator')
    const errors = watchErrors(page)
    await page.getByRole('heading', { name: 'No payments yet: what to do first' }).waitFor()
    await page.getByRole('button', { name: 'Create a charge', exact: true }).click()
    await page.getByRole('link', { name: '1 Charges', exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  test('an open secret stays open while the overview updates', async () => {
    const page = await stage.open('/_emulator')
    const secret = page.getByText(stage.emulator.fixtures.encryptionKey, { exact: true })
    expect(await secret.isVisible()).toBe(false)
    await page.getByLabel('Show the encryption key', { exact: true }).click()
    expect(await secret.isVisible()).toBe(true)
    await page.getByText('Live', { exact: true }).waitFor()
    await stage.send('POST', '/_emulator/rules', { key: 'issuer:do_not_honor', when: { reference: 'seen' } })
    await page.getByText('the reference is seen', { exact: false }).waitFor()
    expect(await secret.isVisible()).toBe(true)
    await stage.send('DELETE', '/_emulator/rules')
  })

  test('a snapshot is kept, returned to after a reset, and the return is undone', async () => {
    await stage.send('POST', '/w/kept/_emulator/populate', { customers: 1, charges: 3 })
    const charges = () => stage.emulator.world('kept').state.charges.size
    const page = await stage.open('/w/kept/_emulator/ui/snapshots')
    await page.getByLabel('Name', { exact: true }).fill('three charges')
    await page.getByLabel('Note, optional').fill('before the refunds')
    await page.getByRole('button', { name: 'Keep', exact: true }).click()
    await page.getByRole('listitem').filter({ hasText: 'before the refunds' }).waitFor()
    await page.getByRole('button', { name: 'Reset this world', exact: true }).click()
    await page.getByText(/^This world was reset at/).waitFor()
    expect(charges()).toBe(0)
    await stage.send('POST', '/w/kept/_emulator/rules', { key: 'network:503' })
    await page.getByRole('button', { name: 'Return here', exact: true }).click()
    await page.getByText('The world is back at “three charges”').waitFor()
    expect(charges()).toBe(3)
    await page.getByRole('button', { name: 'Undo the restore', exact: true }).click()
    await page.getByText('The restore was undone').waitFor()
    expect(charges()).toBe(0)
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await page.getByText('The undo was undone').waitFor()
    expect(charges()).toBe(3)
  })

  test('a page of a charge that a reset removed is back after an undo, without a reload', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_3ds')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await stage.send('POST', '/_emulator/reset')
    await page.getByRole('heading', { name: '404 RESOURCE_NOT_FOUND' }).waitFor()
    await stage.send('POST', '/_emulator/state/undo')
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    const { status } = stage.emulator.world('default').state.charges.get(id) ?? {}
    expect(status).toBe('pending')
  })
})
