import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Harness, harness, type ServiceBody } from '../../harness.ts'

interface SettlementView {
  id: string
  net_amount: number
  gross_amount: number
  currency: string
  status: string
  due_datetime: string
  transaction_datetime: string
  fees: { type: string; amount: number }[]
  chargeback: number
  refund: number
  charge_count: number
  charges: { id: string; charged_amount: number; settlement_amount: number }[]
}

let t: Harness
beforeEach(() => {
  t = harness()
})

const list = async (query = ''): Promise<SettlementView[]> =>
  (await t.get<ServiceBody<SettlementView[]>>(`/settlements?size=50${query}`)).body.data
const get = async (id: string): Promise<SettlementView> =>
  (await t.get<ServiceBody<SettlementView>>(`/settlements/${id}`)).body.data
const settlementOf = async (charge: string): Promise<SettlementView> =>
  get((await t.seen(charge)).settlement_id[0] ?? '')
const outcomes = { win: 'won', lose: 'lost', reverse: 'reversed' } as const
const feesOf = ({ fees }: SettlementView): number => fees.reduce((sum, { amount }) => sum + amount, 0)

describe('a settlement', () => {
  test('is what settlement_id of a charge names', async () => {
    const charge = await t.created({ amount: 10_000 })
    expect(await list()).toEqual([])
    await t.advance('24h')
    const settlement = await settlementOf(charge.id)
    expect(settlement).toMatchObject({
      net_amount: 9849.5,
      gross_amount: 10_000,
      currency: 'NGN',
      status: 'pending',
      due_datetime: '2030-01-03T00:00:00.000Z',
      transaction_datetime: '2030-01-01T00:00:00.000Z',
      settlement_account: 'Emulator Bank ******0031',
      fees: charge.fees,
      chargeback: 0,
      refund: 0,
      charge_count: 1,
      charges: [
        {
          id: charge.id,
          charged_amount: 10_000,
          settlement_amount: 9849.5,
          currency: 'NGN',
          charge_date: '2030-01-01T00:00:00.000Z',
        },
      ],
    })
    expect(await list()).toEqual([settlement])
    expect((await t.get('/settlements/stl_1')).status).toBe(404)
  })

  test('contains the charges in one currency that settle within a day, and is then completed', async () => {
    await t.created({ amount: 100 })
    await t.created({ amount: 5, currency: 'USD' })
    await t.advance('23h')
    await t.created({ amount: 200 })
    await t.advance('1h')
    await t.created({ amount: 400 })
    await t.advance('23h')
    expect((await list()).map(({ currency, gross_amount }) => [currency, gross_amount])).toEqual([
      ['USD', 5],
      ['NGN', 300],
    ])
    expect(await list('&status=completed')).toEqual([])
    await t.advance('1h')
    expect((await list('&currency=NGN')).map(({ status, gross_amount }) => [status, gross_amount])).toEqual([
      ['pending', 400],
      ['completed', 300],
    ])
    expect((await list('&status=pending')).map(({ gross_amount }) => gross_amount)).toEqual([400])
    expect(await list('&from=2030-01-03')).toHaveLength(1)
  })

  test('has refunds deducted: of its charges before they settle, and of older charges later', async () => {
    const { id } = await t.created({ amount: 1000 })
    await t.post('/refunds', { charge_id: id, amount: 100 })
    await t.advance('24h')
    expect(await settlementOf(id)).toMatchObject({ refund: 100, gross_amount: 1000 })
    await t.advance('24h')
    await t.post('/refunds', { charge_id: id, amount: 200 })
    await t.post('/refunds', { charge_id: id, amount: 300 }, { 'x-scenario-key': 'issuer:error' })
    await t.advance('2s')
    expect(await settlementOf(id)).toMatchObject({ refund: 100 })
    expect((await list())[0]).toMatchObject({
      refund: 200,
      gross_amount: 0,
      net_amount: -200,
      charge_count: 0,
    })
  })

  test('has chargebacks deducted that are taken, and returned that are reversed', async () => {
    const { id: charge_id } = await t.created({ amount: 1000 })
    const dispute = async (amount: number) =>
      (await t.post('/chargebacks', { charge_id, amount, type: 'local' })).body.data.id
    const decide = (id: string, status: string) => t.post(`/_emulator/chargebacks/${id}/outcome`, { status })
    const early = await dispute(100)
    await decide(early, 'lost')
    await decide(await dispute(50), 'won')
    await t.advance('24h')
    const first = await settlementOf(charge_id)
    expect(first).toMatchObject({ chargeback: 100 })
    expect((await t.get(`/chargebacks/${early}`)).body.data).toMatchObject({ settlement_id: first.id })
    await t.advance('24h')
    const late = await dispute(200)
    expect(await list()).toHaveLength(1)
    await t.put(`/chargebacks/${late}`, { status: 'accepted' })
    const second = (await list())[0]
    expect(second).toMatchObject({ chargeback: 200, net_amount: -200 })
    expect((await t.get(`/chargebacks/${late}`)).body.data).toMatchObject({ settlement_id: second?.id })
    await t.advance('24h')
    await decide(early, 'reversed')
    expect((await list()).map(({ chargeback }) => chargeback)).toEqual([-100, 200, 100])
  })

  test('survives a snapshot, and older snapshots without any are restored', async () => {
    const { id } = await t.created()
    await t.advance('24h')
    const before = await list()
    const { body } = await t.get<{ state: Record<string, unknown> }>('/_emulator/state')
    await t.post('/_emulator/reset')
    expect((await t.put('/_emulator/state', body)).status).toBe(200)
    expect(await list()).toEqual(before)
    const { settlements: _, chargebacks: __, virtualAccounts: ___, ...older } = body.state
    expect((await t.put('/_emulator/state', { ...body, state: older })).status).toBe(200)
    expect(await list()).toEqual([])
    expect((await t.seen(id)).settled).toBe(true)
  })

  test('is worth its charges without fees, refunds and chargebacks, whatever happens to them', async () => {
    const act = fc.record({
      what: fc.constantFrom('charge', 'refund', 'dispute', 'accept', 'win', 'lose', 'reverse', 'wait'),
      amount: fc.integer({ min: 1, max: 50_000 }).map((cents) => cents / 100),
      which: fc.nat(20),
      currency: fc.constantFrom('NGN', 'USD'),
      hours: fc.integer({ min: 1, max: 30 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
        t = harness()
        const charges: string[] = []
        const chargebacks: string[] = []
        for (const { what, amount, which, currency, hours } of acts) {
          const charge_id = charges[which % charges.length]
          const chargeback = chargebacks[which % chargebacks.length]
          if (what === 'charge') charges.push((await t.created({ amount, currency })).id)
          else if (what === 'wait') await t.advance(`${hours}h`)
          else if (what === 'refund' && charge_id) await t.post('/refunds', { charge_id, amount: amount / 4 })
          else if (what === 'dispute' && charge_id) {
            const body = { charge_id, amount: amount / 4, type: 'local', expiry: hours }
            const made = await t.post('/chargebacks', body)
            if (made.status === 201) chargebacks.push(made.body.data.id)
          } else if (what === 'accept' && chargeback)
            await t.put(`/chargebacks/${chargeback}`, { status: 'accepted' })
          else if (chargeback) {
            const status = outcomes[what as keyof typeof outcomes]
            await t.post(`/_emulator/chargebacks/${chargeback}/outcome`, { status })
          }
        }
        await t.advance('20d')
        const settlements = await list()
        const sum = (pick: (one: SettlementView) => number) =>
          settlements.reduce((total, one) => total + pick(one), 0)
        for (const one of settlements) {
          expect(one.net_amount).toBeCloseTo(one.gross_amount - feesOf(one) - one.refund - one.chargeback, 6)
          expect(one.charges.reduce((total, { charged_amount }) => total + charged_amount, 0)).toBeCloseTo(
            one.gross_amount,
            6,
          )
          expect(one.charge_count).toBe(one.charges.length)
        }
        const { state } = t.world
        const taken = [...state.chargebacks].filter(({ status }) => ['accepted', 'lost'].includes(status))
        const succeeded = <T extends { status: string }>(values: Iterable<T>) =>
          [...values].filter(({ status }) => status === 'succeeded')
        const total = (values: Iterable<{ amount: number }>) =>
          [...values].reduce((all, { amount }) => all + amount, 0)
        expect(sum((one) => one.gross_amount)).toBeCloseTo(total(succeeded(state.charges)), 6)
        expect(sum((one) => one.refund)).toBeCloseTo(total(succeeded(state.refunds)), 6)
        expect(sum((one) => one.chargeback)).toBeCloseTo(total(taken), 6)
      }),
      { numRuns: 10, seed: 7 },
    )
  }, 60_000)
})
