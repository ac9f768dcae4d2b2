import { expect, test } from 'vitest'
import { inBrowser } from './support.ts'

inBrowser('Under the hand of a tester', (stage) => {
  /** What merchants and pages sent to change a charge. */
  const answers = (id: string) =>
    [...stage.emulator.world('default').requests].filter(
      ({ method, path }) => method === 'PUT' && path === `/charges/${id}`,
    )

  test('a double click on the PIN does not send the OTP, which a further click then sends', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_pin')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    const pin = page.getByRole('button', { name: 'Send the correct PIN', exact: true })
    const box = await pin.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 8, (box?.y ?? 0) + 8]
    await page.mouse.dblclick(x, y)
    const otp = page.getByRole('button', { name: 'Send the correct OTP', exact: true })
    await otp.waitFor()
    await page.mouse.click(x, y)
    expect(await otp.isDisabled()).toBe(true)
    expect(answers(id)).toHaveLength(1)
    await otp.click()
    await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    expect(answers(id)).toHaveLength(2)
  })

  test('a double click on a wrong PIN uses one attempt', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_pin')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.getByRole('button', { name: 'Send a wrong PIN', exact: true }).dblclick()
    await page.getByText('2 attempts left.').waitFor()
    expect(answers(id)).toHaveLength(1)
  })

  test('a double click on the payer page chooses once', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_3ds')
    const payer = await stage.open(`/_emulator/pay/${id}`)
    await payer.getByRole('button', { name: 'Yes, confirm the payment' }).dblclick()
    await payer.waitForURL(/\/thanks\?.*status=succeeded/)
  })

  test('rows stay in place under the pointer until a button or leaving the list shows the new ones', async () => {
    const { reference } = await stage.charge()
    const page = await stage.open('/_emulator/ui/charges')
    await page.getByText('Live', { exact: true }).waitFor()
    const row = page.getByRole('row', { name: reference })
    await row.hover()
    const before = await row.boundingBox()
    const one = await stage.charge()
    const two = await stage.charge()
    const news = page.getByRole('button', { name: '2 new', exact: true })
    await news.waitFor()
    expect(await row.boundingBox()).toEqual(before)
    await news.click()
    await page.getByRole('row', { name: one.reference }).waitFor()
    await page.getByRole('row', { name: two.reference }).waitFor()
    await row.hover()
    const third = await stage.charge()
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor()
    await page.mouse.move(1, 1)
    await page.getByRole('row', { name: third.reference }).waitFor()
  })

  test('the catalogue is loaded with its page and when the scenarios change, and not for every request', async () => {
    const page = await stage.open('/_emulator')
    await page.getByText('Live', { exact: true }).waitFor()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.url() === `${stage.url}/_emulator`)
        sizes.push(response.text().then(({ length }) => length))
    })
    const refreshed = () => page.waitForResponse(`${stage.url}/_emulator`)
    await Promise.all([refreshed(), stage.charge()])
    await Promise.all([refreshed(), stage.send('POST', '/_emulator/scenarios/reload')])
    const [small = 0, whole = 0] = await Promise.all(sizes)
    expect(small).toBeLessThan(40_000)
    expect(whole).toBeGreaterThan(4 * small)
    await page.locator('#catalogue li').first().waitFor()
  })
})

inBrowser('An emulator that is restarted', (stage) => {
  test('after a restart the page says that it is another process, and shows what that one holds', async () => {
    const { reference } = await stage.charge()
    const page = await stage.open('/_emulator/ui/charges')
    await page.getByRole('row', { name: reference }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await stage.restart()
    await page.getByText('The emulator was restarted').waitFor()
    await page.getByText('seed another').waitFor()
    await page.getByText('No charges yet').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
  })
})
