import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  connect,
  createEmulator,
  type EmulatorClient,
  EmulatorError,
  type InProcessEmulator,
} from '../../src/index.ts'
import { charge, receiver } from './support.ts'

let emulator: InProcessEmulator

beforeAll(async () => {
  emulator = await createEmulator({ seed: 'client tests' })
  await emulator.listen()
})
afterAll(() => emulator.close())

const clients: [string, () => EmulatorClient][] = [
  ['over a socket', () => connect(emulator.url)],
  ['in this process', () => connect('http://localhost', { fetch: emulator.fetch })],
]

describe.each(clients)('a client %s', (_, client) => {
  test('moves the time of one world and of no other', async () => {
    const { clock } = client().newWorld('clock')
    expect(await clock.freeze('2030-01-01T00:00:00.000Z')).toMatchObject({
      mode: 'frozen',
      pending_timers: 0,
    })
    expect((await clock.advance('11m')).now).toBe('2030-01-01T00:11:00.000Z')
    expect((await clock.advance(1500)).now).toBe('2030-01-01T00:11:01.500Z')
    expect((await clock.advanceTo(new Date('2030-01-02'))).now).toBe('2030-01-02T00:00:00.000Z')
    expect((await clock.show()).now).toBe('2030-01-02T00:00:00.000Z')
    expect((await clock.freeze(Date.UTC(2031, 0, 1))).now).toBe('2031-01-01T00:00:00.000Z')
    for (const none of ['7', '2030-02-30T00:00:00Z', '2030-01-01T00:00:00', Number.NaN, 1e20, new Date('no')])
      await expect(clock.freeze(none)).rejects.toThrow(EmulatorError)
    await expect(clock.advanceTo(new Date('no'))).rejects.toThrow('the Date is invalid')
    expect((await client().newWorld().clock.show()).mode).toBe('live')
    expect((await clock.live()).mode).toBe('live')
  })

  test.each(['.', '..'])('takes no world "%s", which would be another one', async (name) => {
    await expect(client().world(name).reset()).rejects.toThrow(/is not a valid name of a world/)
    await expect(client().worlds.end(name)).rejects.toThrow(/is not a valid name of a world/)
  })

  test('lists pending timers, and those that an advance has fired', async () => {
    const world = client().newWorld('due')
    await world.clock.freeze()
    await world.webhooks.endpoints.add('http://127.0.0.1:1/hook')
    await charge(world, 'due-0001')
    const [first] = await world.clock.timers()
    expect(first?.command).toBe('delivery.due')
    const { total, fired } = await world.clock.advance('1s')
    expect([total, fired.length]).toEqual([1, 1])
  })

  test('is the payer', async () => {
    const world = client().newWorld('payer')
    const approved = await charge(world, 'payer-approves', 'scenario:auth_redirect')
    const declined = await charge(world, 'payer-declines', 'scenario:auth_redirect')
    const walked = await charge(world, 'payer-walks', 'scenario:auth_redirect')
    expect((await world.charges.inspect(approved.id)).waits_for?.next_action).toBe('redirect_url')
    expect((await world.charges.approve(approved.id)).charge.status).toBe('succeeded')
    const verdict = { processorResponse: 'expired_card' } as const
    expect((await world.charges.decline(declined.id, verdict)).charge).toMatchObject({
      status: 'failed',
      processor_response: { type: 'expired_card', code: '54' },
    })
    expect((await world.charges.abandon(walked.id)).charge.status).toBe('pending')
  })

  test('waits for an event and gets it when it exists', async () => {
    const world = client().newWorld('wait')
    const { id } = await charge(world, 'wait-0001', 'scenario:auth_redirect')
    const waiting = world.waitForEvent('charge.completed', { reference: 'wait-0001', timeout: '10s' })
    await world.charges.approve(id)
    expect((await waiting).event.data).toMatchObject({ id, status: 'succeeded' })
    expect((await world.webhooks.events({ type: 'charge.completed' })).length).toBe(1)
  })

  test('lists similar events when it times out', async () => {
    const world = client().newWorld('late')
    await charge(world, 'late-0001')
    const waiting = world.waitForEvent('charge.completed', { reference: 'other-1', timeout: 10 })
    await expect(waiting).rejects.toThrow(
      /^waited 10ms: no charge\.completed with reference other-1 was made .*; events there: charge\.completed late-0001;/,
    )
    await expect(waiting).rejects.toMatchObject({ name: 'EmulatorError', status: 408 })
  })

  test('controls webhooks: endpoints, hold, release, attempts, redelivery, manual events', async () => {
    const merchant = await receiver(500)
    const world = client().newWorld('webhooks')
    await world.clock.freeze()
    const endpoint = await world.webhooks.endpoints.add({
      url: merchant.url,
      events: ['charge.completed'],
      signature: 'secret',
    })
    expect(await world.webhooks.endpoints.list()).toEqual([endpoint])
    expect(endpoint.secret).toBe('whsec_ZW11bGF0b3Itd2ViaG9vay1zZWNyZXQ=')
    await world.webhooks.hold()
    await world.webhooks.send('charge.completed', { data: { by: 'hand' } })
    await world.clock.advance('2s')
    expect(await world.webhooks.deliveries({ status: 'held' })).toHaveLength(1)
    expect(await world.webhooks.release()).toBe(1)
    await world.clock.advance('1m')
    const [delivery] = await world.webhooks.deliveries()
    expect(delivery?.attempts.map(({ response }) => response?.status)).toEqual([500, 200])
    const again = await world.webhooks.redeliver(delivery?.id ?? '')
    expect(again.attempts).toHaveLength(3)
    expect(new Set(merchant.received.map(({ body }) => body)).size).toBe(1)
    expect(JSON.parse(merchant.received[0]?.body ?? '').data).toEqual({ by: 'hand' })
    const edited = await world.webhooks.redeliver(delivery?.id ?? '', {
      body: '{}',
      secret: 'other',
      staleBy: 600_000,
    })
    expect(edited.attempts.at(-1)).toMatchObject({ edited: true, request: { body: '{}' } })
    expect(merchant.received.at(-1)).toMatchObject({
      body: '{}',
      headers: { 'x-webhook-signature': 'other' },
    })
    expect(await world.webhooks.endpoints.remove(endpoint.id)).toBe(1)
    expect(await world.webhooks.endpoints.remove()).toBe(0)
    merchant.close()
  })

  test('lists, explains and adds scenarios', async () => {
    const world = client().newWorld('scenarios')
    expect((await world.scenarios.list('insufficient funds')).length).toBeGreaterThan(0)
    expect((await world.scenarios.explain('scenario:auth_pin', 'card')).steps.join()).toMatch(/PIN/i)
    const added = await world.scenarios.add(
      'key: late-payer\ntitle: Late\npayer: { action: approve, after: 9s }',
    )
    expect(added).toEqual({ fragments: 1, problems: [] })
    expect((await world.scenarios.list('late-payer'))[0]?.sets).toEqual(['payer'])
    expect((await world.scenarios.reload()).problems).toEqual([])
  })

  test('applies rules to requests without a key', async () => {
    const world = client().newWorld('rules')
    const rule = await world.rules.add({
      key: 'network:503',
      when: { path: '/charges' },
      count: 1,
      for: 60_000,
    })
    expect(await world.rules.list()).toEqual([rule])
    await expect(charge(world, 'rule-0001')).rejects.toThrow('expected 201, got 503')
    expect((await charge(world, 'rule-0002')).status).toBe('succeeded')
    await world.rules.add('network:slow')
    expect(await world.rules.remove()).toBe(1)
    expect((await world.rules.standing()).map(({ key }) => key)).toContain('issuer:insufficient_funds')
  })

  test('gives a key to the next request that it is about', async () => {
    const world = client().newWorld('next')
    const rule = await world.next('issuer:do_not_honor', {
      reference: 'order-17*',
      paymentMethodId: 'pmd_card000001',
      card: { last4: '4246' },
    })
    expect(rule).toMatchObject({ remaining: 1, when: { payment_method_id: 'pmd_card000001' } })
    expect((await charge(world, 'order-1600')).status).toBe('succeeded')
    expect((await charge(world, 'order-1799')).status).toBe('failed')
    expect(await world.rules.list()).toEqual([])
  })

  test('fills the past of a world', async () => {
    const world = client().newWorld('lived-in')
    const { made, seed, to } = await world.populate({ customers: 3, charges: 9, over: 7_200_000, seed: 7 })
    expect([made.customers, made.charges, seed]).toEqual([3, 9, '7'])
    expect(await world.charges.list()).toHaveLength(9)
    expect(Date.parse(to)).toBeLessThanOrEqual(Date.parse((await world.clock.show()).now))
    await expect(world.populate({ over: '1m' })).rejects.toThrow('over: must be at least 1h and at most 366d')
  })

  test('reads and empties the journal', async () => {
    const world = client().newWorld('journal')
    await charge(world, 'journal-0001', 'scenario:noauth')
    const [entry] = await world.requests.list({ path: '/charges', status: 201 })
    expect(entry).toMatchObject({ method: 'POST', scenario: 'scenario:noauth', warnings: [] })
    expect(entry?.request_headers['authorization']).not.toMatch(/eyJ/)
    expect(await world.requests.clear()).toBe(2)
  })

  test('saves a world and restores it, here or in another', async () => {
    const world = client().newWorld('state')
    await world.clock.freeze('2030-01-01T00:00:00.000Z')
    const { id } = await charge(world, 'state-0001', 'scenario:auth_redirect')
    const snapshot = await world.state.save()
    await world.charges.approve(id)
    expect(await world.state.load(snapshot)).toMatchObject({ world: world.name, charges: 1, mode: 'frozen' })
    expect((await world.charges.inspect(id)).charge.status).toBe('pending')
    const other = client().newWorld('state')
    expect((await other.state.load(snapshot)).now).toBe('2030-01-01T00:00:00.000Z')
    expect((await other.charges.approve(id)).charge.status).toBe('succeeded')
    await expect(other.state.load({ ...snapshot, version: 999 })).rejects.toThrow(/answered 400/)
  })

  test('creates, lists, resets and removes worlds', async () => {
    const emulator = client()
    const world = emulator.world(emulator.newWorld('mine!').name)
    expect(world.name).toMatch(/^mine-[0-9a-z]{10}$/)
    await charge(world, 'world-0001')
    const entry = (await emulator.worlds.list()).find(({ name }) => name === world.name)
    expect(entry).toMatchObject({ charges: 1, mode: 'live' })
    await world.reset()
    expect(await world.requests.list()).toEqual([])
    await emulator.worlds.end(world.name)
    expect((await emulator.worlds.list()).map(({ name }) => name)).not.toContain(world.name)
    expect((await emulator.health()).status).toBe('ok')
  })

  test('knows the credentials, the encryption keys among them', async () => {
    const { clients, ...keys } = await client().credentials()
    expect(clients[0]).toMatchObject({ client_id: 'sandbox-client', client_secret: 'sandbox-secret' })
    expect(keys).toEqual({
      secret_keys: ['sk_sandbox'],
      webhook_secret: expect.stringMatching(/^whsec_/),
      encryption_key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      v3_encryption_key: 'sandbox-3des-key-24bytes',
    })
  })

  test('passes the complaint of the emulator on, with its status and body', async () => {
    const world = client().newWorld('complaint')
    const error = await world.charges.approve('chg_nobody').catch((error: unknown) => error)
    expect(error).toBeInstanceOf(EmulatorError)
    expect(error).toMatchObject({ status: 404, body: { status: 'failed' } })
    expect(String(error)).toMatch(/charges\/chg_nobody\/payer answered 404: no charge "chg_nobody"/)
    await expect(world.clock.advance('soon')).rejects.toThrow('by: must be a duration such as')
    await expect(world.token({ clientSecret: 'wrong' })).rejects.toThrow('client_secret is wrong')
  })
})
