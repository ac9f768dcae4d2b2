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
})
