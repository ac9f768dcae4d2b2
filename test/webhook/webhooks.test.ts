import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Harness, harness, ids, start } from '../harness.ts'
import { walk } from '../support/walk.ts'

interface Event {
  webhook_id: string
  id: string
  timestamp: number
  type: string
  data: Record<string, unknown>
}

const eventsOf = (t: Harness): Event[] => t.webhooks.map(({ text }) => JSON.parse(text) as Event)
const secondsOf = (t: Harness): number[] => t.webhooks.map(({ at }) => (at - start) / 1000)

describe('charge.completed', () => {
  test('carries the charge as it ended, its customer and payment method, in the body that was chosen', async () => {
    const t = harness()
    const customer = (await t.get(`/customers/${ids.customer}`)).body.data
    const payment_method = (await t.get(`/payment-methods/${ids.card}`)).body.data
    const charge = await t.created({ meta: { cart: '17' } })
    await t.advance('1s')
    expect(eventsOf(t)).toEqual([
      {
        webhook_id: expect.stringMatching(/^wbk_[a-z0-9]{10,}$/),
        id: eventsOf(t)[0]?.webhook_id,
        timestamp: start,
        type: 'charge.completed',
        data: { ...charge, customer, payment_method },
      },
    ])
    expect(t.webhooks[0]).toMatchObject({
      url: 'http://merchant.test/hook',
      headers: { 'content-type': 'application/json', 'x-emulator-world': 'default' },
    })
  })

  test.each([
    ['succeeds', 'scenario:noauth', 'succeeded'],
    ['fails', 'issuer:insufficient_funds', 'failed'],
  ])('receives a charge that %s', async (_what, key, status) => {
    const t = harness()
    await t.created({}, key)
    await t.advance('1s')
    expect(eventsOf(t).map(({ type, data }) => [type, data['status']])).toEqual([
      ['charge.completed', status],
    ])
  })

  test('is notified once, after the last step of a flow', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_pin')
    await t.advance('1h')
    expect(t.webhooks).toEqual([])
    await walk(t, id)
    await t.advance('1d')
    expect(eventsOf(t).map(({ type }) => type)).toEqual(['charge.completed'])
  })

  test('is notified of a charge that expires or is voided', async () => {
    const t = harness()
    await t.created({}, 'scenario:auth_3ds')
    await t.advance('1h1s')
    expect(eventsOf(t).at(-1)?.data).toMatchObject({ status: 'failed' })
    const { id } = await t.created({}, 'scenario:auth_capture')
    const { body } = await t.get<{ order_id: string }>(`/_emulator/charges/${id}`)
    await t.put(`/orders/${body.order_id}`, { action: 'void' })
    await t.advance('2s')
    expect(eventsOf(t).at(-1)).toMatchObject({ type: 'charge.completed', data: { status: 'voided' } })
  })

  test('is not notified of settlement, meta or reads', async () => {
    const t = harness()
    const { id } = await t.created()
    await t.get(`/charges/${id}`)
    await t.advance('2d')
    expect(t.webhooks).toHaveLength(1)
  })
})

describe('a delivery', () => {
  test('never happens during the request, but a second later', async () => {
    const t = harness()
    await t.created()
    expect(t.webhooks).toEqual([])
    await t.advance('999ms')
    expect(t.webhooks).toEqual([])
    await t.advance('1ms')
    expect(secondsOf(t)).toEqual([1])
  })

  test('fires timers in real time if the clock is live', async () => {
    const t = harness({ clock: 'live' })
    await t.created()
    await t.time.pass(900)
    expect(t.webhooks).toEqual([])
    await t.time.pass(200)
    expect(t.webhooks).toHaveLength(1)
  })

  test('happens before the answer where the plan says so, and then only once', async () => {
    const t = harness()
    await t.created({}, 'scenario:noauth&webhook:before_response')
    expect(t.webhooks).toHaveLength(1)
    await t.advance('1h')
    expect(t.webhooks).toHaveLength(1)
  })

  test.each([200, 201, 204, 301, 302, 400, 500])(
    'is confirmed by 200 and by nothing else, such as %d',
    async (status) => {
      const t = harness()
      t.receiver.answer = () => ({ status, headers: {}, body: '' })
      await t.created()
      await t.advance('1h')
      expect(t.webhooks).toHaveLength(status === 200 ? 1 : 4)
    },
  )

  test('is tried again after 5, 30 and 300 seconds, with the same id and the same bytes, and is then dead', async () => {
    const t = harness()
    t.receiver.answer = () => {
      throw new Error('connection refused')
    }
    const { id } = await t.created()
    await t.advance('2d')
    expect(secondsOf(t)).toEqual([1, 6, 36, 336])
    expect(new Set(t.webhooks.map(({ text }) => text)).size).toBe(1)
    expect(new Set(t.webhooks.map(({ headers }) => JSON.stringify(headers))).size).toBe(1)
    expect((await t.seen(id)).settled).toBe(true)
    const { body } = await t.get<{ deliveries: { status: string; attempts: { error: string }[] }[] }>(
      '/_emulator/webhooks/deliveries',
    )
    expect(body.deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([['dead', 4]])
    expect(body.deliveries[0]?.attempts[0]?.error).toBe('connection refused')
  })

  test('that is confirmed late is not tried again', async () => {
    const t = harness()
    let calls = 0
    t.receiver.answer = () => ({ status: ++calls < 3 ? 503 : 200, headers: {}, body: '' })
    await t.created()
    await t.advance('1h')
    expect(secondsOf(t)).toEqual([1, 6, 36])
  })

  test('is not sent without an endpoint, but the event is recorded', async () => {
    const t = harness({ settings: { webhookUrl: undefined } })
    await t.created()
    await t.advance('1h')
    expect(t.webhooks).toEqual([])
    expect((await t.get<{ total: number }>('/_emulator/webhooks/events')).body.total).toBe(1)
  })

  test('goes to each endpoint that wants the event', async () => {
    const t = harness({ settings: { webhookUrl: undefined } })
    const add = (url: string, more: object = {}) => t.post('/_emulator/webhooks/endpoints', { url, ...more })
    await add('http://one.test/')
    await add('http://two.test/', { events: ['charge.completed'], headers: { 'X-Mine': 'yes' } })
    await add('http://three.test/', { events: ['refund.completed'] })
    await t.created()
    await t.advance('1s')
    expect(t.webhooks.map(({ url }) => url)).toEqual(['http://one.test/', 'http://two.test/'])
    expect(t.webhooks[1]?.headers).toMatchObject({ 'X-Mine': 'yes' })
  })
})

describe('a signature', () => {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64')
  const secret = 'whsec_c2VjcmV0LWZvci10ZXN0cw=='

  /** Headers and body of one delivery. */
  async function delivered(settings: object, key = 'scenario:noauth') {
    const t = harness({ settings: { webhookSecret: secret, ...settings } })
    await t.created({}, key)
    await t.advance('1s')
    const { headers = {}, text = '' } = t.webhooks[0] ?? {}
    return { headers, text }
  }

  test('is by default HMAC-SHA256 over the raw body, base64, in X-Webhook-Signature', async () => {
    const { headers, text } = await delivered({})
    expect(headers['X-Webhook-Signature']).toBe(hmac(secret, text))
  })

  test('may be in a header that the merchant chooses, or be the secret itself', async () => {
    const named = await delivered({ webhookHeader: 'Merchant-Sig' })
    expect(named.headers['Merchant-Sig']).toBe(hmac(secret, named.text))
    const plain = await delivered({ webhookSignature: 'secret', webhookHeader: 'verif-hash' })
    expect(plain.headers['verif-hash']).toBe(secret)
  })

  test('may follow Standard Webhooks', async () => {
    const { headers, text } = await delivered({ webhookSignature: 'standard-webhooks' })
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
    expect(headers['webhook-signature']).toBe(`v1,${hmac(key, content)}`)
    expect(headers['webhook-timestamp']).toBe(String(start / 1000 + 1))
    expect(headers['webhook-id']).toBe((JSON.parse(text) as Event).webhook_id)
  })

  test('may be wrong or missing where the scenario says so', async () => {
    const wrong = await delivered({}, 'webhook:bad_signature')
    expect(wrong.headers['X-Webhook-Signature']).toHaveLength(44)
    expect(wrong.headers['X-Webhook-Signature']).not.toBe(hmac(secret, wrong.text))
    expect((await delivered({}, 'webhook:unsigned')).headers).not.toHaveProperty('X-Webhook-Signature')
  })
})
