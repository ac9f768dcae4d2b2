import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chargeBody, freshReference, type Harness, harness } from '../harness.ts'
import { httpRequest, type Wire, wire } from '../support/wire.ts'

// On a real socket, because clients notice faults there.
let t: Harness
let w: Wire
let token: string
beforeAll(async () => {
  t = harness({ instantLatency: true })
  w = await wire(t)
  token = await t.token()
})
afterAll(() => w.close())

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

/** An endpoint of each kind: the token endpoint, the charge interface and v3, reading and writing. */
const endpoints: Record<string, (key: string) => string> = {
  'the token endpoint': (key) =>
    httpRequest(
      'POST',
      '/realms/r/protocol/openid-connect/token',
      { 'content-type': form, 'x-scenario-key': key },
      'grant_type=client_credentials&client_id=sandbox-client&client_secret=sandbox-secret',
    ),
  'POST /charges': (key) => post('/charges', `Bearer ${token}`, key, chargeBody()),
  'GET /charges': (key) =>
    httpRequest('GET', '/charges', { authorization: `Bearer ${token}`, 'x-scenario-key': key }),
  'POST /v3/transfers': (key) =>
    post('/v3/transfers', 'Bearer sk_sandbox', key, {
      account_bank: '044',
      account_number: '0690000031',
      amount: 100,
      currency: 'NGN',
      narration: 'x',
      reference: freshReference(),
    }),
  'GET a v3 list': (key) =>
    httpRequest('GET', '/v3/transfers', { authorization: 'Bearer sk_sandbox', 'x-scenario-key': key }),
}

const post = (path: string, authorization: string, key: string, body: object): string =>
  httpRequest(
    'POST',
    path,
    { authorization, 'content-type': json, 'x-scenario-key': key },
    JSON.stringify(body),
  )

const transactions = (): number => t.world.state.charges.size + t.world.state.transfers.size

describe.each(Object.entries(endpoints))('At %s', (_name, request) => {
  test.each([
    ['network:429', 429],
    ['network:500', 500],
    ['network:502', 502],
    ['network:503', 503],
    ['network:504', 504],
  ])('%s answers %i with the error shape of its interface, and nothing is created', async (key, status) => {
    const before = transactions()
    const { text, end } = await w.raw(request(key))
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n')))
    expect(Object.keys(body).join()).toMatch(/^(status,error|status,message,data|error,error_description)$/)
    expect(end).toBe('closed')
    expect(transactions()).toBe(before)
  })

  test('network:reset resets the connection without a byte', async () => {
    const before = transactions()
    expect(await w.raw(request('network:reset'))).toEqual({ text: '', end: 'reset' })
    expect(transactions()).toBe(before)
  })

  test('network:truncated promises more bytes than it sends', async () => {
    const { text, end } = await w.raw(request('network:truncated'))
    const [head = '', body = ''] = text.split('\r\n\r\n')
    const promised = Number(/content-length: (\d+)/i.exec(head)?.[1])
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(body.length).toBeGreaterThan(0)
    expect(body.length).toBeLessThan(promised)
    expect(() => JSON.parse(body)).toThrow()
    expect(end).toBe('closed')
  })

  test('network:garbage is a whole answer that claims to be JSON and is not even text', async () => {
    const { text } = await w.raw(request('network:garbage'))
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head).toMatch(/content-type: application\/json/i)
    expect(() => JSON.parse(body)).toThrow()
    expect(body).toContain('\xff\xfe')
  })
})

test('Retry-After is in whole seconds', async () => {
  const { text } = await w.raw(endpoints['POST /charges']?.('network:429') ?? '')
  expect(text).toMatch(/retry-after: 5\r\n/i)
  expect((await w.raw(endpoints['GET a v3 list']?.('network:503_retry_after') ?? '')).text).toMatch(
    /retry-after: 30\r\n/i,
  )
})

test('A network failure needs neither a valid token nor a valid body', async () => {
  const { text } = await w.raw(
    httpRequest('POST', '/charges', { 'x-scenario-key': 'network:503' }, 'nonsense'),
  )
  expect(text).toMatch(/^HTTP\/1\.1 503 /)
})

test('The in-process client sees a reset as a failed fetch', async () => {
  const headers = { authorization: `Bearer ${token}`, 'x-scenario-key': 'network:reset' }
  await expect(fetch(`${w.url}/charges`, { headers })).rejects.toThrow('fetch failed')
})

describe('A stall', () => {
  test('lasts until the client gives up', async () => {
    const headers = { authorization: `Bearer ${token}`, 'x-scenario-key': 'network:stall' }
    const signal = AbortSignal.timeout(100)
    await expect(fetch(`${w.url}/charges`, { headers, signal })).rejects.toThrow(/timeout|aborted/)
  })

  test('ends with a reset of its world', async () => {
    const other = await wire(harness())
    const key = 'network:stall'
    const stalled = fetch(`${other.url}/w/mine/charges`, { headers: { 'x-scenario-key': key } })
    const failed = expect(stalled).rejects.toThrow('fetch failed')
    for (let entries = 0; entries === 0; ) {
      const list = await fetch(`${other.url}/w/mine/_emulator/requests`)
      entries = ((await list.json()) as { total: number }).total
    }
    await fetch(`${other.url}/w/mine/_emulator/reset`, { method: 'POST' })
    await failed
    await other.close()
  })
})

describe('Lost after commit', () => {
  const create = (key: string, idempotency: string, body: object): Promise<Response> =>
    fetch(`${w.url}/charges`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': json,
        ...(key && { 'x-scenario-key': key }),
        'x-idempotency-key': idempotency,
      },
      body: JSON.stringify(body),
    })

  test.each(['network:lost_after_commit', 'network:truncated_after_commit', 'network:garbage_after_commit'])(
    '%s: the charge exists, and the retry with the same idempotency key gets the first answer',
    async (key) => {
      const body = chargeBody()
      const idempotency = `retry-${key}`
      const before = t.world.state.charges.size
      await expect(create(key, idempotency, body).then((answer) => answer.json())).rejects.toThrow()
      expect(t.world.state.charges.size).toBe(before + 1)
      // The client repeats its request unchanged, scenario key included.
      const retry = await create(key, idempotency, body)
      expect(retry.status).toBe(201)
      expect(retry.headers.get('x-idempotency-cache-hit')).toBe('true')
      const { data } = (await retry.json()) as { data: { id: string; reference: string } }
      expect(data.reference).toBe(body['reference'])
      expect(t.world.state.charges.get(data.id)).toBeDefined()
      expect(t.world.state.charges.size).toBe(before + 1)
    },
  )

  test.each([
    ['network:error_after_commit', 500],
    ['network:timeout_after_commit', 504],
  ])('%s answers %i although the charge was made', async (key, status) => {
    const before = t.world.state.charges.size
    expect((await create(key, `retry-${key}`, chargeBody())).status).toBe(status)
    expect(t.world.state.charges.size).toBe(before + 1)
  })

  test('without an idempotency key the retry with the same reference is a 409', async () => {
    const body = chargeBody()
    await expect(t.charge(body, 'network:lost_after_commit')).rejects.toThrow('fetch failed')
    const retry = await t.charge(body)
    expect(retry.status).toBe(409)
  })

  test('the webhook of the lost charge is still delivered', async () => {
    const body = chargeBody()
    await expect(t.charge(body, 'network:lost_after_commit')).rejects.toThrow()
    await t.advance('1s')
    expect(t.webhooks.some(({ text }) => text.includes(String(body['reference'])))).toBe(true)
  })

  test('a request that is refused is answered, because nothing was committed', async () => {
    const { status } = await t.charge({ amount: -1 }, 'network:lost_after_commit')
    expect(status).toBe(400)
  })

  test('in a sequence only the first answer is lost', async () => {
    const body = chargeBody({ customer_id: 'cus_kwame00002', payment_method_id: 'pmd_card000002' })
    const key = 'sequence:lost_then_approved'
    await expect(create(key, 'sequence-0001', body)).rejects.toThrow('fetch failed')
    const retry = await create(key, 'sequence-0001', body)
    expect(retry.status).toBe(201)
    expect(retry.headers.get('x-idempotency-cache-hit')).toBe('true')
  })
})

test('Faults are in the journal with the request as it was sent', async () => {
  await w.raw(endpoints['POST /charges']?.('network:reset') ?? '')
  const [entry] = [...t.world.requests.newestFirst()]
  expect(entry).toMatchObject({ scenario: 'network:reset', method: 'POST', path: '/charges' })
  expect(entry?.requestBody).toContain('customer_id')
})
