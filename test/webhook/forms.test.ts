import { describe, expect, test } from 'vitest'
import type { EventType } from '../../src/domain/webhook/event-types.ts'
import type { Settings } from '../../src/emulator/settings.ts'
import { chargeBody, type Harness, harness, ids } from '../harness.ts'
import { wrongBody } from '../support/document.ts'
import { transferBody } from '../support/transfer.ts'

interface V3Event {
  event: string
  'event.type': string
  data: Record<string, unknown>
}

/** A world whose only endpoint receives events in v3 form. */
async function v3World(more: object = {}): Promise<Harness> {
  const t = harness({ settings: { webhookUrl: undefined } })
  const endpoint = { url: 'http://merchant.test/v3', form: 'v3', ...more }
  const { status, text } = await t.post('/_emulator/webhooks/endpoints', endpoint)
  expect(status, text).toBe(201)
  return t
}

const bodies = (t: Harness): V3Event[] => t.webhooks.map(({ text }) => JSON.parse(text) as V3Event)

/** How the body of an event violates its description. */
const wrong = (type: EventType, body: unknown): string | undefined =>
  wrongBody(`${type.replace('.', '_')}_v3_webhook_payload`, body)

describe('an endpoint of form v3', () => {
  test('gets a charge as a transaction, signed by the secret itself', async () => {
    const t = await v3World()
    await t.created({ amount: 2500, reference: 'order-77' })
    await t.advance('1s')
    const [body] = bodies(t)
    const verified = await t.get<{ data: Record<string, unknown> }>('/v3/transactions/1000001/verify')
    expect(body).toEqual({
      event: 'charge.completed',
      'event.type': 'CARD_TRANSACTION',
      data: {
        id: 1_000_001,
        tx_ref: 'order-77',
        service_ref: verified.body.data['service_ref'],
        amount: 2500,
        currency: 'NGN',
        charged_amount: 2500,
        app_fee: expect.any(Number),
        merchant_fee: 0,
        processor_response: 'approved',
        auth_model: 'noauth',
        ip: '192.0.2.10',
        narration: 'Charge order-77',
        status: 'successful',
        payment_type: 'card',
        created_at: '2030-01-01T00:00:00.000Z',
        account_id: expect.any(Number),
        customer: {
          id: expect.any(Number),
          name: 'Adaobi Okafor',
          phone_number: '2348012345678',
          email: 'adaobi@example.com',
          created_at: '2030-01-01T00:00:00.000Z',
        },
        card: {
          first_6digits: '418742',
          last_4digits: '4246',
          issuer: 'Emulator Bank',
          country: 'NG',
          type: 'VISA',
          expiry: '08/32',
        },
      },
    })
    expect(wrong('charge.completed', body)).toBeUndefined()
    expect(t.webhooks[0]?.headers['X-Webhook-Signature']).toBe(t.emulator.settings.webhookSecret)
  })

  test.each([
    [ids.bank_account, 'ACCOUNT_TRANSACTION'],
    [ids.mobile_money, 'MOBILEMONEY_TRANSACTION'],
    [ids.ussd, 'USSD_TRANSACTION'],
    [ids.bank_transfer, 'BANK_TRANSFER_TRANSACTION'],
  ])('gets a charge by %s as %s', async (payment_method_id, type) => {
    const t = await v3World()
    const { id } = await t.created({ payment_method_id })
    await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    await t.advance('1s')
    expect(bodies(t).map((body) => body['event.type'])).toEqual([type])
    expect(wrong('charge.completed', bodies(t)[0])).toBeUndefined()
  })

  test('gets a declined charge and a voided one as failed', async () => {
    const t = await v3World()
    await t.created({}, 'issuer:insufficient_funds')
    const { body } = await t.post<{ data: { id: string } }>('/orders', chargeBody())
    await t.put(`/orders/${body.data.id}`, { action: 'void' })
    await t.advance('1s')
    const seen = bodies(t).map(({ data }) => [data['status'], data['processor_response']])
    expect(seen).toEqual([
      ['failed', 'insufficient_funds'],
      ['failed', 'N/A'],
    ])
    for (const each of bodies(t)) expect(wrong('charge.completed', each)).toBeUndefined()
  })

  test.each([
    ['scenario:successful', ['SUCCESSFUL']],
    ['scenario:blocked_bank', ['FAILED']],
    ['scenario:reversed', ['SUCCESSFUL', 'FAILED']],
  ])('gets a transfer with %s as transfer.completed, %j', async (key, statuses) => {
    const t = await v3World()
    await t.post('/v3/transfers', transferBody({ reference: 'payout-0001' }), { 'x-scenario-key': key })
    await t.advance('2d')
    expect(bodies(t).map(({ data }) => data['status'])).toEqual(statuses)
    for (const body of bodies(t)) {
      expect(body).toMatchObject({ event: 'transfer.completed', 'event.type': 'Transfer' })
      expect(body.data).toMatchObject({
        id: 5_000_001,
        fullname: expect.any(String),
        reference: 'payout-0001',
        approver: null,
        requires_approval: 0,
        is_approved: 1,
      })
      expect(wrong('transfer.disburse', body)).toBeUndefined()
    }
  })

  test('gets no event of orders and refunds, which an endpoint of form charge beside it gets', async () => {
    const t = await v3World()
    await t.post('/_emulator/webhooks/endpoints', { url: 'http://merchant.test/charge' })
    const charge = await t.created()
    await t.post('/orders', chargeBody())
    await t.post('/refunds', { charge_id: charge.id })
    await t.advance('1m')
    const names = (path: string) =>
      t.webhooks
        .filter(({ url }) => url.endsWith(path))
        .map(({ text }) => JSON.parse(text) as { type?: string; event?: string })
        .map(({ type, event }) => type ?? event)
    expect(names('/v3')).toEqual(['charge.completed'])
    expect(new Set(names('/charge'))).toEqual(
      new Set(['charge.completed', 'order.authorization', 'refund.completed']),
    )
  })

  test.each(['order.authorization', 'refund.completed'])('cannot be made for %s', async (type) => {
    const t = harness({ settings: { webhookUrl: undefined } })
    const { status, body } = await t.post('/_emulator/webhooks/endpoints', {
      url: 'http://merchant.test/v3',
      form: 'v3',
      events: ['charge.completed', type],
    })
    expect(status).toBe(400)
    expect(body.error.validation_errors).toEqual([
      { field_name: 'events', message: expect.stringContaining(`"${type}" has no v3 form`) },
    ])
    expect(t.world.state.endpoints.size).toBe(0)
  })

  test('gets the same bytes on every attempt', async () => {
    const t = await v3World()
    t.receiver.answer = () => ({ status: 500, headers: {}, body: '' })
    await t.created()
    await t.advance('10m')
    expect(t.webhooks).toHaveLength(4)
    expect(new Set(t.webhooks.map(({ text }) => text)).size).toBe(1)
    const { body } = await t.get<{ deliveries: { attempts: { request: { body: string } }[] }[] }>(
      '/_emulator/webhooks/deliveries',
    )
    expect(body.deliveries[0]?.attempts[0]?.request.body).toBe(t.webhooks[0]?.text)
  })

  test.each(['charge.completed', 'transfer.disburse', 'transfer.reversal'] as const)(
    'gets a sample of %s in v3 form where a tester makes one in an empty world',
    async (type) => {
      const t = await v3World()
      await t.post('/_emulator/webhooks/events', { type })
      await t.advance('1s')
      expect(bodies(t)).toHaveLength(1)
      expect(wrong(type, bodies(t)[0])).toBeUndefined()
    },
  )

  test('gets a payload from a tester unchanged', async () => {
    const t = await v3World()
    const data = { id: 1, note: 'mine' }
    await t.post('/_emulator/webhooks/events', { type: 'transfer.disburse', data })
    await t.advance('1s')
    expect(bodies(t)).toEqual([{ event: 'transfer.completed', 'event.type': 'Transfer', data }])
  })

  test('can have another signature', async () => {
    const t = await v3World({ signature: 'standard-webhooks' })
    await t.created()
    await t.advance('1s')
    expect(t.webhooks[0]?.headers['webhook-signature']).toMatch(/^v1,/)
  })
})

describe('an emulator that was started with form v3', () => {
  const started = (settings: Partial<Settings> = {}) =>
    harness({ settings: { webhookForm: 'v3', ...settings } })

  test('sends it to its endpoint and to callback_url', async () => {
    const t = started()
    await t.created()
    await t.post('/v3/transfers', transferBody({ callback_url: 'http://merchant.test/final' }))
    await t.advance('1m')
    expect(t.webhooks.map(({ url }) => url)).toEqual([
      'http://merchant.test/hook',
      'http://merchant.test/final',
    ])
    expect(bodies(t).map(({ event }) => event)).toEqual(['charge.completed', 'transfer.completed'])
    for (const { headers } of t.webhooks)
      expect(headers['X-Webhook-Signature']).toBe(t.emulator.settings.webhookSecret)
  })

  test.each([
    [undefined, undefined, 'v3', 'secret'],
    [undefined, 'charge', 'charge', 'hmac-sha256'],
    ['standard-webhooks', undefined, 'v3', 'standard-webhooks'],
    ['standard-webhooks', 'charge', 'charge', 'standard-webhooks'],
  ] as const)(
    'and signature %s makes of form %s an endpoint of %s with %s',
    async (own, asked, form, signature) => {
      const t = started({ webhookSignature: own })
      const { body } = await t.post('/_emulator/webhooks/endpoints', {
        url: 'http://merchant.test/in',
        ...(asked && { form: asked }),
      })
      expect(body).toMatchObject({ form, signature })
    },
  )
})

describe('a snapshot', () => {
  interface Snapshot {
    state: {
      endpoints: { form?: string }[]
      deliveries: { endpoint: { form?: string } }[]
    }
  }
  const taken = async (t: Harness) => (await t.get<Snapshot>('/_emulator/state')).body

  test('includes the form of endpoints and deliveries', async () => {
    const t = await v3World()
    await t.created()
    const other = t.in('other')
    expect((await other.put('/_emulator/state', await taken(t))).status).toBe(200)
    await other.advance('1s')
    expect(bodies(other).map(({ event }) => event)).toEqual(['charge.completed'])
  })

  test('of before there were forms is of form charge', async () => {
    const t = harness()
    await t.created()
    const old = await taken(t)
    for (const endpoint of old.state.endpoints) delete endpoint.form
    for (const { endpoint } of old.state.deliveries) delete endpoint.form
    expect((await t.put('/_emulator/state', old)).status).toBe(200)
    await t.advance('1s')
    expect(JSON.parse(t.webhooks[0]?.text ?? '')).toMatchObject({ type: 'charge.completed' })
  })

  test('with a delivery in a form that its event does not have is refused', async () => {
    const t = harness()
    await t.post('/orders', chargeBody())
    const changed = await taken(t)
    for (const { endpoint } of changed.state.deliveries) endpoint.form = 'v3'
    const { status, text } = await t.put('/_emulator/state', changed)
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('must be a form that order.authorization has'),
    ])
  })
})

test('The page of webhooks shows the form of each endpoint, and the body of an event in it', async () => {
  const t = await v3World()
  await t.created()
  expect(await (await t.fetch('/_emulator/ui/webhooks')).text()).toContain('<td>v3</td>')
  const [event] = t.world.state.events
  const page = await (await t.fetch(`/_emulator/ui/webhooks/${event?.id}`)).text()
  expect(page).toContain('event.type')
  await t.post('/_emulator/webhooks/events', { type: 'refund.completed' })
  const refund = [...t.world.state.events].at(-1)
  const other = await (await t.fetch(`/_emulator/ui/webhooks/${refund?.id}`)).text()
  expect(other).toContain('which endpoints of form v3 do not receive')
})
