import { beforeEach, describe, expect, test } from 'vitest'
import { type EventType, eventTypeNames } from '../../src/domain/webhook/event-types.ts'
import { chargeBody, harness } from '../harness.ts'
import { wrongEvent } from '../support/document.ts'

let t: ReturnType<typeof harness>
beforeEach(() => {
  t = harness()
})

const bodies = () => t.webhooks.map(({ text }) => JSON.parse(text) as { type: EventType; data: object })

const transfer = (reference: string) => ({
  account_bank: '044',
  account_number: '0690000031',
  amount: 500,
  currency: 'NGN',
  narration: 'payout',
  reference,
})

describe('the body of a webhook matches its description', () => {
  test('whatever caused it', async () => {
    const charge = await t.created({ redirect_url: 'https://merchant.example/back', meta: { a: 'b' } })
    await t.created({}, 'issuer:insufficient_funds')
    const { body } = await t.post<{ data: { id: string } }>('/orders', chargeBody())
    await t.put(`/orders/${body.data.id}`, { action: 'void' })
    await t.post('/refunds', { charge_id: charge.id, amount: 1, reason: 'late' })
    await t.post('/refunds', { charge_id: charge.id }, { 'x-scenario-key': 'issuer:error' })
    await t.post('/v3/transfers', transfer('payout-0001'))
    await t.post('/v3/transfers', transfer('payout-0002'), { 'x-scenario-key': 'scenario:reversed' })
    await t.advance('2d')
    const sent = bodies()
    expect(new Set(sent.map(({ type }) => type))).toEqual(new Set(eventTypeNames))
    expect(sent.map(wrongEvent).filter(Boolean)).toEqual([])
  })

  test('about a transfer, with where its money went and came from', async () => {
    const abroad = {
      account_bank: 'GH280100',
      account_number: '0031625807099',
      destination_branch_code: 'GH280103',
      currency: 'GHS',
      debit_currency: 'USD',
    }
    await t.post('/v3/transfers', { ...transfer('payout-0003'), ...abroad })
    await t.advance('1m')
    const [sent] = bodies()
    expect(sent?.data).toMatchObject({
      type: 'BANK',
      source_currency: 'USD',
      destination_currency: 'GHS',
      bank: { account_number: '0031625807099', code: 'GH280100', branch: 'GH280103' },
      // 510 GHS at 12.5 per dollar.
      debit_information: { currency: 'USD', actual_debit_amount: 40.8, rate_used: 0.08, vat: 0 },
      provider_response: { type: 'approved', code: '00' },
    })
    expect(sent?.data).not.toHaveProperty('reversal')
    expect(wrongEvent(sent as { type: string })).toBeUndefined()
  })

  test.each([
    ['scenario:successful', ['approved']],
    ['scenario:insufficient_balance', ['error']],
    ['scenario:reversed', ['approved', 'unsolicited_reversal']],
  ])('about a transfer with %s, with the answers of the provider', async (key, answers) => {
    await t.post('/v3/transfers', transfer('payout-0004'), { 'x-scenario-key': key })
    await t.advance('2d')
    const data = bodies().map((body) => body.data as { provider_response: { type: string } })
    expect(data.map(({ provider_response }) => provider_response.type)).toEqual(answers)
  })

  test('about a reversal, with when the money came back', async () => {
    await t.post('/v3/transfers', transfer('payout-0005'), { 'x-scenario-key': 'scenario:reversed' })
    await t.advance('2d')
    expect(bodies()[1]?.data).toMatchObject({
      status: 'FAILED',
      reversal: {
        reversal_datetime: '2030-01-01T01:00:05.000Z',
        initial_status: 'SUCCESSFUL',
        reconciliation_status: 'COMPLETED',
        reconciliation_type: 'FULL',
      },
    })
  })

  test('about a transfer without funds, which the provider refused for that', async () => {
    await t.post('/v3/transfers', { ...transfer('payout-0006'), debit_currency: 'ZAR' })
    await t.advance('1m')
    expect(bodies()[0]?.data).toMatchObject({
      status: 'FAILED',
      provider_response: { type: 'insufficient_funds', code: '51' },
    })
  })

  test.each(eventTypeNames)('%s triggered manually in an empty world', async (type) => {
    const { status } = await t.post('/_emulator/webhooks/events', { type })
    expect(status).toBe(201)
    await t.advance('2s')
    expect(bodies().map((body) => body.type)).toEqual([type])
    expect(bodies().map(wrongEvent).filter(Boolean)).toEqual([])
  })

  test.each(['order.authorization', 'refund.completed', 'charge.completed'] as const)(
    '%s made by hand about what there is',
    async (type) => {
      const charge = await t.created()
      await t.post('/orders', chargeBody())
      await t.post('/refunds', { charge_id: charge.id })
      await t.advance('1m')
      t.webhooks.length = 0
      await t.post('/_emulator/webhooks/events', { type })
      await t.advance('2s')
      expect(bodies().map((body) => body.type)).toEqual([type])
      expect(bodies().map(wrongEvent).filter(Boolean)).toEqual([])
    },
  )
})
