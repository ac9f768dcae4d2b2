import { expect, inject, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'
import { refusal, type V3Body } from '../../support/transfer.ts'

interface Transaction {
  id: number
  service_ref: string
  status: string
  amount: number
  amount_settled: number | null
}
type Answered = V3Body<Transaction> & { meta: { authorization: { mode: string } } }

/** A world whose business may charge cards. */
const certified = (): Harness =>
  harness({ fixtures: { v3: { ...inject('builtIn').fixtures.v3, cardCertificate: true } } })

const hold = async (t: Harness, overrides: object = {}, key?: string) =>
  (
    await t.post<Answered>(
      '/v3/charges?type=card',
      {
        tx_ref: 'hotel-0001',
        amount: 100,
        email: 'guest@example.com',
        card_number: '4000000000020000',
        cvv: '123',
        expiry_month: '09',
        expiry_year: '32',
        preauthorize: true,
        ...overrides,
      },
      { 'x-scenario-key': key ?? null },
    )
  ).body

const act = (t: Harness, { service_ref }: Transaction, action: string, body?: object, key?: string) =>
  t.post<V3Body<Transaction>>(`/v3/charges/${service_ref}/${action}`, body, { 'x-scenario-key': key ?? null })

test('A preauthorised card in v3 is held until it is captured in part, and refunded', async () => {
  const t = certified()
  const { data, meta } = await hold(t)
  expect([data.status, meta.authorization.mode]).toEqual(['pending', 'noauth'])
  const [order] = t.world.state.orders
  expect(order).toMatchObject({ status: 'authorized', amount: 100 })
  const { body } = await act(t, data, 'capture', { amount: '60' })
  expect([body.message, body.data.status, body.data.amount]).toEqual(['Charge captured', 'successful', 60])
  expect((await act(t, data, 'capture')).status).toBe(409)
  expect((await act(t, data, 'void')).status).toBe(409)
  const refund = await t.post<V3Body<{ amount_refunded: number; tx_id: number }>>(
    `/v3/charges/${data.id}/refund`,
    { amount: 10 },
  )
  expect(refund.body.data).toMatchObject({ amount_refunded: 10, tx_id: data.id })
  expect((await act(t, data, 'refund', { amount: 60 })).status).toBe(400)
})

test('A preauthorised card in v3 is released by void, and a declined capture fails', async () => {
  const t = certified()
  const first = await hold(t)
  const { body } = await act(t, first.data, 'void')
  expect([body.message, body.data.status, body.data.amount_settled]).toEqual([
    'Charge voided',
    'failed',
    null,
  ])
  const second = await hold(t, { tx_ref: 'hotel-0002' })
  const declined = await act(t, second.data, 'capture', {}, 'issuer:insufficient_funds')
  expect(declined.body.data.status).toBe('failed')
})

test('A preauthorised card in v3 is held after its payer has authorised it', async () => {
  const t = certified()
  const { data } = await hold(t, {}, 'scenario:auth_otp')
  const early = await act(t, data, 'capture')
  expect(refusal(early)).toEqual([409, expect.stringContaining('is pending and holds no amount')])
  await t.post('/v3/validate-charge', { otp: '123456', service_ref: data.service_ref })
  expect((await act(t, data, 'capture')).body.data.amount).toBe(100)
})

test('Only cards are preauthorised in v3, and only what is held is captured', async () => {
  const t = certified()
  const ussd = await t.post<V3Body<null>>('/v3/charges?type=ussd', {
    tx_ref: 'hotel-0001',
    amount: 100,
    email: 'guest@example.com',
    account_bank: '058',
    preauthorize: true,
  })
  expect(refusal(ussd)).toEqual([400, expect.stringMatching(/^preauthorize: must be false/)])
  const { data } = await hold(t, { preauthorize: undefined })
  for (const action of ['capture', 'void']) expect((await act(t, data, action)).status).toBe(409)
  for (const action of ['capture', 'void', 'refund'])
    expect((await act(t, { ...data, service_ref: 'ref_nothing' }, action)).status).toBe(404)
})
