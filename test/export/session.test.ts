import { describe, expect, test } from 'vitest'
import { type Harness, harness, ids } from '../harness.ts'

const start = (t: Harness, name?: string) => t.post('/_emulator/session/start', name ? { name } : undefined)

/** The session of a world, stopped, as a test for Vitest. */
async function exported(t: Harness, as = 'vitest'): Promise<string> {
  await t.post('/_emulator/session/stop')
  const response = await t.fetch(`/_emulator/session/export?as=${as}`)
  expect(response.status).toBe(200)
  return response.text()
}

describe('a session', () => {
  test('has the requests and events between its marks', async () => {
    const t = harness()
    expect((await t.get('/_emulator/session')).body).toMatchObject({ recording: false, started_at: null })
    await t.created()
    const started = await start(t, 'one charge')
    expect(started.body).toMatchObject({ recording: true, name: 'one charge', requests: 0, events: 0 })
    await t.created({ reference: 'within-1' })
    await t.advance('1s')
    const stopped = await t.post('/_emulator/session/stop')
    expect(stopped.body).toMatchObject({
      recording: false,
      started_at: '2030-01-01T00:00:00.000Z',
      stopped_at: '2030-01-01T00:00:01.000Z',
      requests: 1,
      events: 1,
      missed: 0,
    })
    await t.created({ reference: 'later-01' })
    expect((await t.get('/_emulator/session')).body).toMatchObject({ requests: 1 })
  })

  test('cannot be started twice, and cannot be stopped or exported before it was started', async () => {
    const t = harness()
    expect((await t.post('/_emulator/session/stop')).status).toBe(409)
    expect((await t.get('/_emulator/session/export?as=curl')).status).toBe(409)
    await start(t)
    expect((await start(t)).status).toBe(409)
    await t.post('/_emulator/session/stop')
    expect((await start(t)).status).toBe(200)
  })

  test('begins again when its world is reset, and ends when that is restored', async () => {
    const t = harness()
    await start(t, 'again')
    await t.created()
    const { body } = await t.get<object>('/_emulator/state')
    await t.post('/_emulator/reset')
    expect((await t.get('/_emulator/session')).body).toMatchObject({
      recording: true,
      name: 'again',
      requests: 0,
    })
    await t.put('/_emulator/state', body)
    expect((await t.get('/_emulator/session')).body).toMatchObject({ recording: false, started_at: null })
  })

  test('leaves snapshots as they are', async () => {
    const t = harness()
    await start(t)
    await t.post('/_emulator/rules', { key: 'issuer:do_not_honor' })
    await t.created({}, 'scenario:auth_pin')
    await t.advance('1h')
    const { body } = await t.get<object>('/_emulator/state')
    expect((await t.put('/_emulator/state', body)).status).toBe(200)
  })

  test('stops recording at its limit, and says how much is missing', async () => {
    const t = harness()
    await start(t)
    for (let n = 0; n < 2010; n++) t.world.setClock('frozen', Date.UTC(2030, 0, 1, 0, 0, 0, n))
    expect((await t.get('/_emulator/session')).body).toMatchObject({ missed: 10 })
    expect(await exported(t)).toContain('// The session was too long: its last 10 steps are missing.')
  })
})

describe('an exported session', () => {
  test('has variables for the ids that answers made, and leaves those of the fixtures', async () => {
    const t = harness()
    await start(t)
    const { id } = await t.created({ reference: 'order-0001' })
    await t.get(`/charges/${id}`)
    const text = await exported(t)
    expect(text).not.toContain(id)
    expect(text).toContain('const chargeId = charge.body.data.id\n')
    expect(text).toMatch(
      /const readCharge = await send\(world, 'GET', `\/charges\/\$\{chargeId\}`, \{ token \}\)/,
    )
    expect(text).toContain(`payment_method_id: '${ids.card}'`)
    expect(text).toMatch(/const order0001 = `order-0001-\$\{unique\}`/)
    expect(text).toContain('reference: order0001,')
  })

  test('gives plain names to references that the dashboard has made up', async () => {
    const t = harness()
    await start(t)
    await t.created({ reference: 'qa-mwrgwzw4-6yaebl' })
    await t.created({ reference: 'qa-mwrgxzw5-7yaebl' })
    const text = await exported(t)
    expect(text).toMatch(/const qaPayment1 = `qa-payment-1-\$\{unique\}`/)
    expect(text).toMatch(/const qaPayment2 = `qa-payment-2-\$\{unique\}`/)
  })

  test('makes no variable that nothing uses', async () => {
    const t = harness()
    await start(t)
    await t.created()
    expect(await exported(t)).not.toContain('chargeId')
  })

  test.each([
    ['wrong', '00000'],
    ['right', '12345'],
  ])('sends a PIN that is %s, although the journal masks it', async (_, pin) => {
    const t = harness()
    await start(t)
    const { id } = await t.created({}, 'scenario:auth_pin')
    const sent = { type: 'pin', pin: { nonce: 'abcdefghijkl', encrypted_pin: pin } }
    await t.put(`/charges/${id}`, { authorization: sent })
    expect(await exported(t)).toContain(`pin: { nonce: nonce(), encrypted_pin: '${pin}' }`)
  })

  test('repeats a nonce that was sent twice', async () => {
    const t = harness()
    await start(t)
    const { id } = await t.created({}, 'scenario:auth_pin')
    const sent = { type: 'pin', pin: { nonce: 'abcdefghijkl', encrypted_pin: '00000' } }
    await t.put(`/charges/${id}`, { authorization: sent })
    expect((await t.put(`/charges/${id}`, { authorization: sent })).status).toBe(400)
    expect((await exported(t)).split('pin: { nonce: usedNonce, ')).toHaveLength(3)
  })

  test('has a card of the same first and last digits, which the journal masks too', async () => {
    const t = harness()
    await start(t)
    const card = {
      encrypted_card_number: '5123450000000008',
      encrypted_expiry_month: '08',
      encrypted_expiry_year: '31',
      nonce: 'abcdefabcdef',
    }
    const made = await t.post('/payment-methods', { type: 'card', customer_id: ids.customer, card })
    expect(made.status).toBe(201)
    const text = await exported(t)
    expect(text).toContain("encrypted_card_number: '5123450000000008'")
    expect(text).toContain("encrypted_expiry_month: '08'")
  })

  test('expects the refusals that were seen, with their fields', async () => {
    const t = harness()
    await start(t)
    await t.charge({ amount: 0, currency: 'XXX' })
    await t.charge({}, undefined, { authorization: 'Bearer wrong' })
    await t.charge({}, undefined, { authorization: null })
    const text = await exported(t)
    expect(text).toContain("validation_errors: [{ field_name: 'amount' }, { field_name: 'currency' }]")
    expect(text).toContain("send(world, 'POST', '/charges', { token: 'wrong'")
    expect(text.match(/status: 401/g)).toHaveLength(2)
  })

  test('expects no answer where the connection was broken', async () => {
    const t = harness()
    await start(t)
    await t.charge({}, 'network:lost_after_commit').catch(() => undefined)
    expect(await exported(t)).toMatch(
      /await expect\(send\(.*timeoutMs: 2000,\n {2}\}\)\)\.rejects\.toThrow\(\)/s,
    )
  })

  test('advances a frozen clock as it was advanced, and awaits events when they are delivered', async () => {
    const t = harness()
    await start(t)
    await t.created({ reference: 'order-0001' })
    await t.advance('500ms')
    await t.advance('1h')
    expect(await exported(t)).toContain(`
  await world.clock.advance('500ms')
  await world.clock.advance('1h')
  expect(await webhooks.awaitDelivered('charge.completed', { reference: order0001 })).toMatchObject({
    event: { data: { status: 'succeeded' } },
  })
`)
  })

  test('advances its clock for the pauses of a clock that was running, if something was due in them', async () => {
    const t = harness({ clock: 'live' })
    await start(t)
    await t.created({ reference: 'order-0001' })
    await t.time.pass(400)
    await t.created({ reference: 'order-0002' })
    await t.time.pass(700_000)
    await t.created({ reference: 'order-0003' })
    const advances = (await exported(t)).match(/(?<=advance\(').*(?='\))/g)
    expect(advances).toEqual(['11m41s', '1s'])
  })

  test('gets a new token when the one before has expired', async () => {
    const t = harness()
    await start(t)
    await t.created()
    await t.advance('11m')
    await t.created()
    const text = await exported(t)
    expect(text).toContain('let token = await world.token()')
    expect(text).toContain("advance('11m')\n  expect(")
    expect(text).toMatch(/\n {2}token = await world\.token\(\)\n/)
  })

  test('waits only until an event exists if a scenario keeps it from being delivered', async () => {
    const t = harness()
    await start(t)
    await t.created({ reference: 'order-0001' }, 'webhook:dropped')
    expect(await exported(t)).toContain(
      "world.waitForEvent('charge.completed', { reference: order0001, until: 'made' })",
    )
  })

  test('has what payer and tester did', async () => {
    const t = harness()
    await t.post('/_emulator/rules', { key: 'issuer:do_not_honor', when: { amount: 7 } })
    await start(t)
    const declined = await t.created({}, 'scenario:auth_redirect')
    await t.post(`/_emulator/charges/${declined.id}/payer`, { action: 'decline' })
    const played = await t.created({}, 'scenario:auth_pin')
    await t.post(`/_emulator/charges/${played.id}/pay`, { processor_response: 'expired_card' })
    await t.post('/_emulator/rules', { key: 'issuer:approved', when: { reference: 'late-*' }, count: 1 })
    await t.delete('/_emulator/rules')
    await t.post('/_emulator/webhooks/hold')
    await t.post('/_emulator/webhooks/release')
    await t.post('/_emulator/tokens/revoke')
    await t.post('/_emulator/webhooks/events', { type: 'charge.completed', id: played.id })
    await t.put('/_emulator/clock', { now: '2031-01-01T00:00:00Z' })
    const text = await exported(t)
    for (const line of [
      "world.rules.add({ key: 'issuer:do_not_honor', when: { amount: 7 } })",
      'world.charges.decline(chargeId)',
      "world.pay(chargeId2, { processorResponse: 'expired_card' })",
      "world.next('issuer:approved', { reference: 'late-*' })",
      'world.rules.remove()',
      'world.webhooks.hold()',
      'world.webhooks.release()',
      'world.tokens.revoke()',
      "world.webhooks.send('charge.completed', { id: chargeId2 })",
      "world.clock.freeze('2031-01-01T00:00:00.000Z')",
    ])
      expect(text).toContain(`  await ${line}\n`)
  })

  test('pays into virtual accounts and decides chargebacks as payer and tester did', async () => {
    const t = harness()
    await start(t)
    const account = {
      reference: 'savings-1',
      customer_id: ids.customer,
      currency: 'NGN',
      account_type: 'static',
    }
    const { id } = (await t.post('/virtual-accounts', account)).body.data
    const from = { originator_name: 'Ngozi Eze', originator_account_number: '0690000031' }
    await t.post(`/_emulator/virtual-accounts/${id}/pay`, { amount: 400, ...from })
    const charge_id = (await t.created()).id
    const { body } = await t.post('/chargebacks', { charge_id, type: 'local' })
    await t.post(`/_emulator/chargebacks/${body.data.id}/outcome`, { status: 'lost' })
    const text = await exported(t)
    for (const line of [
      "world.virtualAccounts.pay(virtualAccountId, { amount: 400, originatorName: 'Ngozi Eze' })",
      "world.chargebacks.outcome(chargebackId, 'lost')",
    ])
      expect(text).toContain(`  await ${line}\n`)
    expect(text).not.toMatch(/0690000031|Left out/)
    // Payments to the account are numbered.
    expect(text).toMatch(/reference: `\$\{savings1\}-1`/)
    const script = await exported(t, 'curl')
    expect(script).toMatch(/control POST "\/_emulator\/virtual-accounts\/\$\{virtual_account_id\}\/pay" /)
    expect(script).toContain('"originator_name": "Ngozi Eze"')
  })

  test('begins with the requests from before the session that made what it uses', async () => {
    const t = harness()
    await t.created({ reference: 'unused-1' })
    const { body } = await t.post('/customers', { email: 'ada@example.com' })
    await start(t)
    await t.put(`/customers/${body.data.id}`, { email: 'obi@example.com' })
    const text = await exported(t)
    expect(text).toContain('// The first request was sent before the session began')
    expect(text).toContain("body: { email: 'ada@example.com' }")
    expect(text).toMatch(/`\/customers\/\$\{customerId\}`/)
    expect(text).not.toContain('unused-1')
  })

  test('says which ids exist in no new world', async () => {
    const t = harness()
    await start(t)
    await t.get('/charges/chg_nobodyknowsit')
    expect(await exported(t)).toContain('// chg_nobodyknowsit is not made in this session: replace it')
  })

  test('is named after its session, and so is its file', async () => {
    const t = harness()
    await start(t, "Ada's refund, */ twice")
    await t.created()
    await t.post('/_emulator/session/stop')
    const name = async (as: string) =>
      (await t.fetch(`/_emulator/session/export?as=${as}`)).headers.get('content-disposition')
    expect(await name('vitest')).toBe('attachment; filename="ada-s-refund-twice.test.ts"')
    expect(await name('playwright')).toBe('attachment; filename="ada-s-refund-twice.spec.ts"')
    expect(await name('pytest')).toBe('attachment; filename="test_ada_s_refund_twice.py"')
    expect(await name('phpunit')).toBe('attachment; filename="AdaSRefundTwiceTest.php"')
    expect(await name('curl')).toBe('attachment; filename="ada-s-refund-twice.sh"')
    expect(await exported(t)).toContain(`test("Ada's refund, */ twice", async ({`)
  })

  test.each(['vitest', 'playwright', 'pytest', 'phpunit', 'curl'])(
    'contains no token and no id of the session: %s',
    async (as) => {
      const t = harness()
      await start(t)
      const { id } = await t.created({}, 'scenario:auth_pin')
      await t.post(`/_emulator/charges/${id}/pay`)
      const text = await exported(t, as)
      expect(text).not.toContain(await t.token())
      expect(text).not.toContain(id)
      expect(text).toContain('scenario:auth_pin')
    },
  )
})
