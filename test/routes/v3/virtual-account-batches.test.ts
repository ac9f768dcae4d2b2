import { expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

interface Account {
  order_ref: string
  account_number: string
  amount: number
}

const create = (t: Harness, overrides: object = {}, key?: string) =>
  t.post<V3Body<{ batch_id: string; response_code: string }>>(
    '/v3/bulk-virtual-account-numbers',
    { accounts: 3, email: 'tenant@example.com', tx_ref: 'rents_2030', ...overrides },
    { 'x-scenario-key': key ?? null },
  )

const accountsOf = async (t: Harness, id: string) =>
  (await t.get<V3Body<Account[]>>(`/v3/bulk-virtual-account-numbers/${id}`)).body.data

const payIn = (t: Harness, { order_ref }: Account, body?: object) =>
  t.post(`/_emulator/virtual-accounts/${order_ref}/pay`, body)

test('Virtual accounts of a batch have one tx_ref, one customer and numbers of their own', async () => {
  const t = harness()
  const { status, body } = await create(t, { amount: 2500 })
  expect([status, body.message]).toEqual([200, 'Bulk virtual accounts creation in progress'])
  expect(body.data).toMatchObject({ batch_id: expect.stringMatching(/^vab_/), response_code: '02' })
  const accounts = await accountsOf(t, body.data.batch_id)
  expect(new Set(accounts.map(({ account_number }) => account_number)).size).toBe(3)
  const [first, second] = accounts as [Account, Account]
  const { body: one } = await t.get<V3Body<Account>>(`/v3/virtual-account-numbers/${second.order_ref}`)
  expect(one.data).toEqual(second)
  expect((await payIn(t, first)).status).toBe(200)
  expect((await payIn(t, second)).status).toBe(200)
  const { body: list } = await t.get<V3Body<{ tx_ref: string; customer: { id: number } }[]>>(
    '/v3/transactions?tx_ref=rents_2030',
  )
  expect(list.data).toHaveLength(2)
  expect(new Set(list.data.map(({ customer }) => customer.id)).size).toBe(1)
})

test('Accounts of a permanent batch take any amount, and the scenario key is for their charges', async () => {
  const t = harness()
  const { body } = await create(t, { is_permanent: true, accounts: 1 }, 'issuer:do_not_honor')
  const [account] = (await accountsOf(t, body.data.batch_id)) as [Account]
  await payIn(t, account, { amount: 7 })
  expect([...t.world.state.charges].map(({ status, amount }) => [status, amount])).toEqual([['failed', 7]])
})

test.each([
  [{ accounts: 0 }, /^accounts: must be at least 1/],
  [{ accounts: 501 }, /^accounts: must be at most 500/],
  [{ accounts: undefined }, /^accounts: /],
  [{ email: undefined }, /^email: /],
])('A batch of virtual accounts with %j is a 400 that creates none', async (overrides, message) => {
  const t = harness()
  expect(refusal(await create(t, overrides))).toEqual([400, expect.stringMatching(message)])
  expect(t.world.state.virtualAccounts.size).toBe(0)
})

test('A batch of virtual accounts needs a tx_ref of its own, or gets one', async () => {
  const t = harness()
  await create(t)
  expect(refusal(await create(t))).toEqual([400, expect.stringMatching(/^tx_ref: "rents_2030" is in use/)])
  expect((await create(t, { tx_ref: undefined })).status).toBe(200)
  expect((await create(t, { tx_ref: 'x'.repeat(100), accounts: 500 })).status).toBe(200)
  expect((await t.get('/v3/bulk-virtual-account-numbers/vab_nothing')).status).toBe(404)
})

test('A virtual account in v3 is closed by its status, once', async () => {
  const t = harness()
  const { body } = await create(t, { is_permanent: true })
  const [account] = (await accountsOf(t, body.data.batch_id)) as [Account]
  const close = (status: string, ref = account.order_ref) =>
    t.post<V3Body<{ status_desc: string }>>(`/v3/virtual-account-numbers/${ref}`, { status })
  expect(refusal(await close('active'))).toEqual([400, expect.stringMatching(/^status: /)])
  expect((await close('inactive')).body.data.status_desc).toBe('Virtual account closed')
  expect((await payIn(t, account, { amount: 7 })).status).toBe(409)
  expect((await close('inactive')).status).toBe(409)
  expect((await close('inactive', 'vac_x')).status).toBe(404)
})
