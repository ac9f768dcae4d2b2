import { expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

interface Account {
  order_ref: string
  account_number: string
  bank_name: string
  expiry_date: string
  amount: number
  note: string
}

const create = (t: Harness, overrides: object = {}, key?: string) =>
  t.post<V3Body<Account>>(
    '/v3/virtual-account-numbers',
    { email: 'payer@example.com', tx_ref: 'rent_2030', amount: 2500, firstname: 'Ngozi', ...overrides },
    { 'x-scenario-key': key ?? null },
  )

const payIn = (t: Harness, { order_ref }: Account, body?: object) =>
  t.post(`/_emulator/virtual-accounts/${order_ref}/pay`, body)

test('A virtual account in v3 takes one payment, which becomes a transaction with its tx_ref', async () => {
  const t = harness({ settings: { webhookForm: 'v3' } })
  const { status, body } = await create(t)
  expect([status, body.message]).toEqual([200, 'Virtual account created'])
  expect(body.data).toMatchObject({
    account_number: expect.stringMatching(/^\d{10}$/),
    bank_name: 'Emulator Bank',
    amount: 2500,
    expiry_date: '2030-01-01T01:00:00.000Z',
  })
  const { body: read } = await t.get<V3Body<Account>>(`/v3/virtual-account-numbers/${body.data.order_ref}`)
  expect(read.data).toEqual(body.data)
  const again = await t.get<V3Body<Account>>(`/v3/bulk-virtual-account-numbers/${body.data.order_ref}`)
  expect(again.body).toEqual(read)
  expect((await payIn(t, body.data)).status).toBe(200)
  const found = await t.get<V3Body<{ status: string; amount: number }>>(
    '/v3/transactions/verify_by_reference?tx_ref=rent_2030',
  )
  expect(found.body.data).toMatchObject({ status: 'successful', amount: 2500, payment_type: 'bank_transfer' })
  await t.advance('1s')
  expect(t.webhooks.map(({ text }) => JSON.parse(text))).toMatchObject([
    { event: 'charge.completed', 'event.type': 'BANK_TRANSFER_TRANSACTION', data: { tx_ref: 'rent_2030' } },
  ])
  expect((await payIn(t, body.data)).status).toBe(409)
})

test('A permanent virtual account takes any number of payments of any amount, all with its tx_ref', async () => {
  const t = harness()
  const { body } = await create(t, { is_permanent: true, amount: undefined, narration: 'For the rent' })
  expect(body.data).toMatchObject({ amount: 0, note: 'For the rent' })
  await payIn(t, body.data, { amount: 10 })
  await payIn(t, body.data, { amount: 20 })
  const { body: list } = await t.get<V3Body<{ amount: number }[]>>('/v3/transactions?tx_ref=rent_2030')
  expect(list.data.map(({ amount }) => amount)).toEqual([20, 10])
})

test('The scenario key of a virtual account in v3 is for its charges', async () => {
  const t = harness()
  const { body } = await create(t, {}, 'issuer:do_not_honor')
  await payIn(t, body.data)
  expect([...t.world.state.charges].map(({ status }) => status)).toEqual(['failed'])
})

test.each([
  [{ email: 'x' }, /^email: /],
  [{ currency: 'XOF' }, /^currency: /],
  [{ amount: -1 }, /^amount: /],
  [{ expires: 5 }, /^expires: /],
])('A virtual account in v3 is not created with %j', async (overrides, message) => {
  expect(refusal(await create(harness(), overrides))).toEqual([400, expect.stringMatching(message)])
})

test('The tx_ref of a virtual account in v3 belongs to no other account or transaction', async () => {
  const t = harness()
  await create(t)
  expect(refusal(await create(t))).toEqual([400, expect.stringMatching(/^tx_ref: "rent_2030" is in use/)])
  expect((await create(t, { tx_ref: undefined })).status).toBe(200)
  expect((await t.get('/v3/virtual-account-numbers/vac_nothing')).status).toBe(404)
})
