import { describe, expect, test } from 'vitest'
import { type Harness, harness } from '../../harness.ts'

const timeline = async (t: Harness, query = ''): Promise<string> => {
  const response = await t.fetch(`/_emulator/timeline${query}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  return response.text()
}

describe('GET /_emulator/timeline', () => {
  test('tells requests, rules, webhooks and clock in order, and what is due', async () => {
    const t = await harness()
    t.receiver.answer = () => ({ status: t.webhooks.length === 1 ? 500 : 200, headers: {}, body: '' })
    await t.post('/_emulator/rules', { key: 'scenario:auth_3ds', when: { reference: 'order-*' }, count: 1 })
    const { id } = await t.created({ reference: 'order-0001' })
    await t.post(`/_emulator/charges/${id}/payer`, { action: 'approve' })
    await t.advance('1s')
    await t.put('/_emulator/clock', { now: '2030-01-02T00:00:00Z' })
    await t.get(`/charges/${id}`)
    const rule = /rul_\w+/.exec(await timeline(t))?.[0]
    const because = `rule ${rule} gave this request the key "scenario:auth_3ds"`
    expect(
      await timeline(t),
    ).toBe(`timeline of world "default", whose clock is frozen at 2030-01-02T00:00:00.000Z
2030-01-01
  00:00:00.000  rule      added ${rule}: "scenario:auth_3ds" for the next request if the reference begins with order-
  00:00:00.000  request   POST /realms/test/protocol/openid-connect/token → 200
  00:00:00.000  request   POST /charges (reference order-0001, 1500.5 NGN, key scenario:auth_3ds) → 201 ${id} pending, waits for redirect_url (${because})
  00:00:00.000  charge    ${id} (order-0001) payer: approved: approved → succeeded
  00:00:00.000  clock     advanced by 1s
  00:00:01.000  webhook   charge.completed (order-0001) to http://merchant.test/hook: answered 500
2030-01-02
  00:00:00.000  clock     frozen, set to 2030-01-02T00:00:00.000Z
  00:00:00.000  request   POST /realms/test/protocol/openid-connect/token → 200
  00:00:00.000  request   GET /charges/${id} → 200 ${id} succeeded
still due:
2030-01-01
  00:00:06.000  due       charge.completed (order-0001) to http://merchant.test/hook: attempt 2
2030-01-02
  00:00:00.000  due       ${id} (order-0001): it is settled
`)
  })

  test('tells what was played, and what a transfer and a refund did', async () => {
    const t = await harness()
    const { id } = await t.created({}, 'scenario:auth_pin')
    await t.post(`/_emulator/charges/${id}/pay`)
    await t.post('/refunds', { charge_id: id, amount: 1, reason: 'duplicate' })
    await t.advance('1d')
    const text = await timeline(t)
    expect(text).toMatch(
      /merchant: pin accepted; waits for requires_otp\n.* merchant: otp accepted: approved → succeeded\n/,
    )
    expect(text).toMatch(/service: rfd_\w+ succeeded/)
    expect(text).toMatch(/clock: settled → succeeded/)
  })

  test('is about one payment on request, by reference or id, with what concerns the whole world', async () => {
    const t = await harness()
    const mine = await t.created({ reference: 'mine-0001' })
    await t.created({ reference: 'mine-00011' })
    await t.get('/charges')
    await t.advance('1s')
    for (const query of ['?reference=mine-0001', `?charge_id=${mine.id}`, `?reference=${mine.id}`]) {
      const text = await timeline(t, query)
      expect(text).toMatch(/POST \/charges \(reference mine-0001, /)
      expect(text).toMatch(/charge.completed \(mine-0001\) .*: answered 200/)
      expect(text).toMatch(/advanced by 1s/)
      expect(text).toMatch(/still due:\n.*\n.*mine-0001\): it is settled\n$/)
      expect(text).not.toMatch(/mine-00011|GET \/charges/)
    }
  })

  test('has the newest entries, as many as the limit says', async () => {
    const t = await harness()
    for (const reference of ['first-0001', 'later-0001', 'later-0002']) await t.created({ reference })
    const text = await timeline(t, '?limit=2')
    expect(text).not.toMatch(/request .*first/)
    expect(text.match(/ request /g)).toHaveLength(2)
    expect(text.match(/ due /g)).toHaveLength(2)
    expect((await t.get('/_emulator/timeline?limit=0')).status).toBe(400)
  })

  test('keeps the newest 2000 notes', async () => {
    const t = await harness()
    for (let count = 0; count < 2010; count++) await t.world.advance((now) => now + 1)
    const text = await timeline(t, '?limit=2000')
    expect(text.match(/advanced by 1ms/g)).toHaveLength(2000)
    expect(text).toMatch(/00:00:02\.009 {2}clock/)
  })

  test('comes as JSON with ids, too', async () => {
    const t = await harness()
    await t.created({ reference: 'order-0001' })
    const { body } = await t.get<{ entries: Record<string, unknown>[] }>('/_emulator/timeline?format=json')
    expect(body.entries.at(1)).toMatchObject({ kind: 'request', request_id: 2, delivery_id: null })
    expect(body.entries.at(2)).toMatchObject({
      kind: 'due',
      at: '2030-01-01T00:00:01.000Z',
      delivery_id: expect.stringMatching(/^dlv_/),
    })
  })

  test('masks secrets and card numbers, and keeps each entry on one line', async () => {
    const t = await harness()
    await t.charge({ reference: 'a\nb' })
    await t.post('/_emulator/webhooks/endpoints', { url: 'http://merchant.test/?card=4000000000000051' })
    await t.get('/charges/4000000000000051')
    const text = await timeline(t)
    expect(text).not.toMatch(/4000000000000051/)
    expect(text).toMatch(/reference a b/)
  })

  test('tells a new world that nothing has happened, and leaves out what populate made up', async () => {
    const t = await harness()
    expect(await timeline(t)).toMatch(/clock is frozen at 2030-01-01T00:00:00.000Z\nnothing has happened\n$/)
    await t.post('/_emulator/populate', { customers: 1, charges: 20 })
    expect(await timeline(t)).not.toMatch(/ charge /)
  })
})
