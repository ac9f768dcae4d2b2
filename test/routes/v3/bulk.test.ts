import { describe, expect, inject, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type TransferView, transferBody, type V3Body } from '../../support/transfer.ts'

type Queued = V3Body<{ id: number; approver: string | null }>

const send = (t: Harness, bulk_data: unknown, key?: string) =>
  t.post<Queued>('/v3/bulk-transfers', { title: 'Salaries', bulk_data }, { 'x-scenario-key': key ?? null })

describe('a bulk transfer', () => {
  test('is queued, and its transfers take their course', async () => {
    const t = harness()
    const { account_bank: bank_code, ...other } = transferBody({ amount: 20 })
    const { status, body } = await send(t, [transferBody({ amount: 10 }), { ...other, bank_code }])
    expect([status, body.message]).toEqual([200, 'Bulk transfer queued'])
    expect(body.data).toMatchObject({ id: 7_000_001, approver: null })
    const { body: one } = await t.get<Queued>('/v3/bulk-transfers/7000001')
    expect(one.data).toEqual(body.data)
    const listed = async () =>
      (await t.get<V3Body<TransferView[]>>('/v3/bulk-transfers?batch_id=7000001')).body.data
    expect((await listed()).map(({ id, amount, status: state }) => [id, amount, state])).toEqual([
      [5_000_001, 10, 'NEW'],
      [5_000_002, 20, 'NEW'],
    ])
    await t.advance('1m')
    expect((await listed()).map(({ status: state }) => state)).toEqual(['SUCCESSFUL', 'SUCCESSFUL'])
    expect(t.webhooks).toHaveLength(2)
  })

  test('is created whole or not at all, and names the place of what is wrong', async () => {
    const t = harness()
    const twice = transferBody()
    const before = (await t.get('/v3/balances')).text
    for (const [items, message] of [
      [[transferBody(), transferBody({ account_bank: 'nowhere' })], /^bulk_data\.1\.account_bank: /],
      [[transferBody(), twice, twice], /^bulk_data\.2\.reference .* is in use/],
      [[transferBody({ amount: 0 })], /^bulk_data\.0\.amount: /],
      [[], /^bulk_data: must not be empty/],
      [undefined, /^bulk_data: /],
    ] as const)
      expect(refusal(await send(t, items))).toEqual([400, expect.stringMatching(message)])
    expect(t.world.state.transfers.size).toBe(0)
    expect((await t.get('/v3/balances')).text).toBe(before)
    expect((await t.get('/v3/bulk-transfers/7000001')).status).toBe(404)
    expect((await t.get('/v3/bulk-transfers?batch_id=1')).status).toBe(404)
  })

  test('holds the money of every transfer, and funds only those that the balance covers', async () => {
    const { v3 } = inject('builtIn').fixtures
    const t = harness({ fixtures: { v3: { ...v3, balances: { ...v3.balances, NGN: 1000 } } } })
    await send(t, [transferBody({ amount: 600 }), transferBody({ amount: 600 })])
    await t.advance('1m')
    const { body: list } = await t.get<V3Body<TransferView[]>>('/v3/bulk-transfers?batch_id=7000001')
    expect(list.data.map(({ status }) => status)).toEqual(['SUCCESSFUL', 'FAILED'])
  })

  test('follows one scenario key, and the suffixes of its references', async () => {
    const t = harness()
    await send(t, [transferBody(), transferBody()], 'scenario:failed')
    await send(t, [transferBody({ reference: 'salary-1_PMCK_ST_F' }), transferBody()])
    await t.advance('1m')
    expect([...t.world.state.transfers].map(({ status }) => status)).toEqual([
      'FAILED',
      'FAILED',
      'FAILED',
      'SUCCESSFUL',
    ])
    expect(refusal(await send(t, [transferBody()], 'scenario:invalid_currency'))).toEqual([
      400,
      'The currency of this transfer is not supported',
    ])
  })
})

describe('a bill', () => {
  const bill = (t: Harness, overrides: object = {}) =>
    t.post<V3Body<{ reference: string; network: string; status: string }>>('/v3/bills', {
      country: 'NG',
      customer: '+2348012345678',
      amount: 500,
      type: 'AIRTIME',
      reference: 'bill-7',
      ...overrides,
    })

  test('of the categories is paid from the balance', async () => {
    const t = harness()
    const { body: categories } =
      await t.get<V3Body<{ item_code: string; is_airtime: boolean }[]>>('/v3/bill-categories')
    expect(categories.data).toContainEqual(expect.objectContaining({ item_code: 'AT099', is_airtime: true }))
    const available = async () =>
      (await t.get<V3Body<{ available_balance: number; ledger_balance: number }>>('/v3/balances/NGN')).body
        .data
    const before = await available()
    const { status, body } = await bill(t)
    expect([status, body.message, body.data.status]).toEqual([200, 'Bill payment Successful', 'successful'])
    await bill(t, { type: 'UB157', customer: '45700000001', reference: 'bill-8' })
    const now = await available()
    // The fee of the second is 100.
    expect(before.available_balance - now.available_balance).toBe(1100)
    expect(before.ledger_balance - now.ledger_balance).toBe(1100)
    expect((await t.get<V3Body<object>>('/v3/bills/bill-7')).body.data).toEqual(body.data)
    const { body: list } = await t.get<V3Body<{ reference: string }[]>>('/v3/bills')
    expect(list.data.map(({ reference }) => reference)).toEqual(['bill-8', 'bill-7'])
  })

  test.each([
    [{ type: 'cheese' }, /^type: no bill "cheese"/],
    [{ customer: '12' }, /^customer: must be a mobile number/],
    [{ country: 'GH' }, /^country: /],
    [{ type: 'UB157', customer: '45700000001', amount: 5 }, /^amount: must be at least 500/],
    [{ amount: 1e12 }, /^amount: the NGN balance of/],
    [{ amount: -1 }, /^amount: /],
  ])('is not paid with %j', async (overrides, message) => {
    const t = harness()
    expect(refusal((await bill(t, overrides)) as never)).toEqual([400, expect.stringMatching(message)])
    expect(t.world.state.bills.size).toBe(0)
  })

  test('has a reference that no other bill has; without one, it gets one', async () => {
    const t = harness()
    await bill(t)
    expect(refusal((await bill(t)) as never)).toEqual([
      400,
      expect.stringMatching(/^reference: "bill-7" is in use/),
    ])
    expect((await bill(t, { reference: null })).body.data.reference).toMatch(/^bil_/)
    expect((await t.get('/v3/bills/nothing')).status).toBe(404)
  })
})

describe('a biller', () => {
  const pay = (t: Harness, item: string, overrides: object = {}, biller = 'BIL112') =>
    t.post<V3Body<{ product: string; amount: number; customer: string }>>(
      `/v3/billers/${biller}/items/${item}/payment`,
      { country: 'NG', customer_id: '45700000001', amount: 700, reference: 'light-1', ...overrides },
    )

  test('has items, one of which is paid by its code', async () => {
    const t = harness()
    const { body } = await t.get<V3Body<{ item_code: string }[]>>('/v3/billers/BIL112/items')
    expect(body.data.map(({ item_code }) => item_code)).toEqual(['UB157', 'UB158'])
    expect((await t.get('/v3/billers/BIL000/items')).status).toBe(404)
    const paid = await pay(t, 'UB157')
    expect(paid.body.data).toMatchObject({
      product: 'Prepaid electricity',
      amount: 700,
      customer: '45700000001',
    })
    expect((await t.get('/v3/bills/light-1')).status).toBe(200)
  })

  test.each([
    ['UB157', {}, 'BIL119', 404, /^no item "UB157" of this biller; it has CB140, CB141/],
    ['UB157', {}, 'BIL000', 404, /^no biller "BIL000"/],
    ['UB157', { customer_id: '1' }, 'BIL112', 400, /^customer: must be a meter number/],
    ['UB157', { customer_id: undefined }, 'BIL112', 400, /^customer_id: /],
    ['UB157', { amount: 1 }, 'BIL112', 400, /^amount: must be at least 500/],
  ])('is not paid for %s with %j (%s)', async (item, overrides, biller, status, message) => {
    const t = harness()
    expect(refusal(await pay(t, item, overrides, biller))).toEqual([status, expect.stringMatching(message)])
    expect(t.world.state.bills.size).toBe(0)
  })
})

describe('bulk bills', () => {
  const airtime = (reference: string, overrides: object = {}) => ({
    country: 'NG',
    customer: '+2348012345678',
    amount: 500,
    type: 'AIRTIME',
    reference,
    ...overrides,
  })
  const send = (t: Harness, bulk_data: unknown) =>
    t.post<V3Body<{ batch_reference: string }>>('/v3/bulk-bills', { bulk_reference: 'bills-1', bulk_data })

  test('are paid all or none, and the refusal names the place of what is wrong', async () => {
    const { v3 } = inject('builtIn').fixtures
    const t = harness({ fixtures: { v3: { ...v3, balances: { ...v3.balances, NGN: 1200 } } } })
    for (const [bills, message] of [
      [[airtime('bill-1'), airtime('bill-1')], /^bulk_data\.1\.reference: /],
      [[airtime('bill-1'), airtime('bill-2', { type: 'nothing' })], /^bulk_data\.1\.type: /],
      [
        [airtime('bill-1'), airtime('bill-2'), airtime('bill-3')],
        /^bulk_data\.2\.amount: .*balance of 200 does not cover 500/,
      ],
      [[], /^bulk_data: must not be empty/],
    ] as const)
      expect(refusal(await send(t, bills))).toEqual([400, expect.stringMatching(message)])
    expect(t.world.state.bills.size).toBe(0)
    const { body } = await send(t, [airtime('bill-1'), airtime('bill-2')])
    expect([body.message, body.data]).toEqual([
      'Bulk bill payment was queued',
      { batch_reference: 'bills-1' },
    ])
    const { body: balance } = await t.get<V3Body<{ ledger_balance: number }>>('/v3/balances/NGN')
    expect(balance.data.ledger_balance).toBe(200)
  })
})
