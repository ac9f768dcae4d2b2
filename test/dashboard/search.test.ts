import { expect, test } from 'vitest'
import { searchFor } from '../../src/dashboard/screens/search.ts'
import { type Harness, harness } from '../harness.ts'

/** The keys of the rows that a list shows for a search. */
async function rows(t: Harness, list: string, q: string): Promise<string[]> {
  const html = await (await t.fetch(`/_emulator/ui/${list}?${new URLSearchParams({ q })}`)).text()
  const [shown = ''] = /<tbody>[\s\S]*<\/tbody>/.exec(html.slice(html.indexOf('id="list"'))) ?? []
  return [...shown.matchAll(/<tr data-key="([^"]+)"/g)].map(([, key = '']) => key)
}

async function shop() {
  const t = harness()
  await t.created({ payment_method_id: 'pmd_momo000001', reference: 'elsewhere-1' })
  const charge = await t.created(
    { reference: 'Basket-77', amount: 1234.5, meta: { Campaign: 'Spring' }, recurring: true },
    'issuer:insufficient_funds',
  )
  return { t, charge }
}

test.each([
  ['reference in capitals', () => 'BASKET-77'],
  ['id', ({ id }: { id: string }) => id.toUpperCase()],
  ['status', () => 'Failed'],
  ['issuer response', () => 'insufficient_FUNDS'],
  ['scenario key', () => 'Issuer:Insuff'],
  ['amount', () => '1234.5'],
  ['meta', () => 'campaign":"spring'],
  ['last digits', () => '4246'],
])('A charge is found by its %s', async (_what, textOf) => {
  const { t, charge } = await shop()
  expect(await rows(t, 'charges', textOf(charge))).toEqual([charge.id])
})

test('A charge of v3 is found by its tx_ref and its v3 id, in the list and everywhere', async () => {
  const { t } = await shop()
  const payer = { email: 'payer@example.com', account_bank: '058', account_number: '0690000031' }
  const made = { ...payer, tx_ref: 'Basket #78', amount: 1500, currency: 'NGN' }
  const { body } = await t.post<{ data: { id: number } }>('/v3/charges?type=ussd', made)
  const charge = t.world.state.charges.by('txRef', 'Basket #78')
  for (const text of ['basket #78', String(body.data.id)]) {
    expect([text, await rows(t, 'charges', text)]).toEqual([text, [charge?.id]])
    const found = await (await t.fetch(`/_emulator/ui/find?${new URLSearchParams({ q: text })}`)).text()
    expect(found).toContain(`href="/_emulator/ui/charges/${charge?.id}"`)
  }
})

test('Charges are found by the name and the e-mail address of their customer', async () => {
  const { t, charge } = await shop()
  for (const text of ['adaobi OKAFOR', 'ADAOBI@example'])
    expect(await rows(t, 'charges', text)).toContain(charge.id)
  expect(await rows(t, 'charges', 'nobody@example.com')).toEqual([])
})

test.each([
  ['id', ({ id }: { id: string }) => id],
  ['reference', () => 'basket-77'],
])('The request that made a charge is found by its %s', async (_what, textOf) => {
  const { t, charge } = await shop()
  const made = [...t.world.requests].find(({ requestBody }) => requestBody.includes('Basket-77'))
  expect(await rows(t, 'requests', textOf(charge))).toEqual([`r${made?.id}`])
})

test('Requests are found by trace id, status, header and method with path', async () => {
  const { t } = await shop()
  const entry = [...t.world.requests].at(-1)
  if (entry === undefined) throw new Error('there is no request')
  expect(await rows(t, 'requests', entry.traceId.toUpperCase())).toEqual([`r${entry.id}`])
  for (const text of ['post /CHARGES', 'insufficient_funds', 'application/json'])
    expect(await rows(t, 'requests', text)).toContain(`r${entry.id}`)
})

test('What is masked in a request is not found', async () => {
  const t = harness()
  await t.charge({ meta: { card: '5531886652142950' } })
  expect(await rows(t, 'requests', '5531886652142950')).toEqual([])
})

test.each([
  ['reference', 'BASKET-A'],
  ['part of a word', 'asket-a'],
])('An order, a refund, a transfer and an event are found by %s', async (_what, text) => {
  const t = harness()
  const held = await t.created({ reference: 'basket-a1' }, 'scenario:auth_capture')
  const paid = await t.created({ reference: 'basket-a2' })
  await t.post('/refunds', { charge_id: paid.id, reason: 'requested_by_customer' })
  await t.post('/v3/transfers', {
    ...{ account_bank: '044', account_number: '0690000031', amount: 10, currency: 'NGN', narration: 'x' },
    reference: 'basket-a3',
  })
  expect(held.id).toMatch(/^chg_/)
  for (const list of ['orders', 'refunds', 'transfers', 'webhooks'])
    expect([list, (await rows(t, list, text)).length > 0]).toEqual([list, true])
  for (const list of ['orders', 'refunds', 'transfers', 'webhooks'])
    expect([list, await rows(t, list, 'basket-b')]).toEqual([list, []])
})

test('A search takes signs of patterns literally, and shown times as they are shown', () => {
  expect(searchFor('a.c')('abc')).toBe(false)
  expect(searchFor('(a|b)*')({ deep: ['x', '(A|B)*'] })).toBe(true)
  expect(searchFor('2030-01-01T00')({ at: Date.UTC(2030, 0, 1) })).toBe(true)
  expect(searchFor('ÄÖ')('xäö')).toBe(true)
  expect(searchFor(' ')(undefined)).toBe(true)
})
