import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Harness, harness, type ServiceBody } from '../../harness.ts'

interface ChargebackView {
  id: string
  amount: number
  status: string
  stage: string
  due_datetime: string
  settlement_id?: string
}
type ChargebackAnswer = Answer<ServiceBody<ChargebackView>>

let t: Harness
let charge: string
beforeEach(async () => {
  t = harness()
  charge = (await t.created({ amount: 100 })).id
})

const send = (more: object = {}, key?: string): Promise<ChargebackAnswer> =>
  t.post(
    '/chargebacks',
    { charge_id: charge, amount: 40, type: 'local', expiry: 24, ...more },
    key === undefined ? {} : { 'x-scenario-key': key },
  )
const opened = async (more: object = {}, key?: string): Promise<string> =>
  (await send(more, key)).body.data.id
const seen = async (id: string): Promise<ChargebackView> =>
  (await t.get<ServiceBody<ChargebackView>>(`/chargebacks/${id}`)).body.data
const answer = (id: string, status: string, more: object = {}): Promise<ChargebackAnswer> =>
  t.put(`/chargebacks/${id}`, { status, ...more })
const refund = (amount: number) => t.post('/refunds', { charge_id: charge, amount })
const fieldOf = ({ body }: Answer<unknown>): string | undefined =>
  (body as ServiceBody).error.validation_errors[0]?.field_name

describe('a chargeback', () => {
  test('is created, retrieved and listed', async () => {
    const { status, body } = await send({ comment: 'Not my card', stage: 'second' })
    expect([status, body.message]).toEqual([201, 'Chargeback created'])
    expect(body.data).toEqual({
      id: expect.stringMatching(/^cbk_/),
      charge_id: charge,
      amount: 40,
      currency: 'NGN',
      stage: 'second',
      status: 'new',
      type: 'local',
      due_datetime: '2030-01-02T00:00:00.000Z',
      comment: 'Not my card',
      created_datetime: '2030-01-01T00:00:00.000Z',
    })
    expect(await seen(body.data.id)).toEqual(body.data)
    const list = async (query: string) =>
      (await t.get<ServiceBody<ChargebackView[]>>(`/chargebacks?${query}`)).body.data
    expect(await list(`charge_id=${charge}&status=new&stage=second`)).toEqual([body.data])
    expect(await list('status=won')).toEqual([])
    expect((await t.get('/chargebacks/cbk_1')).status).toBe(404)
  })

  test('makes its charge disputed, for good', async () => {
    expect((await t.get(`/charges/${charge}`)).body.data).toMatchObject({ disputed: false })
    const id = await opened()
    expect((await t.get(`/charges/${charge}`)).body.data).toMatchObject({ disputed: true })
    await t.post(`/_emulator/chargebacks/${id}/outcome`, { status: 'won' })
    expect((await t.get(`/charges/${charge}`)).body.data).toMatchObject({ disputed: true })
  })

  test('takes its amount out of what can be refunded, until it is won', async () => {
    const id = await opened()
    const refused = await refund(61)
    expect([refused.status, fieldOf(refused)]).toEqual([400, 'amount'])
    expect((await refund(60)).status).toBe(201)
    expect((await refund(1)).status).toBe(409)
    await t.post(`/_emulator/chargebacks/${id}/outcome`, { status: 'won' })
    expect((await refund(40)).status).toBe(201)
  })

  test('is refused for more than is left of the charge, and for one that has not succeeded', async () => {
    await refund(70)
    expect(fieldOf(await send())).toBe('amount')
    const { status, body } = await send({ amount: undefined })
    expect([status, body.data.amount]).toEqual([201, 30])
    expect((await send({ amount: 1 })).status).toBe(409)
    const waiting = await t.created({}, 'scenario:auth_pin')
    expect((await send({ charge_id: waiting.id })).status).toBe(409)
  })

  test.each<[string, object, string]>([
    ['charge', { charge_id: 'chg_nothing' }, 'charge_id'],
    ['amount', { amount: 0 }, 'amount'],
    ['type', { type: 'foreign' }, 'type'],
    ['expiry', { expiry: 0 }, 'expiry'],
    ['stage', { stage: 'third' }, 'stage'],
    ['status', { status: 'gone' }, 'status'],
  ])('is refused for a bad %s: %j', async (_what, more, field) => {
    const refused = await send(more)
    expect([refused.status, fieldOf(refused)]).toEqual([400, field])
  })

  test('is lost if it is not answered until due_datetime', async () => {
    const id = await opened()
    await t.advance('23h')
    expect((await seen(id)).status).toBe('new')
    await t.advance('1h')
    expect((await seen(id)).status).toBe('lost')
    expect((await answer(id, 'declined')).status).toBe(409)
  })

  test('is accepted or contested with a comment and evidence, once', async () => {
    const id = await opened({ comment: 'Not my card' })
    const { body } = await answer(id, 'declined', { comment: 'See the receipt', uploaded_proof: 'aGVsbG8=' })
    expect(body.data).toMatchObject({
      status: 'declined',
      comment: 'See the receipt',
      uploaded_proof: 'aGVsbG8=',
    })
    expect((await answer(id, 'accepted')).status).toBe(409)
    const other = await opened()
    expect((await answer(other, 'accepted')).body.data).toMatchObject({ status: 'accepted' })
    expect((await answer(other, 'won')).status).toBe(400)
  })

  test.each([
    [undefined, '1d', 'won'],
    ['scenario:chargeback_won', '1d', 'won'],
    ['scenario:chargeback_lost', '1d', 'lost'],
    ['scenario:chargeback_reversed', '1h', 'reversed'],
  ])('with key %s ends %s after it was contested: %s', async (key, after, end) => {
    const id = await opened({}, key)
    await answer(id, 'declined')
    await t.advance(after)
    expect((await seen(id)).status).toBe(end)
  })

  test('follows a rule with a key of chargebacks, which no charge uses up', async () => {
    await t.post('/_emulator/rules', { key: 'scenario:chargeback_lost', count: 1 })
    await t.created()
    const id = await opened()
    await answer(id, 'declined')
    await t.advance('1d')
    expect((await seen(id)).status).toBe('lost')
  })

  test('is created once for an idempotency key', async () => {
    const body = { charge_id: charge, amount: 40, type: 'local' }
    const headers = { 'x-idempotency-key': 'dispute-000001' }
    const first = await t.post('/chargebacks', body, headers)
    expect((await t.post('/chargebacks', body, headers)).text).toBe(first.text)
    expect(t.world.state.chargebacks.size).toBe(1)
  })

  test('is won, lost or reversed by hand, as its status allows', async () => {
    const id = await opened()
    const outcome = (status: string) => t.post(`/_emulator/chargebacks/${id}/outcome`, { status })
    expect((await outcome('lost')).body).toMatchObject({ status: 'lost' })
    const refused = await outcome('won')
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('possible: reversed'),
    ])
    expect((await outcome('reversed')).body).toMatchObject({ status: 'reversed' })
    expect((await t.post('/_emulator/chargebacks/cbk_1/outcome', { status: 'won' })).status).toBe(404)
  })
})
