import { expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

const item = (tx_ref: string, overrides: object = {}) => ({
  tx_ref,
  token: 'tok_pmd_card000001',
  email: 'adaobi@example.com',
  amount: 900,
  currency: 'NGN',
  ...overrides,
})

const send = (t: Harness, bulk_data: unknown, overrides: object = {}, key?: string) =>
  t.post<V3Body<{ id: number }>>(
    '/v3/bulk-tokenized-charges',
    { title: 'January', bulk_data, ...overrides },
    { 'x-scenario-key': key ?? null },
  )

test('A bulk charge in v3 charges every token, and tells how far it is', async () => {
  const t = harness()
  const { status, body } = await send(t, [item('sub-1'), item('sub-2', { amount: '15.5' })])
  expect([status, body.message, body.data.id]).toEqual([200, 'Bulk charge successful', 8_000_001])
  const { body: one } = await t.get<V3Body<object>>('/v3/bulk-tokenized-charges/8000001')
  expect(one.data).toMatchObject({
    title: 'January',
    total_charges: 2,
    processed_charges: 2,
    pending_charges: 0,
  })
  const { body: list } = await t.get<V3Body<{ tx_ref: string; amount: number; status: string }[]>>(
    '/v3/bulk-tokenized-charges/8000001/transactions',
  )
  expect(list.data.map(({ tx_ref, amount, status: state }) => [tx_ref, amount, state])).toEqual([
    ['sub-1', 900, 'successful'],
    ['sub-2', 15.5, 'successful'],
  ])
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(2)
})

test('A bulk charge in v3 is created whole or not at all, and names the place of what is wrong', async () => {
  const t = harness()
  await send(t, [item('sub-0')])
  for (const [items, message] of [
    [[item('sub-1'), item('sub-0')], /^bulk_data\.1\.tx_ref: "sub-0" is in use/],
    [[item('sub-1'), item('sub-1')], /^bulk_data\.1\.tx_ref: "sub-1" is that of another charge/],
    [[item('sub-1', { token: 'tok_x' })], /^bulk_data\.0\.token: /],
    [[item('sub-1', { amount: 0 })], /^bulk_data\.0\.amount: /],
    [[], /^bulk_data: must not be empty/],
  ] as const)
    expect(refusal(await send(t, items))).toEqual([400, expect.stringMatching(message)])
  expect([t.world.state.charges.size, t.world.state.chargeBatches.size]).toEqual([1, 1])
  expect((await t.get('/v3/bulk-tokenized-charges/1')).status).toBe(404)
  expect((await t.get('/v3/bulk-tokenized-charges/1/transactions')).status).toBe(404)
})

test('A bulk charge in v3 follows one scenario key, and ignores retry_strategy with a warning', async () => {
  const t = harness()
  const answer = await send(
    t,
    [item('sub-1'), item('sub-2')],
    { retry_strategy: { retry_interval: 120 } },
    'issuer:insufficient_funds',
  )
  expect(answer.headers.get('x-emulator-warning')).toContain('retry_strategy was ignored')
  expect([...t.world.state.charges].map(({ status }) => status)).toEqual(['failed', 'failed'])
})

test('The customer of a token in v3 gets another address, name and phone number', async () => {
  const t = harness()
  const update = (token: string, body: object) =>
    t.put<V3Body<object>>(`/v3/tokens/${token}`, { email: 'ada@example.com', ...body })
  const { body } = await update('tok_pmd_card000001', { full_name: 'Ada Obi', phone_number: '08031234567' })
  expect([body.message, body.data]).toMatchObject([
    'Token details updated',
    {
      customer_email: 'ada@example.com',
      customer_full_name: 'Ada Obi',
      customer_phone_number: '2348031234567',
    },
  ])
  expect((await send(t, [item('sub-1', { email: 'ada@example.com' })])).status).toBe(200)
  expect((await send(t, [item('sub-2')])).status).toBe(400)
  expect((await update('tok_pmd_nothing', {})).status).toBe(404)
  expect((await update('tok_pmd_card000001', { email: 'x' })).status).toBe(400)
})
