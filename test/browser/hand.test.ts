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

  test('the token of the page is no request of a program, and is used until it is gone', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_pin')
    const world = stage.emulator.world('default')
    await stage.send('POST', '/_emulator/rules', { key: 'network:503', when: { path: '/realms' }, count: 1 })
    const before = world.requests.total
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.getByRole('button', { name: 'Send the correct PIN', exact: true }).click()
    await page.getByRole('button', { name: 'Send the correct OTP', exact: true }).click()
    await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    expect(world.requests.total - before).toBe(2)
    expect([...world.state.rules]).toHaveLength(1)
    await stage.send('POST', '/_emulator/clock/advance', { by: '20m' })
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByText('The page has a new access token').waitFor()
    await page.getByText('Refund created').waitFor()
    await stage.send('DELETE', '/_emulator/rules')
  })

  test('a slow call shows how long it takes, and can be cancelled', async () => {
    const { id } = await stage.charge({}, 'scenario:auth_pin')
    const page = await stage.open(`/_emulator/ui/charges/${id}`)
    await page.route(`**/charges/${id}`, (route) =>
      route.request().method() === 'PUT' ? undefined : route.continue(),
    )
    await page.getByRole('button', { name: 'Send the correct PIN', exact: true }).click()
    await page.getByText('Waiting for an answer').waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByText(/^You cancelled it after \d+\.\d s/).waitFor()
    expect(await page.getByText('Waiting for an answer').count()).toBe(0)
  })

  test('Escape and a click outside close a form, and Back keeps what was searched for', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    await page.getByRole('searchbox').fill('zebra')
    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    const form = page.getByRole('form', { name: 'Add a rule' })
    const open = page.getByRole('button', { name: 'Add a rule' })
    await open.click()
    await form.waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    await open.click()
    await form.waitFor()
    await page.mouse.click(5, 5)
    await form.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.locator('#nothing-found').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('zebra')
  })

  test('the composer is reached with a few keys: a skip link, and one Tab stop for the catalogue', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    const focused = (): Promise<string> => page.evaluate('document.activeElement.textContent')
    const tabsTo = async (text: string) => {
      let tabs = 0
      while (!(await focused()).startsWith(text)) {
        await page.keyboard.press('Tab')
        if (++tabs > 60) throw new Error(`${text} is not among the first 60`)
      }
      return tabs
    }
    expect(await tabsTo('Run it')).toBeLessThan(45)
    await page.goto(`${stage.url}/_emulator/ui/scenarios`)
    await tabsTo('Skip to the composer')
    await page.keyboard.press('Enter')
    expect(await tabsTo('Run it')).toBeLessThan(15)
    const keys = page.locator('#catalogue button.pick')
    await keys.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(await keys.nth(1).textContent())
    await page.keyboard.press('End')
    expect(await focused()).toBe(await keys.last().textContent())
  })

  test('the catalogue is loaded with its page and when the scenarios change, and not for every request', async () => {
    const page = await stage.open('/_emulator/ui/scenarios')
    await page.getByText('Live', { exact: true }).waitFor()
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.url() === `${stage.url}/_emulator/ui/scenarios`)
        sizes.push(response.text().then(({ length }) => length))
    })
    const refreshed = () => page.waitForResponse(`${stage.url}/_emulator/ui/scenarios`)
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
