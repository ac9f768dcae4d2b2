import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, transferBody, type V3Body } from '../../support/transfer.ts'

interface V3Chargeback {
  id: number
  transaction_id: number
  tx_ref: string
  status: string
  comment: string | null
  settlement_id: number | null
  meta: { history: { action: string }[] }
}

interface V3Settlement {
  id: number
  status: string
  gross_amount: number
  app_fee: number
  net_amount: number
  chargeback: number
  transactions: { id: number; charged_amount: number; settlement_amount: number }[]
}

interface Entry {
  type: string
  statement_type: string
  amount: number
  balance_before: number
  balance_after: number
  reference: string
}

/** A charge that its payer disputes. */
async function disputed(t: Harness): Promise<V3Chargeback> {
  const { id } = await t.created({ reference: 'shoes-0001' }, 'scenario:noauth')
  await t.post('/chargebacks', { charge_id: id, type: 'local' })
  const { body } = await t.get<V3Body<V3Chargeback[]>>('/v3/chargebacks')
  return body.data[0] as V3Chargeback
}

describe('a chargeback in v3', () => {
  test('is that of the charge interface, and names its transaction', async () => {
    const t = harness()
    const chargeback = await disputed(t)
    expect(chargeback).toMatchObject({ tx_ref: 'shoes-0001', status: 'new', settlement_id: null })
    const { body } = await t.get<V3Body<V3Chargeback>>(`/v3/chargebacks/${chargeback.id}`)
    expect(body.data).toEqual(chargeback)
    const verified = await t.get<V3Body<{ tx_ref: string }>>(
      `/v3/transactions/${chargeback.transaction_id}/verify`,
    )
    expect(verified.body.data.tx_ref).toBe('shoes-0001')
  })

  test.each([
    ['accept', 'accepted'],
    ['decline', 'declined'],
  ])('is answered with %s once, and is then %s in both interfaces', async (action, status) => {
    const t = harness()
    const { id } = await disputed(t)
    const answer = (sent: object) => t.put<V3Body<V3Chargeback>>(`/v3/chargebacks/${id}`, sent)
    const { body } = await answer({ action, comment: 'as agreed' })
    expect(body.data).toMatchObject({ status, comment: 'as agreed' })
    expect(body.data.meta.history.map((line) => line.action)).toEqual(['new', status])
    expect([...t.world.state.chargebacks].map((one) => one.status)).toEqual([status])
    expect((await answer({ action })).status).toBe(409)
    expect(refusal(await answer({ action: 'ignore' }))).toEqual([400, expect.stringMatching(/^action: /)])
  })

  test('is listed by status, transaction and id; an unknown one is a 404', async () => {
    const t = harness()
    const { id, transaction_id } = await disputed(t)
    const count = async (query: string) =>
      (await t.get<V3Body<unknown[]>>(`/v3/chargebacks?${query}`)).body.data.length
    for (const query of [`id=${id}`, `tx_id=${transaction_id}`, 'status=new', 'currency=NGN'])
      expect([query, await count(query)]).toEqual([query, 1])
    for (const query of ['id=1', 'tx_id=1', 'status=won', 'currency=GHS', 'to=2020-01-01'])
      expect([query, await count(query)]).toEqual([query, 0])
    expect((await t.get('/v3/chargebacks/1')).status).toBe(404)
    expect((await t.put('/v3/chargebacks/1', { action: 'accept' })).status).toBe(404)
  })
})

describe('a settlement in v3', () => {
  test('is that of the charge interface, with its transactions, fees and chargebacks', async () => {
    const t = harness()
    const { id } = await t.created({ amount: 1000 }, 'scenario:noauth')
    await t.advance('1d')
    const list = async (query = '') =>
      (await t.get<V3Body<V3Settlement[]>>(`/v3/settlements?${query}`)).body.data
    const [settlement] = (await list()) as [V3Settlement]
    expect(settlement).toMatchObject({ status: 'pending', gross_amount: 1000, chargeback: 0 })
    expect(settlement.net_amount).toBeCloseTo(1000 - settlement.app_fee, 9)
    await t.post('/chargebacks', { charge_id: id, type: 'local', amount: 100, status: 'lost' })
    const { body } = await t.get<V3Body<V3Settlement>>(`/v3/settlements/${settlement.id}`)
    expect(body.data).toMatchObject({ chargeback: 100, transactions: [{ charged_amount: 1000 }] })
    const { body: of } = await t.get<V3Body<V3Chargeback[]>>('/v3/chargebacks')
    expect(of.data[0]?.settlement_id).toBe(settlement.id)
    expect(await list('status=completed')).toEqual([])
    await t.advance('1d')
    expect(await list('status=completed&currency=NGN')).toMatchObject([{ status: 'completed' }])
    expect((await t.get('/v3/settlements/1')).status).toBe(404)
  })
})

describe('the wallet statement', () => {
  const statement = async (t: Harness, query = '') =>
    (
      await t.get<V3Body<{ page_info: { total: number }; transactions: Entry[] }>>(
        `/v3/wallet/statement?${query}`,
      )
    ).body.data

  test('lists transfers that were paid out or came back, and bills, and ends with the ledger balance', async () => {
    const t = harness()
    const balance = async () =>
      (await t.get<V3Body<{ ledger_balance: number }>>('/v3/balances/NGN')).body.data.ledger_balance
    const first = await balance()
    await t.post('/v3/transfers', transferBody({ reference: 'payout-1' }), {
      'x-scenario-key': 'scenario:reversed',
    })
    await t.post('/v3/transfers', transferBody({ reference: 'payout-2' }), {
      'x-scenario-key': 'scenario:failed',
    })
    await t.advance('2h')
    await t.post('/v3/bills', {
      customer: '2348012345678',
      amount: 500,
      type: 'AIRTIME',
      reference: 'bill-1',
    })
    await t.post('/v3/transfers', transferBody({ reference: 'payout-3' }))
    const { transactions } = await statement(t)
    expect(
      transactions.map(({ type, statement_type, reference }) => [type, statement_type, reference]),
    ).toEqual([
      ['D', 'bill', 'bill-1'],
      ['C', 'reversal', 'payout-1'],
      ['D', 'transfer', 'payout-1'],
    ])
    const [last, ...rest] = transactions as [Entry, ...Entry[]]
    expect(last.balance_after).toBe(await balance())
    expect(rest.at(-1)?.balance_before).toBe(first)
    for (const [index, { balance_before }] of transactions.entries())
      expect(transactions[index + 1]?.balance_after ?? first).toBe(balance_before)
  })

  test('is filtered by currency, type and time, and comes in pages of ten', async () => {
    const t = harness()
    for (let count = 0; count < 11; count++) await t.post('/v3/transfers', transferBody({ amount: 10 }))
    await t.advance('1m')
    expect(await statement(t, 'page=2')).toMatchObject({ page_info: { total: 11 }, transactions: [{}] })
    for (const query of ['type=C', 'currency=USD', 'to=2020-01-01'])
      expect([query, (await statement(t, query)).page_info.total]).toEqual([query, 0])
    expect((await t.get('/v3/wallet/statement?currency=JPY')).status).toBe(404)
  })
})

describe('the rate of a transfer', () => {
  const rate = (t: Harness, query: string) =>
    t.get<V3Body<{ rate: number; source: object }>>(`/v3/transfers/rates?${query}`)

  test('is that of transfers with debit_currency', async () => {
    const t = harness()
    const { body } = await rate(t, 'amount=100&destination_currency=USD&source_currency=NGN')
    expect(body.data).toEqual({
      rate: 1500,
      source: { currency: 'NGN', amount: 150_000 },
      destination: { currency: 'USD', amount: 100 },
    })
    const back = await rate(t, 'amount=3000&destination_currency=NGN&source_currency=USD')
    expect(back.body.data).toMatchObject({ source: { amount: 2 } })
    const same = await rate(t, 'amount=5&destination_currency=JPY&source_currency=JPY')
    expect(same.body.data).toMatchObject({ rate: 1, source: { amount: 5 } })
  })

  test.each([
    ['amount=5&destination_currency=JPY&source_currency=USD', /^destination_currency: there is no rate/],
    ['amount=5&destination_currency=USD&source_currency=JPY', /^source_currency: there is no rate/],
    ['destination_currency=USD&source_currency=NGN', /^amount: /],
    ['amount=5&destination_currency=USD', /^source_currency: /],
  ])('is a 400 for %s', async (query, message) => {
    expect(refusal(await rate(harness(), query))).toEqual([400, expect.stringMatching(message)])
  })
})

test('The first digits of a card say its network, and its country if it is stored', async () => {
  const t = harness()
  const look = (bin: string) =>
    t.get<V3Body<{ card_type: string; issuing_country: string }>>(`/v3/card-bins/${bin}`)
  expect((await look('418742')).body.data).toEqual({
    bin: '418742',
    card_type: 'VISA',
    issuer_info: 'Emulator Bank',
    issuing_country: 'NG',
  })
  expect((await look('506100')).body.data.card_type).toBe('VERVE')
  for (const bin of ['000000', '41874', '4187421']) expect((await look(bin)).status).toBe(404)
})
