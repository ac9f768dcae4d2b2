import type { Page } from 'playwright-core'
import type { Stage } from './support.ts'

/** One page to visit. */
export interface Shown {
  name: string
  path: string
  /** Shown at the size of a phone. */
  isPhone?: true
  /** Executed before the page is checked. */
  act?(page: Page): Promise<void>
}

/** The pages whose screenshots documents show. */
export const pictured: ReadonlySet<string> = new Set([
  'scenarios-light',
  'run-light',
  'charges-light',
  'charge-dark',
  'webhooks-dark',
  'webhook-light',
  'requests-light',
  'time-dark',
  'pay-card-light',
  'pay-bank-transfer-light',
  'pay-ussd-dark',
  'pay-qr-light',
])

/** Seeds a world so that every screen has something to show; the pages to visit. */
export async function seedPages(stage: Stage, text = 'c-77'): Promise<Shown[]> {
  const { send, charge } = stage
  await send('PUT', '/_emulator/clock', { mode: 'frozen', now: '2030-03-14T09:26:53.000Z' })
  const meta = { [text]: text }
  await charge({ meta })
  const declined = await charge({ amount: 25_000.5 }, 'scenario:auth_pin&issuer:insufficient_funds')
  await send('PUT', `/charges/${declined.id}`, pin('00000', 'abcdefghijk1'))
  await send('POST', '/_emulator/clock/advance', { by: '41s' })
  await send('PUT', `/charges/${declined.id}`, pin('12345', 'abcdefghijk2'))
  const card = await charge({ amount: 48_999, meta }, 'scenario:auth_3ds')
  const phone = await charge({ amount: 320, payment_method_id: 'pmd_momo000001' })
  const bank = await charge({ amount: 75_000, payment_method_id: 'pmd_transfer01' })
  await send('POST', '/_emulator/clock/advance', { by: '2m' })
  const ussd = await charge({ amount: 1200, payment_method_id: 'pmd_ussd000001' })
  const wallet = await charge({ amount: 8750, payment_method_id: 'pmd_wallet0001' })
  const qr = await charge({ amount: 640, payment_method_id: 'pmd_momo000001' }, 'scenario:mobile_money_qr')
  await charge({ amount: 9900 }, 'scenario:auth_capture')
  await charge({ amount: 9900 }, 'scenario:auth_avs')
  const ended = await charge({ amount: 12_400 }, 'scenario:auth_3ds&webhook:duplicate')
  await send('POST', `/_emulator/charges/${ended.id}/payer`, { action: 'approve' })
  await send(
    'POST',
    '/charges',
    { amount: -3, currency: 'XXX', [text]: text },
    { 'x-scenario-key': 'scenario:auth_pni' },
  )
  await send('POST', '/charges', { amount: -3, currency: 'XXX', reference: text, [text]: text })
  const paid = await charge({ amount: 18_000 })
  await send('POST', '/refunds', { charge_id: paid.id, amount: 6000, reason: text, meta })
  const transfer = {
    account_bank: '044',
    account_number: '0690000031',
    currency: 'NGN',
    narration: text,
    amount: 5500,
  }
  await send('POST', '/v3/transfers', { ...transfer, reference: 'payout-001_PMCK', beneficiary_name: text })
  await send(
    'POST',
    '/v3/transfers',
    { ...transfer, reference: 'payout-002' },
    { 'x-scenario-key': 'scenario:transfer_pending' },
  )
  const rule = { key: 'scenario:auth_3ds', when: { reference: 'order-17*', card: { last4: '4246' } } }
  await send('POST', '/w/ruled/_emulator/rules', { ...rule, count: 3 })
  await send('POST', '/w/ruled/_emulator/rules', { key: 'network:503', share: 0.1, for: '10m' })
  stage.merchant.status = 503
  await send('POST', '/_emulator/clock/advance', { by: '12s' })
  stage.merchant.status = 200
  const flaky = await charge({ amount: 3200 })
  await send('POST', '/_emulator/clock/advance', { by: '3s' })
  const money = await seedMoney(stage, text)
  const { state } = stage.emulator.world('default')
  const [order] = state.orders
  const [refund] = state.refunds
  const [payout] = state.transfers
  const { events } = (await (
    await send('GET', `/_emulator/webhooks/events?reference=${ended.reference}`)
  ).json()) as {
    events: { event: { id: string } }[]
  }
  const entries = [...stage.emulator.world('default').requests]
  const [delivery] = stage.emulator.world('default').state.deliveries
  const refused = entries.findLast(({ status }) => status === 400)
  await stage.send('PUT', '/_emulator/examination', examined)
  for (const name of ['before the refunds', text])
    await send('POST', '/w/kept/_emulator/state/snapshots', { name: name.replace(/[^\w ]/g, ''), note: text })
  await send('POST', '/w/kept/_emulator/rules', rule)
  await send('POST', '/w/kept/_emulator/reset')
  await send('POST', '/w/recorded/_emulator/session/start', { name: text.slice(0, 100) })
  await send('POST', '/w/recorded/_emulator/rules', rule)
  await send('POST', '/w/recorded/_emulator/clock/advance', { by: '41s' })
  return [
    { name: 'overview', path: '/_emulator' },
    { name: 'overview-ruled', path: '/w/ruled/_emulator' },
    { name: 'overview-empty', path: '/w/empty/_emulator', isPhone: true },
    { name: 'session', path: '/w/recorded/_emulator/ui/session' },
    { name: 'session-empty', path: '/w/kept/_emulator/ui/session', isPhone: true },
    { name: 'snapshots', path: '/w/kept/_emulator/ui/snapshots' },
    { name: 'unknown', path: '/_emulator/ui/nowhere' },
    { name: 'scenarios', path: '/_emulator/ui/scenarios?key=scenario:auth_pin%26issuer:insufficient_funds' },
    { name: 'refused', path: '/_emulator/ui/scenarios?key=scenario:auth_pin%26scenario:auth_3ds' },
    {
      name: 'run',
      path: '/_emulator/ui/scenarios?key=scenario:auth_3ds%26webhook:duplicate',
      act: async (page) => {
        await page.getByRole('button', { name: 'Run it' }).click()
        await page.getByRole('heading', { name: /→ 201/ }).waitFor()
      },
    },
    {
      name: 'event-form',
      path: '/_emulator/ui/webhooks',
      act: async (page) => {
        await page.getByText('Add an endpoint', { exact: true }).click()
        await page.getByText('Create an event').click()
        await page.getByRole('button', { name: 'Create', exact: true }).click()
        await page.getByText('The event was created').waitFor()
      },
    },
    { name: 'charges', path: '/_emulator/ui/charges' },
    { name: 'charge', path: `/_emulator/ui/charges/${card.id}` },
    { name: 'charge-pin', path: `/_emulator/ui/charges/${declined.id}` },
    { name: 'charge-ended', path: `/_emulator/ui/charges/${ended.id}` },
    { name: 'order', path: `/_emulator/ui/orders/${order?.id}` },
    { name: 'refund', path: `/_emulator/ui/refunds/${refund?.id}` },
    { name: 'transfer', path: `/_emulator/ui/transfers/${payout?.id}` },
    { name: 'customer', path: '/_emulator/ui/customers/cus_adaobi0001' },
    { name: 'payment-method', path: '/_emulator/ui/payment-methods/pmd_card000001' },
    { name: 'scenario', path: '/_emulator/ui/scenarios/scenario:auth_3ds_expires' },
    { name: 'transfers', path: '/_emulator/ui/transfers' },
    { name: 'orders', path: '/_emulator/ui/orders' },
    { name: 'refunds', path: '/_emulator/ui/refunds' },
    { name: 'settlements', path: '/_emulator/ui/settlements' },
    { name: 'chargebacks', path: '/_emulator/ui/chargebacks' },
    { name: 'virtual accounts', path: '/_emulator/ui/virtual-accounts' },
    ...money,
    { name: 'webhooks', path: '/_emulator/ui/webhooks' },
    { name: 'webhook', path: `/_emulator/ui/webhooks/${events[0]?.event.id}` },
    { name: 'rules', path: '/w/ruled/_emulator/ui/rules' },
    { name: 'examination', path: '/_emulator/ui/examination' },
    { name: 'test-data', path: '/_emulator/docs/test-data', isPhone: true },
    { name: 'requests', path: '/_emulator/ui/requests' },
    { name: 'request', path: `/_emulator/ui/requests/${refused?.id}` },
    { name: 'again', path: `/_emulator/ui/requests/${refused?.id}/again`, act: sendAgain },
    { name: 'webhook-again', path: `/_emulator/ui/deliveries/${delivery?.id}/again`, act: sendAgain },
    { name: 'time', path: '/_emulator/ui/time' },
    { name: 'worlds', path: '/_emulator/ui/worlds' },
    {
      name: 'returned',
      path: `/_emulator/ui/returned?id=${flaky.id}&reference=${flaky.reference}&status=succeeded`,
    },
    { name: 'empty', path: '/w/empty/_emulator/ui/charges' },
    { name: 'missing', path: '/_emulator/ui/charges/chg_nowhere' },
    { name: 'pay-card', path: `/_emulator/pay/${card.id}`, isPhone: true },
    { name: 'pay-wallet', path: `/_emulator/pay/${wallet.id}`, isPhone: true },
    { name: 'pay-bank-transfer', path: `/_emulator/pay/${bank.id}`, isPhone: true },
    { name: 'pay-ussd', path: `/_emulator/pay/${ussd.id}`, isPhone: true },
    { name: 'pay-mobile-money', path: `/_emulator/pay/${phone.id}`, isPhone: true },
    { name: 'pay-qr', path: `/_emulator/pay/${qr.id}`, isPhone: true },
    { name: 'pay-link', path: await attempt(stage, text, 'issuer:insufficient_funds'), isPhone: true },
    { name: 'pay-pin', path: await attempt(stage, text, 'scenario:auth_pin'), isPhone: true },
    { name: 'pay-ended', path: `/_emulator/pay/${ended.id}`, isPhone: true },
    { name: 'pay-failed', path: `/_emulator/pay/chg_nowhere`, isPhone: true },
  ]
}

const pin = (encrypted: string, nonce: string) => ({
  authorization: { type: 'pin', pin: { nonce, encrypted_pin: encrypted } },
})

/** Changes the body of what was sent, sends it, and waits for the comparison. */
async function sendAgain(page: Page): Promise<void> {
  const body = page.getByRole('textbox', { name: 'Body' })
  await body.fill((await body.inputValue()).replace(/-?\d/, '7'))
  await page.getByRole('button', { name: 'Send it', exact: true }).click()
  await page.locator('#compared del').first().waitFor()
}

/** An examination with two findings, shown side by side. */
const examined = {
  stories: 412,
  seconds: 40.3,
  seed: 'f3a1c09b',
  findings: ['fulfilled_once', 'never_early'].map((law) => ({
    law,
    how: 'at the end the order was fulfilled 2 times',
    flow: 'scenario:noauth',
    issuer: 'approved',
    deviations: ['webhook_twice@1'],
    story: 'scenario:noauth issuer:approved webhook_twice@1',
    unsteady: false,
    timeline: [
      { at: '0s', who: 'customer', what: 'presses "pay": POST /orders/order-17/pay' },
      { at: '0s', who: 'program', what: 'POST /charges answered 201: chg_1a2b3c4d5e6f7g succeeded' },
      { at: '+1s', who: 'webhook', what: 'charge.completed answered 200, twice' },
      { at: '+1s', who: 'look', what: 'paid (status "paid", fulfilled 2 times)' },
    ],
  })),
  notes: ['not played: webhooks that never come (webhook_lost), because "polls" is false'],
}

/** Creates a hosted payment in a world of its own, and tries to pay by card; the page that the payer sees then. */
async function attempt({ send }: Stage, text: string, key: string): Promise<string> {
  const body = {
    tx_ref: `${key}-${text}`.slice(0, 100),
    amount: 2500,
    redirect_url: 'https://shop.test/paid',
    customer: { email: 'payer@example.com' },
    customizations: { title: text, description: text },
  }
  const created = await send('POST', '/w/linked/v3/payments', body, { 'x-scenario-key': key })
  const { data } = (await created.json()) as { data: { link: string } }
  const form = new URLSearchParams({ method: 'card', card_number: '4000000000020000' })
  const answer = await fetch(data.link, { method: 'POST', body: form, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? data.link).pathname
}

/** A world with settlements, chargebacks and virtual accounts; their pages. */
async function seedMoney({ send, emulator }: Stage, text: string): Promise<Shown[]> {
  const post = (path: string, body: object) => send('POST', `/w/money${path}`, body)
  const charge = (values: object) =>
    post('/charges', {
      ...{
        amount: 12_000,
        currency: 'NGN',
        customer_id: 'cus_adaobi0001',
        payment_method_id: 'pmd_card000001',
      },
      ...values,
    })
  await send('PUT', '/w/money/_emulator/clock', { mode: 'frozen', now: '2030-03-14T09:26:53.000Z' })
  await charge({ reference: 'order-2001' })
  await charge({ reference: 'order-2002', amount: 800 })
  const account = { customer_id: 'cus_adaobi0001', currency: 'NGN', narration: text, meta: { [text]: text } }
  await post('/virtual-accounts', { ...account, reference: 'savings-1', account_type: 'static', amount: 0 })
  const { state } = emulator.world('money')
  const [saving] = state.virtualAccounts
  await post(`/_emulator/virtual-accounts/${saving?.id}/pay`, { amount: 450 })
  await post('/_emulator/clock/advance', { by: '24h' })
  const [disputed, second] = state.charges
  for (const { id } of [disputed, second].flatMap((one) => one ?? []))
    await post('/chargebacks', { charge_id: id, amount: 300, type: 'local', comment: text })
  const [lost, open] = state.chargebacks
  await send('PUT', `/w/money/chargebacks/${lost?.id}`, { status: 'declined', comment: text })
  await post(`/_emulator/chargebacks/${lost?.id}/outcome`, { status: 'lost' })
  const [settlement] = state.settlements
  const ui = '/w/money/_emulator/ui'
  return [
    { name: 'settlement', path: `${ui}/settlements/${settlement?.id}` },
    { name: 'chargeback', path: `${ui}/chargebacks/${open?.id}` },
    { name: 'chargeback-lost', path: `${ui}/chargebacks/${lost?.id}` },
    { name: 'virtual-account', path: `${ui}/virtual-accounts/${saving?.id}` },
    { name: 'charge-disputed', path: `${ui}/charges/${disputed?.id}` },
    { name: 'charge-paid-in', path: `${ui}/charges/${[...state.charges].at(2)?.id}` },
  ]
}
