import { describe, expect, test } from 'vitest'
import { harness } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

interface Refund {
  id: number
  tx_id: number
  amount_refunded: number
  status: string
  comments: string | null
}

const refundOf = (t: ReturnType<typeof harness>, body?: object, key?: string, id = 1_000_001) =>
  t.post<V3Body<Refund>>(`/v3/transactions/${id}/refund`, body, { 'x-scenario-key': key ?? null })

describe('a refund in v3', () => {
  test('is a refund of the charge, completed at once, which both generations know', async () => {
    const t = harness()
    const charge = await t.created({ amount: 100 })
    const { status, body } = await refundOf(t, { amount: '30.5', comments: 'too large' })
    expect([status, body.message]).toEqual([200, 'Transaction refund initiated'])
    expect(body.data).toMatchObject({
      tx_id: 1_000_001,
      amount_refunded: 30.5,
      status: 'completed',
      comments: 'too large',
    })
    const refunds = await t.get<{ data: object[] }>('/refunds')
    expect(refunds.body.data).toMatchObject([{ charge_id: charge.id, amount: 30.5, status: 'succeeded' }])
    expect((await t.get<V3Body<Refund>>(`/v3/refunds/${body.data.id}`)).body.data).toEqual(body.data)
    const rest = await refundOf(t)
    expect(rest.body.data.amount_refunded).toBe(69.5)
    const { body: list } = await t.get<V3Body<Refund[]>>('/v3/refunds')
    expect(list.data.map(({ amount_refunded }) => amount_refunded)).toEqual([69.5, 30.5])
    expect((await t.seen(charge.id)) as unknown).toMatchObject({ refunded: true })
    await t.advance('1s')
    const types = t.webhooks.map(({ text }) => JSON.parse(text).type)
    expect(types.filter((type) => type === 'refund.completed')).toHaveLength(2)
  })

  test('of the charge interface is listed too, pending until it ends', async () => {
    const t = harness()
    const { id } = await t.created({ amount: 100 })
    await t.post('/refunds', { charge_id: id, amount: 5 })
    const states = async () =>
      (await t.get<V3Body<Refund[]>>('/v3/refunds?tx_id=1000001')).body.data.map(({ status }) => status)
    expect(await states()).toEqual(['pending'])
    await t.advance('3s')
    expect(await states()).toEqual(['completed'])
    expect((await t.get<V3Body<Refund[]>>('/v3/refunds?status=failed')).body.data).toEqual([])
  })

  test('fails if its scenario key says so, and then gives the amount back to the charge', async () => {
    const t = harness()
    await t.created({ amount: 100 })
    expect((await refundOf(t, {}, 'issuer:do_not_honor')).body.data.status).toBe('failed')
    expect((await refundOf(t)).body.data).toMatchObject({ status: 'completed', amount_refunded: 100 })
  })

  test('is refused beyond what is left, for nothing and for a transaction that did not succeed', async () => {
    const t = harness()
    await t.created({ amount: 100 })
    await t.created({}, 'issuer:do_not_honor')
    expect(refusal(await refundOf(t, { amount: 100.01 }))).toEqual([400, expect.stringMatching(/^amount: /)])
    expect((await refundOf(t, {}, undefined, 1_000_002)).status).toBe(409)
    expect((await refundOf(t, {}, undefined, 1)).status).toBe(404)
    expect((await t.get('/v3/refunds/1')).status).toBe(404)
  })
})

describe('around a transaction', () => {
  test('its events are listed, oldest first', async () => {
    const t = harness()
    await t.created({}, 'scenario:auth_3ds')
    const [charge] = t.world.state.charges
    await t.post(`/_emulator/charges/${charge?.id}/payer`, { action: 'approve' })
    const { body } = await t.get<V3Body<object[]>>('/v3/transactions/1000001/events')
    expect(body.data).toMatchObject([
      { actor: 'merchant', action: 'pending', object: 'transaction', context: 'api' },
      { actor: 'payer', action: 'successful', context: 'checkout' },
    ])
    expect((await t.get('/v3/transactions/7/events')).status).toBe(404)
  })

  test('its webhook can be sent again, once there is one', async () => {
    const t = harness()
    await t.created({}, 'scenario:auth_3ds')
    const early = await t.post<V3Body<null>>('/v3/transactions/1000001/resend-hook')
    expect(refusal(early)).toEqual([400, expect.stringContaining('there is one when it has ended')])
    await t.created()
    await t.advance('1s')
    expect(t.webhooks).toHaveLength(1)
    const { body } = await t.post<V3Body<string>>('/v3/transactions/1000002/resend-hook')
    expect(body.data).toBe('hook sent')
    await t.advance('1s')
    expect(t.webhooks).toHaveLength(2)
    expect(t.webhooks[1]?.text).toBe(t.webhooks[0]?.text)
    expect((await t.post('/v3/transactions/7/resend-hook')).status).toBe(404)
  })

  test.each([
    ['', 1500.5],
    ['&payment_type=card', 1500.5],
    ['&payment_type=mobilemoney&currency=GHS', 1500.5],
    ['&payment_type=bank_transfer', 20_000],
    ['&payment_type=mobile_money_ghana&currency=GHS', 70],
  ])('its fee can be asked for: %s of %s', async (query, amount) => {
    const t = harness()
    const { body } = await t.get<V3Body<{ fee: number; charge_amount: number }>>(
      `/v3/transactions/fee?amount=${amount}${query}`,
    )
    const method = /mobile/.test(query) ? 'pmd_momo000001' : /bank/.test(query) ? 'pmd_transfer01' : undefined
    const { fees } = await t.created({
      amount,
      currency: /GHS/.test(query) ? 'GHS' : 'NGN',
      ...(method && { payment_method_id: method }),
    })
    expect(body.data.charge_amount).toBe(amount)
    expect(body.data.fee).toBeCloseTo(
      fees.reduce((sum, fee) => sum + fee.amount, 0),
      6,
    )
  })

  test('its fee needs an amount and a known payment type', async () => {
    const t = harness()
    expect((await t.get('/v3/transactions/fee')).status).toBe(400)
    expect((await t.get('/v3/transactions/fee?amount=5&payment_type=shells')).status).toBe(400)
  })
})

describe('the holder of an account', () => {
  const resolve = (body: object) =>
    harness().post<V3Body<{ account_name: string; account_number: string }>>('/v3/accounts/resolve', body)

  test('has the name that a transfer to the account shows', async () => {
    const t = harness()
    const account = { account_bank: '044', account_number: '0690000031' }
    const { status, body } = await resolve(account)
    expect([status, body.message]).toEqual([200, 'Account details fetched'])
    const transfer = await t.post<V3Body<{ full_name: string }>>('/v3/transfers', {
      ...account,
      amount: 100,
      currency: 'NGN',
    })
    expect(body.data).toEqual({ account_number: '0690000031', account_name: transfer.body.data.full_name })
    const ghana = await resolve({ account_bank: 'GH280100', account_number: '0031625807099' })
    expect(ghana.body.data.account_name).toMatch(/\w/)
  })

  test.each([
    [{ account_bank: 'nowhere', account_number: '0690000031' }, /^account_bank: no bank "nowhere"/],
    [{ account_bank: '044', account_number: '1' }, /^account_number: must be/],
    [{ account_number: '0690000031' }, /^account_bank: /],
  ])('is not found for %j', async (body, message) => {
    expect(refusal(await resolve(body))).toEqual([400, expect.stringMatching(message)])
  })
})
