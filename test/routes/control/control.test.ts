import { describe, expect, test } from 'vitest'
import { type Answer, type ChargeView, harness, type ServiceBody } from '../../harness.ts'

interface Inspection {
  charge: ChargeView
  scenario: string | null
  payer_url: string
  history: { at: string; status: string; actor: string; note: string }[]
  waits_for: {
    next_action: string
    answer: string | null
    accepted: string | null
    attempts_left: number | null
  } | null
  timers: { id: string; at: string; command: string }[]
}
const fieldsOf = ({ status, body }: Answer<unknown>): unknown =>
  status === 400 ? (body as ServiceBody).error.validation_errors.map((error) => error.field_name) : status

describe('the inspection of a charge', () => {
  test('shows its history, timers, and which answer is right', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_otp_expires')
    await t.put(`/charges/${id}`, { authorization: { type: 'otp', otp: { code: '000000' } } })
    const { body } = await t.get<Inspection>(`/_emulator/charges/${id}`)
    expect(body).toMatchObject({
      scenario: 'scenario:auth_otp_expires',
      payer_url: `http://emulator.test/_emulator/pay/${id}`,
      history: [
        { at: '2030-01-01T00:00:00.000Z', status: 'pending', actor: 'merchant' },
        { at: '2030-01-01T00:00:00.000Z', status: 'pending', actor: 'issuer' },
      ],
      waits_for: {
        next_action: 'requires_otp',
        answer: 'otp',
        accepted: '123456',
        rejected: ['000000'],
        attempts_left: 2,
      },
      timers: [{ at: '2030-01-01T00:05:00.000Z', command: 'charge.timer' }],
    })
    const right = { type: 'otp', otp: { code: body.waits_for?.accepted } }
    expect((await t.put(`/charges/${id}`, { authorization: right })).body.data.status).toBe('succeeded')
    expect((await t.get<Inspection>(`/_emulator/charges/${id}`)).body.waits_for).toBeNull()
  })

  test('does not count as a read', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:requery')
    for (let read = 0; read < 5; read++) expect((await t.seen(id)).status).toBe('pending')
  })

  test('is a 404 for an unknown id', async () => {
    expect((await harness().get('/_emulator/charges/chg_unknown0001')).status).toBe(404)
  })
})

describe('the payer', () => {
  test.each([
    [{ action: 'approve' }, 'succeeded', 'approved'],
    [{ action: 'decline' }, 'failed', 'do_not_honor'],
    [{ action: 'approve', processor_response: 'expired_card' }, 'failed', 'expired_card'],
    [{ action: 'decline', processor_response: 'lost_card_pick_up' }, 'failed', 'lost_card_pick_up'],
    [{ action: 'abandon' }, 'pending', undefined],
  ])('can be played: %j', async (action, status, response) => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const { body } = await t.post<Inspection>(`/_emulator/charges/${id}/payer`, action)
    expect([body.charge.status, body.charge.processor_response?.type]).toEqual([status, response])
  })

  test('who has nothing to do is a 409 that says who has', async () => {
    const t = harness()
    for (const [key, hint] of [
      ['scenario:auth_pin', 'PUT /charges/{id}'],
      ['scenario:requery', 'GET /charges/{id}'],
      ['scenario:auth_capture', 'order'],
      ['scenario:noauth', 'already succeeded'],
    ] as const) {
      const { id } = await t.created({}, key)
      const { status, body } = await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
      expect([status, body.error.message]).toEqual([409, expect.stringContaining(hint)])
    }
  })

  test('is not played by a body that is malformed', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const path = `/_emulator/charges/${id}/payer`
    expect(fieldsOf(await t.post(path, { action: 'dance' }))).toEqual(['action'])
    expect(fieldsOf(await t.post(path, {}))).toEqual(['action'])
    expect(fieldsOf(await t.post(path, { action: 'approve', processor_response: 'x' }))).toEqual([
      'processor_response',
    ])
    expect(fieldsOf(await t.post(path, { action: 'approve', colour: 'red' }))).toEqual(['colour'])
    expect(fieldsOf(await t.post('/_emulator/charges/chg_unknown0001/payer', { action: 'approve' }))).toBe(
      404,
    )
  })

  test('approves or declines on the page behind redirect_url, and goes on to the merchant', async () => {
    const t = harness()
    const { next_action } = await t.created(
      { redirect_url: 'https://shop.test/done?cart=1' },
      'scenario:auth_redirect',
    )
    const path = (next_action?.redirect_url?.url ?? '').replace('http://emulator.test', '')
    const page = await t.fetch(path)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ])
    expect(await page.text()).toMatch(/1,?500\.50?/)
    const back = await t.fetch(path, { method: 'POST', body: new URLSearchParams({ action: 'approve' }) })
    expect(back.status).toBe(303)
    const location = new URL(back.headers.get('location') ?? '')
    expect(location.origin).toBe('https://shop.test')
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ cart: '1', status: 'succeeded' })
  })
})

describe('the catalogue', () => {
  test('lists every key with its title, and finds words', async () => {
    const t = harness()
    const list = async (query = '') =>
      (await t.get<{ scenarios: { key: string; title: string }[] }>(`/_emulator/scenarios${query}`)).body
        .scenarios
    expect(await list()).toHaveLength(t.emulator.catalogue.fragments.size)
    expect((await list('?search=insufficient+funds')).map(({ key }) => key)).toContain(
      'issuer:insufficient_funds',
    )
    expect(await list('?search=qqqq')).toEqual([])
  })

  test('explains a key step by step, with its default flow for a payment method', async () => {
    const t = harness()
    const explain = (query: string) => t.get<{ steps: string[] }>(`/_emulator/scenarios/explain?${query}`)
    const { body } = await explain(
      `key=${encodeURIComponent('scenario:auth_pin&issuer:expired_card&webhook:duplicate')}`,
    )
    expect(body.steps[0]).toContain('requires_pin')
    expect(body.steps.join('\n')).toMatch(
      /requires_otp[\s\S]*expired_card \(54\), charge failed[\s\S]*copies 2/,
    )
    expect((await explain('key=issuer:error&payment_method=ussd')).body.steps[0]).toContain(
      'payment_instruction',
    )
    expect(fieldsOf(await explain('key=nonsense'))).toEqual(['X-Scenario-Key'])
    expect(fieldsOf(await explain('key=scenario:auth_pin&payment_method=ussd'))).toEqual(['X-Scenario-Key'])
    expect(fieldsOf(await explain(''))).toEqual(['key'])
  })

  test('explains every built-in key', async () => {
    const t = harness()
    for (const key of t.emulator.catalogue.fragments.keys()) {
      const { status, body } = await t.get<{ steps: string[] }>(
        `/_emulator/scenarios/explain?key=${encodeURIComponent(key)}`,
      )
      expect([key, status, body.steps.length > 0]).toEqual([key, 200, true])
    }
  })

  test('takes posted scenarios, YAML or JSON, all or none, for this world or for all', async () => {
    const t = harness()
    const post = (text: string, query = '') =>
      t.post(`/_emulator/scenarios${query}`, text, { 'content-type': null })
    expect((await post('key: mine\ntitle: Mine\nprocessor_response: error\n')).status).toBe(201)
    expect((await t.created({}, 'mine')).processor_response?.type).toBe('error')
    expect((await t.in('other').charge({}, 'mine')).status).toBe(400)
    const json = JSON.stringify({ key: 'yours', title: 'Yours', processor_response: 'error' })
    expect((await post(json, '?all=true')).status).toBe(201)
    expect((await t.in('other').charge({}, 'yours')).status).toBe(201)
    const half =
      'key: good\ntitle: x\nprocessor_response: error\n---\nkey: bad\ntitle: x\nprocessor_response: nonsense\n'
    const { status, body } = await post(half)
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('posted:7:1')])
    expect((await t.charge({}, 'good')).status).toBe(400)
  })

  test.each(['', '---', 'just text', '[]', '{"key": 5}', 'key: a\ntitle: x\nsequence: [a, b]\n'])(
    'refuses the posted text %j',
    async (text) => {
      expect(fieldsOf(await harness().post('/_emulator/scenarios', text))).toContain('body')
    },
  )
})

describe('the journal', () => {
  interface Journal {
    total: number
    requests: {
      method: string
      path: string
      status: number
      request_headers: Record<string, string>
      request_body: string
      response_body: string
      scenario: string | null
      trace_id: string
      warnings: string[]
    }[]
  }
  const journal = async (t: ReturnType<typeof harness>, query = '') =>
    (await t.get<Journal>(`/_emulator/requests${query}`)).body

  test('shows each request and its answer, newest first, with scenario, trace id and warnings', async () => {
    const t = harness()
    await t.charge({ colour: 'red' }, 'issuer:error', { 'x-trace-id': 'trace-0123456789' })
    const { requests } = await journal(t)
    expect(requests.map(({ path }) => path)).toEqual([
      '/charges',
      '/realms/test/protocol/openid-connect/token',
    ])
    expect(requests[0]).toMatchObject({
      method: 'POST',
      status: 201,
      scenario: 'issuer:error',
      trace_id: 'trace-0123456789',
      warnings: [expect.stringContaining('colour')],
    })
    expect(JSON.parse(requests[0]?.response_body ?? '')).toMatchObject({ status: 'success' })
  })

  test('contains refused requests, and filters by status and path', async () => {
    const t = harness()
    await t.charge({ amount: 0 })
    await t.charge()
    expect((await journal(t, '?status=400')).total).toBe(1)
    expect((await journal(t, '?path=/charges')).total).toBe(2)
    expect((await journal(t, '?path=/charges&limit=1&offset=1')).requests).toHaveLength(1)
    for (const query of ['?limit=0', '?limit=1001', '?status=4', '?offset=-1'])
      expect((await t.get(`/_emulator/requests${query}`)).status).toBe(400)
  })

  test('contains no credential and no PIN', async () => {
    const t = harness()
    const pin = { type: 'pin', pin: { nonce: 'abcdefghijkl', encrypted_pin: 'very-secret-pin' } }
    const token = await t.token()
    await t.charge({ authorization: pin }, 'scenario:auth_pin')
    const basic = Buffer.from('sandbox-client:sandbox-secret').toString('base64')
    await t.fetch('/realms/r/protocol/openid-connect/token', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const text = JSON.stringify(await journal(t))
    for (const secret of [token, token.split('.')[2] ?? '', 'sandbox-secret', basic, 'very-secret-pin'])
      expect(text).not.toContain(secret)
  })

  test.each([
    ['authorization', 'Bearer wrong-secret', 'Bearer ***'],
    ['authorization', 'wrong-secret', '***'],
    ['authorization', 'wrong-secret and more', '***'],
    ['proxy-authorization', 'Basic wrong-secret', 'Basic ***'],
    ['cookie', 'session=wrong-secret; theme=dark', '***'],
  ])('of the header %s with %j it keeps %j', async (name, sent, kept) => {
    const t = harness()
    await t.fetch('/charges', { headers: { [name]: sent } })
    const { requests } = await journal(t)
    expect(requests[0]?.request_headers[name]).toBe(kept)
  })

  test('contains the newest requests up to its limit, and can be cleared', async () => {
    const t = harness({ settings: { journalLimit: 3 } })
    for (let request = 0; request < 6; request++) await t.get(`/charges/chg_number000${request}`)
    expect((await journal(t)).requests.map(({ path }) => path)).toEqual([
      '/charges/chg_number0005',
      '/charges/chg_number0004',
      '/charges/chg_number0003',
    ])
    expect((await t.delete<{ deleted: number }>('/_emulator/requests')).body.deleted).toBe(3)
    expect((await journal(t)).total).toBe(0)
  })

  test('does not contain requests to the control interface', async () => {
    const t = harness()
    await t.get('/_emulator/clock')
    expect((await journal(t)).total).toBe(0)
  })
})

describe('health', () => {
  test.each(['/health', '/_emulator/health'])(
    '%s says ok, the version, the seed and the number of worlds',
    async (path) => {
      const t = harness()
      const { body } = await t.get(path, { authorization: null })
      expect(body).toMatchObject({ status: 'ok', seed: 'test', worlds: 1 })
    },
  )
})
