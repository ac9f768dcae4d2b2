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

describe('the body of a webhook fits its description', () => {
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
