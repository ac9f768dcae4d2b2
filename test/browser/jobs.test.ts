import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Hand, hands } from './hands.ts'
import { inBrowser, type Stage, watchErrors } from './support.ts'

/** What a job needs. */
interface Desk {
  stage: Stage
  page: Page
  hand: Hand
  button(name: string | RegExp): Locator
  link(name: string | RegExp): Locator
}

/** A job of a tester, which begins on the first page. Each waits for what it is to bring about. */
interface Job {
  what: string
  work(desk: Desk): Promise<void>
}

const row = ({ page }: Desk, text: string): Locator => page.getByRole('row', { name: text })

const jobs: Job[] = [
  {
    what: 'to run a scenario and open its charge',
    work: async ({ page, hand, button, link }) => {
      await hand.press(link('Scenarios'))
      await hand.press(page.locator('#catalogue button[data-add="scenario:auth_pin"]'))
      await hand.press(button('Run it'))
      await hand.press(link('Open the charge'))
      await page.getByRole('heading', { name: 'Waiting for requires_pin' }).waitFor()
    },
  },
  {
    what: 'to send the PIN and then the OTP of a charge',
    work: async (desk) => {
      const { stage, page, hand, link, button } = desk
      const { reference } = await stage.charge({}, 'scenario:auth_pin')
      await hand.press(link('Charges'))
      await hand.press(row(desk, reference).getByRole('link'))
      await hand.press(button('Send the correct PIN'))
      await hand.press(button('Send the correct OTP'))
      await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    },
  },
  {
    what: 'to approve as the payer',
    work: async (desk) => {
      const { stage, page, hand, link, button } = desk
      const { reference } = await stage.charge({}, 'scenario:auth_3ds')
      await hand.press(link('Charges'))
      await hand.press(row(desk, reference).getByRole('link'))
      await hand.press(button('Approve'))
      await page.getByRole('heading', { name: 'Ended: succeeded' }).waitFor()
    },
  },
  {
    what: 'to find the request that made a charge, and to copy it as curl',
    work: async ({ stage, page, hand, button }) => {
      const { id } = await stage.charge()
      await hand.find(id)
      await hand.press(page.locator('#palette').getByRole('link', { name: /^POST \/charges/ }))
      await hand.press(button('Copy as curl'))
      await page.getByText('Copied the request as curl').waitFor()
    },
  },
  {
    what: 'to redeliver a webhook that was given up',
    work: async (desk) => {
      const { stage, hand, link } = desk
      stage.merchant.status = 500
      const { reference } = await stage.charge({}, 'webhook:immediate')
      await stage.send('POST', '/_emulator/clock/advance', { by: '10m' })
      stage.merchant.status = 200
      await hand.press(link('Webhooks'))
      await hand.press(row(desk, reference).getByRole('button', { name: 'Redeliver', exact: true }))
      await row(desk, reference).getByText('delivered').waitFor()
    },
  },
  {
    what: 'to hold webhooks and to release them',
    work: async ({ page, hand, button, link }) => {
      await hand.press(link('Webhooks'))
      await hand.press(button('Hold deliveries'))
      await page.getByText('Deliveries are on hold:').waitFor()
      await hand.press(button('Release'))
      await button('Hold deliveries').waitFor()
    },
  },
  {
    what: 'to go to the next timer',
    work: async ({ stage, page, hand, button }) => {
      await stage.send('PUT', '/_emulator/clock', { mode: 'frozen' })
      await stage.charge({}, 'scenario:auth_3ds_expires')
      await hand.press(button('Go to next'))
      await page.getByText('Advanced to the next timer').waitFor()
    },
  },
  {
    what: 'to refund a part of a charge',
    work: async (desk) => {
      const { stage, page, hand, link, button } = desk
      const { reference } = await stage.charge()
      await hand.press(link('Charges'))
      await hand.press(row(desk, reference).getByRole('link'))
      await hand.type(page.getByLabel(/^Amount, at most/), '400')
      await hand.press(button('Refund'))
      await page.getByText('Refund created').waitFor()
    },
  },
  {
    what: 'to capture an order',
    work: async (desk) => {
      const { stage, page, hand, link } = desk
      const { reference } = await stage.charge({}, 'scenario:auth_capture')
      await hand.press(link('Orders'))
      await hand.press(row(desk, reference).getByRole('button', { name: /^Capture/ }))
      await page.getByText('Captured', { exact: true }).last().waitFor()
    },
  },
  {
    what: 'to see the refused requests of the last 5 minutes',
    work: async ({ stage, page, hand, link }) => {
      await stage.send('POST', '/charges', { amount: -1 })
      await hand.press(link('Requests'))
      await hand.choose(page.getByLabel('Outcome'), 'refused')
      await page.waitForURL(/outcome=refused/)
      await hand.choose(page.getByRole('combobox', { name: 'Time', exact: true }), 'last 5 minutes')
      await page.waitForURL(/last=5m/)
      await page
        .getByRole('row', { name: /amount must be/ })
        .first()
        .waitFor()
    },
  },
  {
    what: 'to pause the journal, bring in what is new, and follow again',
    work: async ({ stage, page, hand, link, button }) => {
      await stage.charge()
      await hand.press(link('Requests'))
      await hand.press(button('Pause'))
      await page.waitForURL(/upto=/)
      await stage.charge()
      await hand.press(button('1 new'))
      await button('1 new').waitFor({ state: 'detached' })
      await hand.press(button('Follow'))
      await button('Pause').waitFor()
    },
  },
  {
    what: 'to reset the world, and to undo that',
    work: async ({ stage, page, hand }) => {
      const { id } = await stage.charge()
      const found = page.locator('#palette .found')
      await hand.find('reset world')
      await hand.press(found.getByRole('button', { name: /^Reset world/ }))
      await page.getByText('World default was reset').waitFor()
      await hand.find('undo')
      await hand.press(found.getByRole('button', { name: /^Undo/ }))
      await page.getByText('Undone').waitFor()
      expect(stage.emulator.world('default').state.charges.has(id)).toBe(true)
    },
  },
  {
    what: 'to take a snapshot',
    work: async ({ page, hand }) => {
      await hand.find('take a snapshot')
      await hand.press(page.locator('#palette .found').getByRole('button', { name: 'Take a snapshot' }))
      await page.getByText('The snapshot is kept in the process').waitFor()
    },
  },
]

inBrowser('A job', (stage) => {
  const cases = Object.entries(hands).flatMap(([how, kind]) => jobs.map((job) => ({ how, kind, ...job })))

  test.each(cases.map((one) => [one.how, one.what, one] as const))(
    '%s: %s takes at most five',
    async (_how, _what, { kind, work }) => {
      const page = await stage.open('/_emulator', {
        permissions: ['clipboard-read', 'clipboard-write'],
        ...kind.context,
      })
      const errors = watchErrors(page)
      // A question to confirm is answered with Enter, as a tester does.
      page.removeAllListeners('dialog')
      let confirmed = 0
      page.on('dialog', (dialog) => {
        confirmed++
        void dialog.accept()
      })
      await page.getByText('Live', { exact: true }).waitFor()
      const hand = kind.on(page)
      await work({
        stage,
        page,
        hand,
        button: (name) => page.getByRole('button', { name, exact: true }),
        link: (name) => page.getByRole('link', { name, exact: true }).first(),
      })
      expect(hand.count + confirmed).toBeLessThanOrEqual(5)
      expect(errors).toEqual([])
      await page.context().close()
    },
  )
})
