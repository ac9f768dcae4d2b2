import { describe, expect, test } from 'vitest'
import { chargeBody, freshReference, type Harness, harness } from '../harness.ts'

const key = { 'x-idempotency-key': 'idempotent-0001' }
const keyed = (value: string) => ({ 'x-idempotency-key': value })
const total = async (t: Harness) => (await t.get('/charges')).body.meta.page_info.total

describe('a repeated X-Idempotency-Key', () => {
  test('replays the first response, byte for byte, and creates no second charge', async () => {
    const t = harness()
    const body = chargeBody()
    const first = await t.post('/charges', body, key)
    await t.advance('1h')
    const again = await t.post('/charges', body, key)
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(first.headers.get('x-idempotency-cache-hit')).toBeNull()
    expect(again.headers.get('x-idempotency-cache-hit')).toBe('true')
    expect(await total(t)).toBe(1)
    await t.advance('1h')
    expect(t.webhooks).toHaveLength(1)
  })

  test('gives the first response even when the charge has changed since', async () => {
    const t = harness()
    const body = chargeBody()
    const headers = { ...key, 'x-scenario-key': 'scenario:auth_otp' }
    const first = await t.post('/charges', body, headers)
    await t.put(`/charges/${first.body.data.id}`, { authorization: { type: 'otp', otp: { code: '1234' } } })
    expect((await t.post('/charges', body, headers)).text).toBe(first.text)
  })

  test('has a trace id of its own', async () => {
    const t = harness()
    const body = chargeBody()
    const first = await t.post('/charges', body, { ...key, 'x-trace-id': 'trace-first-01' })
    const again = await t.post('/charges', body, { ...key, 'x-trace-id': 'trace-again-01' })
    expect([first, again].map(({ headers }) => headers.get('x-trace-id'))).toEqual([
      'trace-first-01',
      'trace-again-01',
    ])
  })

  test('with another body is a 409 that names the key', async () => {
    const t = harness()
    await t.post('/charges', chargeBody(), key)
    const { status, body } = await t.post('/charges', chargeBody(), key)
    expect([status, body.error.code]).toEqual([409, '10409'])
    expect(body.error.message).toContain('idempotent-0001')
    expect(await total(t)).toBe(1)
  })

  test('at another path, or with another method, is another request', async () => {
    const t = harness()
    const post = async (path: string, body: object) =>
      (await t.post<{ data: { id: string } }>(path, body, key)).body.data.id
    const customer_id = await post('/customers', { email: 'ada@example.com' })
    const payment_method_id = await post('/payment-methods', { type: 'ussd', customer_id, ussd: {} })
    const body = chargeBody({ customer_id, payment_method_id })
    const id = await post('/charges', body)
    await post('/orders', chargeBody({ customer_id, payment_method_id }))
    const meta = { meta: { a: 'b' } }
    const other = await t.created({}, 'scenario:auth_otp')
    for (const path of [`/charges/${id}`, `/charges/${other.id}`, `/customers/${customer_id}`]) {
      const { status, headers } = await t.put(path, meta, key)
      expect([status, headers.get('x-idempotency-cache-hit')]).toEqual([200, null])
    }
    expect(await post('/charges', body)).toBe(id)
    expect((await t.post('/charges', { ...body, amount: 2 }, key)).status).toBe(409)
  })

  test('at another path is another request while the first is still running', async () => {
    const t = harness()
    const first = t.post('/charges', chargeBody(), { ...key, 'x-scenario-key': 'network:very_slow' })
    await t.time.pass(1000)
    expect((await t.post('/orders', chargeBody(), key)).status).toBe(201)
    await t.time.pass(30_000)
    expect((await first).status).toBe(201)
  })

  test('of a snapshot of version 0.1, whose records have no path, replays the first response', async () => {
    const t = harness()
    const body = chargeBody()
    const first = await t.post('/charges', body, key)
    const { body: snapshot } = await t.get<{ state: { idempotency: { id: string }[] } }>('/_emulator/state')
    const [record] = snapshot.state.idempotency
    expect(record?.id).toBe('sandbox-client POST /charges idempotent-0001')
    if (record) record.id = 'sandbox-client idempotent-0001'
    expect((await t.put('/_emulator/state', snapshot)).status).toBe(200)
    const again = await t.post('/charges', body, key)
    expect([again.text, again.headers.get('x-idempotency-cache-hit')]).toEqual([first.text, 'true'])
    expect((await t.post('/orders', chargeBody(), key)).status).toBe(201)
  })

  test('while the first request is still running is a 409', async () => {
    const t = harness()
    const body = chargeBody()
    const headers = { ...key, 'x-scenario-key': 'network:very_slow' }
    const first = t.post('/charges', body, headers)
    await t.time.pass(1000)
    const second = await t.post('/charges', body, headers)
    expect([second.status, second.body.error.message]).toEqual([
      409,
      expect.stringContaining('still running'),
    ])
    await t.time.pass(30_000)
    expect((await first).status).toBe(201)
    expect((await t.post('/charges', body, key)).headers.get('x-idempotency-cache-hit')).toBe('true')
  })

  test('is looked up before the reference', async () => {
    const t = harness()
    const body = chargeBody({ reference: freshReference() })
    expect((await t.post('/charges', body, key)).status).toBe(201)
    expect((await t.post('/charges', body, key)).status).toBe(201)
    expect((await t.post('/charges', body, keyed('another-key-01'))).status).toBe(409)
    expect((await t.post('/charges', body)).status).toBe(409)
  })

  test('after a refusal is free: only responses of success are stored', async () => {
    const t = harness()
    expect((await t.post('/charges', chargeBody({ amount: 0 }), key)).status).toBe(400)
    expect((await t.post('/charges', chargeBody({ customer_id: 'cus_nobody' }), key)).status).toBe(400)
    const fault = await t.post('/charges', chargeBody(), { ...key, 'x-scenario-key': 'network:503' })
    expect(fault.status).toBe(503)
    const done = await t.post('/charges', chargeBody(), key)
    expect([done.status, done.headers.get('x-idempotency-cache-hit')]).toEqual([201, null])
  })

  test('after 24 hours of the world is free again', async () => {
    const t = harness()
    const body = chargeBody()
    await t.post('/charges', body, key)
    await t.advance('23h59m59s')
    expect((await t.post('/charges', body, key)).headers.get('x-idempotency-cache-hit')).toBe('true')
    await t.advance('1s')
    expect((await t.post('/charges', chargeBody(), key)).status).toBe(201)
    expect((await t.post('/charges', body, keyed('another-key-01'))).status).toBe(409)
  })

  test('of another client, and in another world, is another key', async () => {
    const t = harness({
      fixtures: {
        clients: [
          { id: 'sandbox-client', secret: 'sandbox-secret', scopes: ['payments:read', 'payments:write'] },
          { id: 'second', secret: 'secret', scopes: ['payments:read', 'payments:write'] },
        ],
      },
    })
    const body = chargeBody()
    expect((await t.post('/charges', body, key)).status).toBe(201)
    const second = { authorization: `Bearer ${await t.token('second', 'secret')}` }
    expect((await t.post('/charges', chargeBody(), { ...key, ...second })).status).toBe(201)
    expect(
      (await t.in('other').post('/charges', body, key)).headers.get('x-idempotency-cache-hit'),
    ).toBeNull()
  })

  test('is honoured by PUT /charges/{id}: an answer counts once', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_otp')
    const wrong = { authorization: { type: 'otp', otp: { code: '000000' } } }
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await t.put(`/charges/${id}`, wrong, key)).body.data.status).toBe('pending')
    expect((await t.seen(id)).status).toBe('pending')
  })

  test.each(['network:error_after_commit', 'network:timeout_after_commit'])(
    'finds the charge whose answer was lost by %s',
    async (scenario) => {
      const t = harness()
      const body = chargeBody()
      const lost = await t.post('/charges', body, { ...key, 'x-scenario-key': scenario })
      expect(lost.status).toBeGreaterThanOrEqual(500)
      const found = await t.post('/charges', body, { ...key, 'x-scenario-key': scenario })
      expect([found.status, found.headers.get('x-idempotency-cache-hit')]).toEqual([201, 'true'])
      expect(await total(t)).toBe(1)
      expect((await t.post('/charges', body)).status).toBe(409)
    },
  )

  test('does not count as a use of a sequence', async () => {
    const t = harness()
    const scenario = { 'x-scenario-key': 'sequence:declined_then_approved' }
    const body = chargeBody()
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await t.post('/charges', body, { ...key, ...scenario })).body.data.status).toBe('failed')
    expect((await t.post('/charges', chargeBody(), scenario)).body.data.status).toBe('succeeded')
  })

  test('of a GET request is ignored', async () => {
    const t = harness()
    await t.get('/charges', key)
    expect((await t.charge({}, undefined, key)).headers.get('x-idempotency-cache-hit')).toBeNull()
  })
})

describe('with --idempotency-replays all, a repeated key', () => {
  const keeping = () => harness({ settings: { idempotencyReplays: 'all' } })

  test.each([
    ['a malformed body', chargeBody({ amount: 0 }), undefined, 400],
    ['an unknown customer', chargeBody({ customer_id: 'cus_nobody' }), undefined, 400],
    ['a failure of the service', chargeBody(), 'network:500', 500],
    ['a rate limit', chargeBody(), 'network:429', 429],
  ])('gives the answer to %s again, byte for byte', async (_, body, scenario, status) => {
    const t = keeping()
    const first = await t.post('/charges', body, {
      ...key,
      ...(scenario !== undefined && { 'x-scenario-key': scenario }),
    })
    const again = await t.post('/charges', body, key)
    expect([first.status, first.headers.get('x-idempotency-cache-hit')]).toEqual([status, null])
    expect([again.status, again.text]).toEqual([status, first.text])
    expect(again.headers.get('x-idempotency-cache-hit')).toBe('true')
    expect((await t.post('/charges', chargeBody(), key)).status).toBe(409)
    expect(await total(t)).toBe(0)
  })

  test('replays a 409 after its cause is gone', async () => {
    const t = keeping()
    const { id } = await t.created()
    const meta = { authorization: { type: 'otp', otp: { code: '1234' } } }
    const first = await t.put(`/charges/${id}`, meta, key)
    expect([first.status, (await t.put(`/charges/${id}`, meta, key)).text]).toEqual([409, first.text])
  })

  test('is released if the headers or the connection were the problem', async () => {
    const t = keeping()
    const body = chargeBody()
    const send = (more: Record<string, string>) => t.post('/charges', body, { ...key, ...more })
    expect((await send({ 'x-scenario-key': 'no:such-key' })).status).toBe(400)
    expect((await send({ 'x-trace-id': 'short' })).status).toBe(400)
    expect((await send({ 'content-type': 'text/plain' })).status).toBe(400)
    expect((await send({ authorization: 'Bearer nobody' })).status).toBe(401)
    await expect(send({ 'x-scenario-key': 'network:reset' })).rejects.toThrow('connection reset')
    const done = await send({})
    expect([done.status, done.headers.get('x-idempotency-cache-hit')]).toEqual([201, null])
  })

  test('survives a snapshot', async () => {
    const t = keeping()
    const body = chargeBody({ amount: 0 })
    const { text } = await t.post('/charges', body, key)
    const { body: state } = await t.get('/_emulator/state')
    const other = keeping()
    expect((await other.put('/_emulator/state', state)).status).toBe(200)
    expect((await other.post('/charges', body, key)).text).toBe(text)
  })
})
