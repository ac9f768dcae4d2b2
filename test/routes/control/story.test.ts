import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'

interface Entry {
  at: string
  kind: string
  actor: string
  what: string
  request_id: number | null
  object_id: string | null
  event_id: string | null
  status: number | null
  duration_ms: number | null
  scenario: string | null
  until: string | null
}

const story = async (t: Harness, id: string): Promise<Entry[]> =>
  (await t.get<{ entries: Entry[] }>(`/_emulator/timeline?format=json&limit=2000&charge_id=${id}`)).body
    .entries

/** Who and what, without ids. */
const told = (entries: readonly Entry[]): string[] =>
  entries.map(
    ({ kind, actor, what }) => `${kind} ${actor}: ${what.replaceAll(/\b(chg|rfd|ord|rul)_\w+/g, '$1')}`,
  )

const pin = (value: string) => ({
  authorization: { type: 'pin', pin: { nonce: `nonce${value}aa`, encrypted_pin: value } },
})

describe('The story of one payment', () => {
  test('has each line of the history after the request that caused it', async () => {
    const t = harness()
    const { id } = await t.created({ reference: 'order-0001' }, 'scenario:auth_pin_only')
    await t.get(`/charges/${id}`)
    await t.put(`/charges/${id}`, pin('00000'))
    await t.put(`/charges/${id}`, pin('12345'))
    const entries = (await story(t, id)).filter(({ kind }) => kind === 'request' || kind === 'charge')
    expect(told(entries).map((line) => line.replace(/( \([^()]*\))? → 20.*/, ''))).toEqual([
      'request merchant: POST /charges',
      'charge merchant: chg (order-0001) merchant: created; waits for requires_pin',
      'request merchant: GET /charges/chg',
      'request merchant: PUT /charges/chg',
      'charge issuer: chg (order-0001) issuer: pin was wrong, attempt 1 of 3',
      'request merchant: PUT /charges/chg',
      'charge merchant: chg (order-0001) merchant: pin accepted: approved → succeeded',
    ])
    const causes = entries.map(({ request_id }) => request_id)
    expect(causes).toEqual([2, 2, 3, 4, 4, 5, 5])
  })

  test('tells who acts, how answers ended, which key applied, and where the clock jumped to', async () => {
    const t = harness()
    t.receiver.answer = () => ({ status: t.webhooks.length === 1 ? 500 : 200, headers: {}, body: '' })
    const { id } = await t.created({}, 'scenario:auth_3ds')
    await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    await t.advance('6s')
    const entries = await story(t, id)
    const [request, , payer, jump, first, second] = entries
    expect(request).toMatchObject({
      actor: 'merchant',
      status: 201,
      scenario: 'scenario:auth_3ds',
      object_id: id,
    })
    expect(request?.duration_ms).toBeTypeOf('number')
    expect(payer).toMatchObject({ kind: 'charge', actor: 'payer', object_id: id, request_id: null })
    expect(jump).toMatchObject({ kind: 'clock', actor: 'tester', until: '2030-01-01T00:00:06.000Z' })
    expect(first).toMatchObject({ actor: 'service', status: 500, until: '2030-01-01T00:00:06.000Z' })
    expect(first?.event_id).toMatch(/^wbk_/)
    expect(second).toMatchObject({ status: 200, until: null, event_id: first?.event_id })
    expect(entries.at(-1)).toMatchObject({ kind: 'due', actor: 'clock', object_id: id })
  })

  test('has what happened after the journal and the notes have lost it', async () => {
    const t = harness({ settings: { journalLimit: 2 } })
    const { id } = await t.created({}, 'scenario:auth_3ds')
    await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    await t.advance('1s')
    const before = told(await story(t, id))
    for (let count = 0; count < 2010; count++) await t.world.advance((now) => now + 1)
    await t.created()
    await t.created()
    const after = told(await story(t, id))
    const own = (lines: string[]) => lines.filter((line) => /^(charge|webhook|due) /.test(line))
    expect(own(after)).toEqual(own(before))
    expect(own(after)).toHaveLength(4)
    expect(after.some((line) => line.startsWith('request'))).toBe(false)
    expect(after.filter((line) => line.startsWith('clock'))).toEqual(['clock tester: moved 2000 times'])
  })

  test('begins with the payment, but for a rule that gave it a key, and ends with it', async () => {
    const t = harness()
    const rule = { key: 'scenario:noauth', when: { reference: 'order-0001' }, count: 1 }
    await t.post('/_emulator/rules', { ...rule, when: { reference: 'other' } })
    await t.post('/_emulator/rules', rule)
    await t.advance('1h')
    const { id } = await t.created({ reference: 'order-0001' })
    await t.advance('2d')
    await t.advance('3d')
    const kinds = (await story(t, id)).map(({ kind, what }) => `${kind} ${what.slice(0, 11)}`)
    expect(kinds.filter((kind) => /^(rule|clock)/.test(kind))).toEqual([
      expect.stringMatching(/^rule added rul_/),
      'clock advanced by',
    ])
  })

  test('of an order has those of its charges and their refunds; of a refund, its own part', async () => {
    const t = harness()
    const held = await t.created({ reference: 'order-0001' }, 'scenario:auth_capture')
    const [order] = t.world.state.orders
    await t.put(`/orders/${order?.id}`, { action: 'capture', amount: 100 })
    const { body } = await t.post('/refunds', { charge_id: held.id, amount: 40 })
    await t.advance('3s')
    const ofOrder = told(await story(t, order?.id ?? ''))
    const ofRefund = told(await story(t, body.data.id))
    expect(ofOrder.join('\n')).toMatch(
      /created; waits for requires_capture[\s\S]*captured 100 NGN[\s\S]*rfd refunds 40 NGN[\s\S]*rfd succeeded/,
    )
    expect(ofOrder.join('\n')).toMatch(/webhook service: order.authorization/)
    expect(ofRefund.map((line) => line.replace(/ \(.*?\)| → .*| to http.*/g, ''))).toEqual([
      'request merchant: POST /refunds',
      'charge merchant: chg merchant: rfd refunds 40 NGN',
      'clock tester: advanced by 3s',
      'charge service: chg service: rfd succeeded',
      'webhook service: refund.completed',
    ])
  })

  test('of a customer and of a payment method has the requests about them', async () => {
    const t = harness()
    const customer = (await t.post('/customers', { email: 'new@example.com' })).body.data.id
    const method = await t.post('/payment-methods', {
      type: 'ussd',
      ussd: { account_bank: '058' },
      customer_id: customer,
    })
    const { id } = method.body.data
    await t.created({ customer_id: customer, payment_method_id: id })
    const paths = async (of: string) => (await story(t, of)).map(({ what }) => what.split(/ (?=[(→])/)[0])
    expect(await paths(customer)).toEqual(['POST /customers', 'POST /payment-methods', 'POST /charges'])
    expect(await paths(id)).toEqual(['POST /payment-methods', 'POST /charges'])
  })

  test('tells that a delivery is held, and why an event was not sent', async () => {
    const t = harness()
    const dropped = await t.created({}, 'webhook:dropped')
    await t.post('/_emulator/webhooks/hold')
    const held = await t.created({}, 'webhook:immediate')
    await t.advance('1s')
    expect(told(await story(t, dropped.id)).join('\n')).toMatch(
      /charge.completed \(.*\): the scenario drops it/,
    )
    expect(told(await story(t, held.id)).at(-1)).toMatch(
      /^due service: .*attempt 1, held until deliveries are released$/,
    )
    const quiet = harness({ settings: { webhookUrl: undefined } })
    const { id } = await quiet.created()
    expect(told(await story(quiet, id)).join('\n')).toMatch(/: no webhook endpoint is subscribed$/m)
  })

  test('tells a request by its number in v3, and not one that has the number as its amount', async () => {
    const t = harness()
    const { id } = await t.created()
    const number = t.world.state.charges.get(id)?.number
    await t.get(`/v3/transactions/${number}/verify`)
    await t.charge({ amount: number })
    const requests = (await story(t, id)).filter(({ kind }) => kind === 'request')
    expect(requests.map(({ request_id }) => request_id)).toEqual([2, 3])
  })

  test('tells each line once, although time goes on while it is written', async () => {
    const t = harness({ clock: 'live' })
    const { id } = await t.created({}, 'scenario:auth_3ds')
    const { world } = t
    const { now } = world
    let late = 0
    world.now = () => now.call(world) + late++
    await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    const lines = (await story(t, id)).filter(({ kind }) => kind === 'charge')
    expect(lines.map(({ actor }) => actor)).toEqual(['merchant', 'payer'])
  })

  test('is the same after a snapshot was restored', async () => {
    const t = harness()
    const { id } = await t.created({}, 'scenario:auth_pin')
    await t.put(`/charges/${id}`, pin('12345'))
    await t.advance('10s')
    await t.post(`/_emulator/charges/${id}/pay`)
    await t.advance('1s')
    const before = await story(t, id)
    const snapshot = await t.get<unknown>('/_emulator/state')
    const other = harness()
    expect((await other.put('/_emulator/state', snapshot.body)).status).toBe(200)
    expect(await story(other, id)).toEqual(before)
    expect(before.some(({ kind, request_id }) => kind === 'charge' && request_id !== null)).toBe(true)
  })

  test('of a name that nothing has is empty', async () => {
    const t = harness()
    await t.advance('1s')
    expect(await story(t, 'chg_nowhere')).toEqual([])
  })
})
