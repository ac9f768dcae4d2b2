import { describe, expect, test } from 'vitest'
import { chargeBody, harness } from '../harness.ts'

describe('a world', () => {
  test('is chosen by the address, and made on its first use', async () => {
    const t = harness()
    expect(t.emulator.has('worker-3')).toBe(false)
    const { status } = await t.in('worker-3').charge()
    expect(status).toBe(201)
    expect(t.emulator.has('worker-3')).toBe(true)
    expect((await t.get('/charges')).body.meta.page_info.total).toBe(0)
  })

  test('shares nothing with another: references, keys, nonces, charges, clocks, webhooks, journals', async () => {
    const t = harness()
    const [one, two] = [t.in('one'), t.in('two')]
    const body = chargeBody({
      authorization: { type: 'pin', pin: { nonce: 'abcdefghijkl', encrypted_pin: 'x' } },
    })
    const headers = { 'x-idempotency-key': 'same-key-for-all', 'x-scenario-key': 'scenario:auth_pin' }
    for (const world of [one, two]) {
      const { status, headers: answered } = await world.post('/charges', body, headers)
      expect([status, answered.get('x-idempotency-cache-hit')]).toEqual([201, null])
    }
    await one.charge()
    await one.advance('1d')
    expect(t.webhooks.map((webhook) => webhook.headers['x-emulator-world'])).toEqual(['one'])
    expect(two.world.now()).toBe(one.world.now() - 86_400_000)
    const total = async (world: typeof one) =>
      (await world.get<{ total: number }>('/_emulator/requests?path=/charges')).body.total
    expect([await total(one), await total(two)]).toEqual([2, 1])
  })

  test('accepts only its own charge', async () => {
    const t = harness()
    const { id } = await t.in('one').created()
    expect((await t.in('two').get(`/charges/${id}`)).status).toBe(404)
  })

  test('is refused beyond the limit with a message that says what to do, while existing ones continue', async () => {
    const t = harness({ settings: { maxWorlds: 3 } })
    for (const name of ['one', 'two']) expect((await t.in(name).charge()).status).toBe(201)
    const response = await t.fetch('/w/three/charges')
    expect(response.status).toBe(429)
    expect(await response.text()).toContain('DELETE /_emulator/worlds/{name}')
    expect((await t.in('one').charge()).status).toBe(201)
    await t.delete('/_emulator/worlds/two')
    expect((await t.in('three').charge()).status).toBe(201)
  })

  test('is recreated by a reset: charges, tokens, timers, clock, journal, endpoints and posted scenarios are gone', async () => {
    const t = harness()
    await t.post('/_emulator/webhooks/endpoints', { url: 'http://mine.test/' })
    await t.post('/_emulator/scenarios', 'key: mine\ntitle: Mine\nprocessor_response: error\n', {
      'content-type': 'application/yaml',
    })
    const body = chargeBody()
    const key = { 'x-idempotency-key': 'before-the-reset' }
    await t.post('/charges', body, key)
    await t.created({}, 'scenario:auth_3ds&payer:approves')
    await t.advance('500ms')
    const token = await t.token()
    expect((await t.post<{ reset: string[] }>('/_emulator/reset')).body.reset).toEqual(['default'])
    expect((await t.post('/charges', chargeBody(), { authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await t.charge({}, 'mine')).status).toBe(400)
    expect((await t.get('/charges')).body.meta.page_info.total).toBe(0)
    const again = await t.post('/charges', body, key)
    expect([again.status, again.headers.get('x-idempotency-cache-hit')]).toEqual([201, null])
    await t.advance('900ms')
    expect(t.webhooks).toEqual([])
    await t.advance('1h')
    expect(t.webhooks.map(({ url }) => url)).toEqual(['http://merchant.test/hook'])
  })

  test('does not affect other worlds when it is reset, unless all are', async () => {
    const t = harness()
    const [one, two] = [t.in('one'), t.in('two')]
    await one.created()
    const kept = await two.created()
    await one.post('/_emulator/reset')
    expect((await two.get(`/charges/${kept.id}`)).status).toBe(200)
    const { body } = await one.post<{ reset: string[] }>('/_emulator/reset?all=true')
    expect(body.reset.sort()).toEqual(['default', 'one', 'two'])
    expect((await two.get(`/charges/${kept.id}`)).status).toBe(404)
  })

  test('and are all listed with the process that has them', async () => {
    const t = harness()
    await t.in('other').created()
    const { body } = await t.get<{ worlds: { name: string; instance: string }[] }>('/_emulator/worlds')
    expect(body.worlds.map(({ name, instance }) => [name, instance])).toEqual([
      ['default', 'test/1'],
      ['other', 'test/1'],
    ])
    for (const path of ['/_emulator/report', '/_emulator/report?all=true'])
      expect((await t.get<{ instance: string }>(path)).body.instance).toBe('test/1')
    const junit = await t.fetch('/_emulator/report?format=junit')
    expect(await junit.text()).toContain('<testsuite name="requests" hostname="test/1" ')
    const reset = await t.post<{ instance: string }>('/_emulator/reset?all=true')
    expect(reset.body.instance).toBe('test/1')
    const page = await t.fetch('/_emulator/ui/worlds')
    expect(await page.text()).toContain('Worlds of process <code>test/1</code>')
  })

  test('that was reset or ended during an advance fires no more timers', async () => {
    const t = harness({ clock: 'live' })
    const other = t.in('other')
    await t.created()
    await other.created({}, 'scenario:auth_3ds&payer:approves')
    await t.post('/_emulator/reset')
    await t.delete('/_emulator/worlds/other')
    await t.time.pass(3_600_000)
    expect(t.webhooks).toEqual([])
    expect(t.time.pending).toBe(0)
  })

  test('that is ended under a delivery gets no more of it', async () => {
    const t = harness()
    let confirm: () => void = () => undefined
    t.receiver.answer = () =>
      new Promise((resolve) => {
        confirm = () => resolve({ status: 500, headers: {}, body: '' })
      })
    await t.created()
    const advance = t.world.advance((now) => now + 1000)
    await new Promise((resolve) => setImmediate(resolve))
    t.emulator.reset('default')
    confirm()
    await advance
    await t.advance('1h')
    expect(t.webhooks).toHaveLength(1)
    expect(t.faults).toEqual([])
  })

  test('of the same seed and the same requests gives the same bytes', async () => {
    const run = async () => {
      const t = harness({ settings: { seed: 'twice' } })
      const texts: string[] = []
      for (const [index, key] of [
        'scenario:noauth',
        'scenario:auth_3ds',
        'webhook:jitter',
        'issuer:error',
      ].entries())
        texts.push((await t.charge({ reference: `same-ref-${index}` }, key)).text)
      await t.advance('1h')
      return [...texts, ...t.webhooks.map(({ text, at }) => `${at} ${text}`), await t.token()]
    }
    expect(await run()).toEqual(await run())
  })

  test('of another name has other ids from the same seed', async () => {
    const t = harness()
    expect((await t.in('one').created()).id).not.toBe((await t.in('two').created()).id)
  })
})
