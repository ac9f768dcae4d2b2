import { beforeEach, describe, expect, test } from 'vitest'
import { type Harness, harness } from '../harness.ts'

let t: Harness
beforeEach(() => {
  t = harness()
})

const page = async (path: string): Promise<string> => {
  const response = await t.fetch(`/_emulator/ui/${path}`)
  expect([path, response.status]).toEqual([path, 200])
  return response.text()
}

const href = (path: string): string => `href="/_emulator/ui/${path}"`

/** Expects that pages link to others. */
async function expectLinks(wanted: readonly (readonly [from: string, to: readonly string[]])[]) {
  for (const [from, links] of wanted) {
    const html = await page(from)
    for (const to of links) expect([from, to, html.includes(href(to))]).toEqual([from, to, true])
  }
}

/** The story of a value as text: who and what, without ids. */
const story = async (id: string): Promise<string[]> => {
  const { body } = await t.get<{ entries: { kind: string; actor: string; what: string }[] }>(
    `/_emulator/timeline?format=json&charge_id=${id}`,
  )
  return body.entries
    .filter(({ kind }) => kind !== 'request' && kind !== 'webhook' && kind !== 'clock')
    .map(({ what }) => what.replaceAll(/\b(chg|cbk|stl|vac)_\w+/g, '$1'))
}

const disputed = async () => {
  const charge = await t.created({ amount: 100, reference: 'order-0001' })
  const { body } = await t.post('/chargebacks', { charge_id: charge.id, type: 'local', comment: 'not mine' })
  return { charge: charge.id, chargeback: body.data.id as string }
}

const account = {
  reference: 'account-0001',
  account_type: 'static',
  customer_id: 'cus_adaobi0001',
  currency: 'NGN',
  amount: 0,
}

const opened = async (values: object = {}): Promise<string> =>
  (await t.post('/virtual-accounts', { ...account, ...values })).body.data.id

describe('The page of a chargeback', () => {
  test('has its story and what can be done to it now', async () => {
    const { chargeback } = await disputed()
    const shown = async () =>
      [...(await page(`chargebacks/${chargeback}`)).matchAll(/data-step="(\w+)">([\w ]+)<\/button>/g)].map(
        ([, step, label]) => `${step}: ${label}`,
      )
    expect(await page(`chargebacks/${chargeback}`)).toContain('not mine')
    expect(await shown()).toEqual(['Accept', 'Contest', 'Win', 'Lose', 'Reverse'].map((it) => `new: ${it}`))
    await t.put(`/chargebacks/${chargeback}`, { status: 'declined' })
    expect(await page(`chargebacks/${chargeback}`)).toContain('Waiting for the bank’s decision')
    await t.post(`/_emulator/chargebacks/${chargeback}/outcome`, { status: 'won' })
    expect(await shown()).toEqual([])
    expect(await story(chargeback)).toEqual([
      'cbk (order-0001) issuer: disputes 100 NGN → new',
      'cbk (order-0001) merchant: contests the chargeback → declined',
      'cbk (order-0001) tester: decided by hand → won',
    ])
  })

  test('links to the charge and the settlement that it was deducted from, and these link back', async () => {
    const charge = (await t.created({ amount: 100 })).id
    await t.advance('24h')
    const { body } = await t.post('/chargebacks', { charge_id: charge, type: 'local' })
    const chargeback = body.data.id
    await t.put(`/chargebacks/${chargeback}`, { status: 'accepted' })
    const [settlement] = t.world.state.settlements
    const pages = {
      charge: `charges/${charge}`,
      chargeback: `chargebacks/${chargeback}`,
      settlement: `settlements/${settlement?.id}`,
    }
    await expectLinks([
      [pages.charge, [pages.chargeback, pages.settlement]],
      [pages.chargeback, [pages.charge, pages.settlement]],
      [pages.settlement, [pages.charge, pages.chargeback]],
      ['chargebacks', [pages.chargeback]],
      ['settlements', [pages.settlement]],
    ])
  })

  test('shows long evidence truncated', async () => {
    const { chargeback } = await disputed()
    await t.put(`/chargebacks/${chargeback}`, { status: 'declined', uploaded_proof: 'x'.repeat(5000) })
    const html = await page(`chargebacks/${chargeback}`)
    expect(html).toContain(`${'x'.repeat(100)}…`)
    expect(html).not.toContain('x'.repeat(101))
  })
})

test('The story of a charge tells what happened to its chargebacks, once and with who did it, and what is due', async () => {
  const { charge, chargeback } = await disputed()
  await t.put(`/chargebacks/${chargeback}`, { status: 'declined' })
  expect(await story(charge)).toEqual([
    expect.stringMatching(/^chg \(order-0001\) merchant: created/),
    'cbk (order-0001) issuer: disputes 100 NGN → new',
    'cbk (order-0001) merchant: contests the chargeback → declined',
    expect.stringMatching(/^charge.completed \(order-0001\) to .*: attempt 1$/),
    'chg (order-0001): it is settled',
    'cbk (order-0001): the chargeback is decided',
  ])
  await t.advance('24h')
  expect(await story(charge)).toContain('cbk (order-0001) issuer: decided → won')
})

test('The page of a settlement has its sums, what joined it and what was deducted, and when it is paid out', async () => {
  const charge = (await t.created({ amount: 10_000, reference: 'order-0001' })).id
  await t.advance('24h')
  await t.post('/refunds', { charge_id: charge, amount: 1000 })
  await t.advance('2s')
  const [settlement] = t.world.state.settlements
  const [refund] = t.world.state.refunds
  const path = `settlements/${settlement?.id}`
  const html = await page(path)
  for (const sum of ['10,000.00', '−<span class="num">140.00', '−<span class="num">1,000.00', '8,849.50'])
    expect(html).toContain(sum)
  await expectLinks([[path, [`charges/${charge}`, `refunds/${refund?.id}`]]])
  await expectLinks([[`refunds/${refund?.id}`, [path]]])
  expect(await story(settlement?.id ?? '')).toEqual([
    'stl: opened',
    'chg (order-0001) clock: settled → succeeded',
    expect.stringMatching(/^chg \(order-0001\) merchant: rfd_\w+ refunds 1000 NGN/),
    expect.stringMatching(/^chg \(order-0001\) service: rfd_\w+ succeeded/),
    'stl: it is paid out',
  ])
  expect(html).toContain('>Advance to it</button>')
  await t.advance('1d')
  const after = await page(path)
  expect(after).toContain('<span>paid out</span>')
  expect(after).not.toContain('Advance to it')
})

test('The page of a settlement also has what ended before its charges settled', async () => {
  const charge_id = (await t.created({ amount: 10_000 })).id
  await t.post('/refunds', { charge_id, amount: 1000 })
  const { body } = await t.post('/chargebacks', { charge_id, amount: 500, type: 'local' })
  await t.put(`/chargebacks/${body.data.id}`, { status: 'accepted' })
  await t.advance('24h')
  const path = `settlements/${[...t.world.state.settlements][0]?.id}`
  const parts = [`refunds/${[...t.world.state.refunds][0]?.id}`, `chargebacks/${body.data.id}`]
  expect(await page(path)).toContain('8,349.50')
  await expectLinks([[path, parts], ...parts.map((from) => [from, [path]] as const)])
})

describe('The page of a virtual account', () => {
  test('has the stories of its payments, a form for any amount, and links to its charges, which link back', async () => {
    const id = await opened()
    const path = `virtual-accounts/${id}`
    expect(await page(path)).toContain(`data-url="/_emulator/virtual-accounts/${id}/pay" data-step="0"`)
    await t.post(`/_emulator/virtual-accounts/${id}/pay`, { amount: 50 })
    await t.post(`/_emulator/virtual-accounts/${id}/pay`, { amount: 70 })
    await t.created()
    const charges = Array.from(t.world.state.charges, (charge) => `charges/${charge.id}`)
    const paid = charges.slice(0, 2)
    await expectLinks([
      [path, [...paid, 'customers/cus_adaobi0001']],
      ...paid.map((from) => [from, [path]] as const),
      ['customers/cus_adaobi0001', [path]],
      ['virtual-accounts', [path]],
    ])
    expect(await page(path)).not.toContain(href(charges[2] ?? ''))
    expect(await page(path)).toContain('data-step="2"')
    expect((await story(id)).filter((line) => line.includes('paid in to account'))).toEqual([
      expect.stringMatching(/^chg \(account-0001-1\) payer: paid in to account \d{10}.* → succeeded$/),
      expect.stringMatching(/^chg \(account-0001-2\) payer: paid in to account \d{10}.* → succeeded$/),
    ])
  })

  test('has a button that pays the amount that it takes, until it is used up', async () => {
    const id = await opened({ account_type: 'dynamic', amount: 2500 })
    const path = `virtual-accounts/${id}`
    expect(await page(path)).toContain('>Pay 2500 NGN</button>')
    expect(await page(path)).not.toContain('Pay this amount')
    await t.post(`/_emulator/virtual-accounts/${id}/pay`, {})
    expect(await page(path)).toContain('Takes no more payments')
    expect(await page(path)).not.toContain('>Pay 2500 NGN</button>')
  })

  test('tells when it expires, and that it has', async () => {
    const id = await opened({ account_type: 'dynamic', amount: 2500, expiry: 60 })
    expect(await story(id)).toEqual(['vac (account-0001): the virtual account expires'])
    await t.advance('1m')
    expect(await story(id)).toEqual(['vac (account-0001) clock: the virtual account expired'])
  })
})

describe('The page of a charge', () => {
  const about = async (id: string | undefined): Promise<string> => {
    const [, html = ''] = /<div id="about"[^>]*>([\s\S]*?)<\/dl>/.exec(await page(`charges/${id}`)) ?? []
    return html
      .replaceAll(/<button.*?<\/button>/g, '')
      .replaceAll(/<\/div>/g, '\n')
      .replaceAll(/<[^>]+>/g, ' ')
  }
  const payer = { email: 'payer@example.com', account_bank: '058', account_number: '0690000031' }

  test('tells its v3 id, its tx_ref if it is not the reference, and which interface made it', async () => {
    const { id } = await t.created({ reference: 'order-0001' })
    expect(await about(id)).toMatch(/v3 id\s+1000001\s[\s\S]*Created by\s+the charge interface\s/)
    expect(await about(id)).not.toContain('tx_ref')
    for (const tx_ref of ['order #2', 'order-3'])
      await t.post('/v3/charges?type=ussd', { ...payer, tx_ref, amount: 10, currency: 'NGN' })
    const [, second, third] = t.world.state.charges
    expect(await about(second?.id)).toMatch(/v3 id\s+1000002\s+tx_ref\s+order #2\s+Created by\s+v3\s/)
    expect(await about(third?.id)).toMatch(/v3 id\s+1000003\s+Created by\s+v3\s/)
  })

  test('tells that it was paid into a virtual account, and whose that is', async () => {
    await t.post(`/_emulator/virtual-accounts/${await opened()}/pay`, { amount: 50 })
    const number = { email: 'payer@example.com', amount: 70, tx_ref: 'account-0002' }
    await t.post('/v3/virtual-account-numbers', number)
    const [, second] = t.world.state.virtualAccounts
    await t.post(`/_emulator/virtual-accounts/${second?.id}/pay`, {})
    const [charge, charged] = t.world.state.charges
    expect(await about(charge?.id)).toMatch(/a payment into\s+vac_\w+\s*, an account of the charge interface/)
    expect(await about(charged?.id)).toMatch(/a payment into\s+vac_\w+\s*, an account of v3/)
  })

  test('links to the hosted page on which it was paid', async () => {
    const { body } = await t.post<{ data: { link: string } }>('/v3/payments', {
      ...{ tx_ref: 'shop-order-1', amount: 2500, currency: 'NGN', redirect_url: 'https://shop.test/paid' },
      customer: { email: 'payer@example.com' },
    })
    const path = new URL(body.data.link).pathname
    await t.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: 'method=card&card_number=4000000000020000',
    })
    const [charge] = t.world.state.charges
    expect(await page(`charges/${charge?.id}`)).toContain(`v3, on the hosted page <a href="${path}">`)
  })
})
