import { describe, expect, test } from 'vitest'
import { latestInstant } from '../../src/domain/kernel/instant.ts'
import type { Snapshot } from '../../src/domain/stored/snapshot.ts'
import { timersOf } from '../../src/emulator/snapshot.ts'
import { textStream } from '../../src/http/text-stream.ts'
import { nodePorts } from '../../src/node/ports.ts'
import { harness } from '../harness.ts'
import { busyWorld, type Snap, snapshotOf } from '../support/busy-world.ts'

const put = (t: ReturnType<typeof harness>, snapshot: unknown) => t.put('/_emulator/state', snapshot)

test('A snapshot may contain more timers than a function accepts arguments', () => {
  const timer = (n: number) => ({ id: `t${n}`, at: n, order: n, command: { type: 'refund.due', input: {} } })
  const timers = Array.from({ length: 200_000 }, (_, n) => timer(n))
  const snapshot = { timers, state: { deliveries: [{ id: 'cut', status: 'pending' }] }, clock: { now: 5 } }
  expect(timersOf(snapshot as unknown as Snapshot).at(-1)).toMatchObject({ id: 'cut', at: 5, order: 200_000 })
})

describe('A snapshot of a world with much history', () => {
  test('once restored, gives the same snapshot again', async () => {
    const t = await busyWorld()
    const before = await snapshotOf(t)
    expect((await put(t, before)).status).toBe(200)
    expect(await snapshotOf(t)).toEqual(before)
  })

  test('restored in another emulator, even with another seed, gives the same snapshot again', async () => {
    const before = await snapshotOf(await busyWorld())
    const other = harness({ settings: { seed: 'another' } })
    expect((await put(other, before)).status).toBe(200)
    expect(await snapshotOf(other)).toEqual(before)
  })

  test('continues as the world would have: same ids, same events, same times', async () => {
    const t = await busyWorld()
    const authorization = `Bearer ${await t.token()}`
    const snapshot = await snapshotOf(t)
    const restored = harness({ settings: { seed: 'another' } })
    await put(restored, snapshot)
    const goOn = async (w: typeof t): Promise<unknown> => {
      w.webhooks.length = 0
      const body = { reference: 'after-restoring' }
      const { text: charge } = await w.charge(body, 'scenario:auth_pin', { authorization })
      await w.advance('3d')
      return [charge, w.webhooks, await snapshotOf(w)]
    }
    expect(await goOn(restored)).toEqual(await goOn(t))
  })

  test('includes tokens, references, idempotency records and sequences', async () => {
    const t = await busyWorld()
    const token = await t.token()
    const key = { 'x-idempotency-key': 'kept-over-0001' }
    const body = { reference: 'kept-over-1' }
    const first = await t.charge(body, undefined, key)
    await t.charge({}, 'sequence:declined_then_approved')
    const snapshot = await snapshotOf(t)
    await t.charge({}, 'issuer:approved')
    await put(t, snapshot)
    const headers = { ...key, authorization: `Bearer ${token}` }
    const again = await t.charge(body, undefined, headers)
    expect([again.text, again.headers.get('x-idempotency-cache-hit')]).toEqual([first.text, 'true'])
    expect((await t.charge(body)).status).toBe(409)
    expect((await t.created({}, 'sequence:declined_then_approved')).status).toBe('succeeded')
  })

  test('includes the posted scenarios and the rules', async () => {
    const t = await busyWorld()
    const snapshot = await snapshotOf(t)
    await t.post('/_emulator/reset')
    expect(t.world.catalogue.fragments.has('mine')).toBe(false)
    await put(t, snapshot)
    expect(t.world.catalogue.fragments.get('mine')).toMatchObject({ source: 'posted' })
    expect(t.world.state.rules.size).toBe(1)
  })
})

test('Deliveries that were in progress are attempted again after restoring', async () => {
  const t = harness()
  t.receiver.answer = () => new Promise(() => undefined)
  await t.created({}, 'webhook:immediate')
  void t.post('/_emulator/clock/advance', { by: '1s' })
  const snapshot = await snapshotOf(t)
  expect(t.webhooks).toHaveLength(1)
  t.receiver.answer = () => ({ status: 200, headers: {}, body: '' })
  await put(t, snapshot)
  await t.advance('1s')
  expect(t.webhooks).toHaveLength(2)
  expect(t.webhooks[1]?.text).toBe(t.webhooks[0]?.text)
})

test('A live clock continues from the time of the snapshot', async () => {
  const t = harness({ clock: 'live' })
  await t.created()
  const snapshot = await snapshotOf(t)
  await t.time.pass(3_600_000)
  await put(t, snapshot)
  expect(t.world.now()).toBe(snapshot.clock.now)
  await t.time.pass(1000)
  expect(t.world.now()).toBe(snapshot.clock.now + 1000)
})

test('Pending timers of a live world fire after restoring', async () => {
  const t = harness({ clock: 'live' })
  await t.created({}, 'webhook:delayed')
  const snapshot = await snapshotOf(t)
  await t.post('/_emulator/reset')
  await put(t, snapshot)
  await t.time.pass(60_000)
  expect(t.webhooks).toHaveLength(1)
})

test('A snapshot of one world can be put into many others; their payers find their pages there', async () => {
  const t = harness()
  const charge = await t.created({}, 'scenario:auth_redirect')
  const snapshot = await snapshotOf(t)
  for (const name of ['worker-1', 'worker-2']) {
    const worker = t.in(name)
    expect((await put(worker, snapshot)).status).toBe(200)
    const moved = await worker.seen(charge.id)
    expect(moved.next_action?.redirect_url?.url).toBe(
      `http://emulator.test/w/${name}/_emulator/pay/${charge.id}`,
    )
    expect((await worker.fetch(`/_emulator/pay/${charge.id}`)).status).toBe(200)
    const { body } = await worker.get<{ payer_url: string }>(`/_emulator/charges/${charge.id}`)
    expect(body.payer_url).toBe(moved.next_action?.redirect_url?.url)
  }
  const back = await snapshotOf(t.in('worker-1'))
  await put(t, back)
  expect((await t.seen(charge.id)).next_action?.redirect_url?.url).toBe(
    `http://emulator.test/_emulator/pay/${charge.id}`,
  )
})

test('A snapshot may be far longer than other bodies', async () => {
  const t = harness({ settings: { maxBodyBytes: 2048 } })
  for (let n = 0; n < 20; n++) await t.created()
  const snapshot = await snapshotOf(t)
  expect(JSON.stringify(snapshot).length).toBeGreaterThan(20_000)
  expect((await put(t, snapshot)).status).toBe(200)
  expect(t.world.state.charges.size).toBe(20)
})

test('Equal plans, customers and methods are one and the same after restoring', async () => {
  const t = harness()
  for (let n = 0; n < 3; n++) await t.created()
  await put(t, await snapshotOf(t))
  const [first, second] = [...t.world.state.charges]
  expect(first?.plan).toBe(second?.plan)
  expect(first?.customer).toBe(second?.customer)
  expect(first?.method).toBe(second?.method)
})

describe('A snapshot is written while it is sent', () => {
  const reading = async (t: ReturnType<typeof harness>) => {
    const { body } = await t.fetch('/_emulator/state')
    if (body === null) throw new Error('there is no body')
    return body.getReader()
  }

  /** A world whose snapshot is written in several chunks. */
  const longWorld = async () => {
    const t = harness()
    for (let n = 0; n < 60; n++) await t.created()
    return t
  }

  test('and shows the world as it was at the time of the request', async () => {
    const t = await longWorld()
    const before = JSON.stringify(await snapshotOf(t))
    const reader = await reading(t)
    const decoder = new TextDecoder()
    let text = ''
    let chunks = 0
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
      chunks++
      await t.created()
      await t.advance('1h')
      await t.post('/_emulator/webhooks/endpoints', { url: 'http://merchant.test/other' })
    }
    expect(chunks).toBeGreaterThan(2)
    expect(text).toBe(before)
  })

  test('to the end although the world is recreated meanwhile', async () => {
    const t = await longWorld()
    const before = await snapshotOf(t)
    const response = await t.fetch('/_emulator/state')
    await t.post('/_emulator/reset')
    expect(await response.json()).toEqual(before)
  })

  test('and other requests get their turn between its chunks', async () => {
    const t = await longWorld()
    const order: string[] = []
    const snapshot = t
      .fetch('/_emulator/state')
      .then((response) => response.text())
      .then(() => order.push('snapshot'))
    const health = new Promise<void>((resolve) =>
      setImmediate(() => {
        order.push('another')
        resolve()
      }),
    )
    await Promise.all([snapshot, health])
    expect(order).toEqual(['another', 'snapshot'])
  })

  test('and no more of it is created once its reader has disconnected', async () => {
    const pieces = ['a'.repeat(70_000), 'b'.repeat(70_000), 'c'.repeat(70_000)]
    let made = 0
    let ended = false
    const written = (function* () {
      try {
        for (const piece of pieces) {
          made++
          yield piece
        }
      } finally {
        ended = true
      }
      return undefined
    })()
    const reader = textStream(written, nodePorts()).getReader()
    await reader.read()
    await reader.cancel()
    expect([made, ended]).toEqual([1, true])
  })

  test('and HEAD writes none of it', async () => {
    const t = await longWorld()
    const response = await t.fetch('/_emulator/state', { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'application/json',
      '',
    ])
  })
})

test('A snapshot that is too long is refused by its length, before it was sent', async () => {
  const t = harness()
  const response = await t.fetch('/_emulator/state', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'content-length': String(2 ** 30) },
    body: new ReadableStream({ pull: () => new Promise(() => undefined) }),
    duplex: 'half',
  })
  const { status, body } = await t.check('PUT', '/_emulator/state', response)
  expect([status, body.error.message]).toEqual([413, expect.stringContaining('268435456 bytes')])
})

test('A world at the last instant of a clock has timers that lie ahead, and can be restored', async () => {
  const t = harness()
  await t.put('/_emulator/clock', { now: latestInstant })
  await t.created({ payment_method_id: 'pmd_transfer01' })
  await t.created()
  const { body } = await t.get<{ timers: { at: string }[] }>('/_emulator/clock/timers')
  expect(new Set(body.timers.map(({ at }) => at.slice(0, 4)))).toEqual(new Set(['9990']))
  const before = await snapshotOf(t)
  expect((await put(t, before)).status).toBe(200)
  expect(await snapshotOf(t)).toEqual(before)
})

const spoilt: [string, (snapshot: Snap) => void, string][] = [
  ['another version', (s) => Object.assign(s, { version: 99 }), 'version'],
  ['no version', (s) => delete (s as Partial<Snap>).version, 'version'],
  ['a member of its own', (s) => Object.assign(s, { more: 1 }), 'more'],
  ['no random state', (s) => delete (s as Partial<Snap>).random, 'random'],
  ['a time past 9999', (s) => Object.assign(s.clock, { now: 1e15 }), 'clock.now'],
  ['a charge without its plan', (s) => delete s.state.charges[0]?.['plan'], 'state.charges.0.plan'],
  [
    'an amount that is text',
    (s) => Object.assign(s.state.charges[0] ?? {}, { amount: '1' }),
    'state.charges.0.amount',
  ],
  ['a charge twice', (s) => s.state.charges.push(s.state.charges[0] ?? {}), 'state.charges'],
  ['no collection of charges', (s) => delete (s.state as Partial<Snap['state']>).charges, 'state.charges'],
  ['an unknown collection', (s) => Object.assign(s.state, { secrets: [] }), 'state.secrets'],
  [
    'a timer with a command of its own',
    (s) => s.timers.push({ id: 'x', at: 1, order: 9999, command: { type: 'token.store', input: {} } }),
    'timers.',
  ],
  [
    'a timer of a charge that is gone',
    (s) =>
      s.timers.push({
        id: 'x',
        at: 1,
        order: 9999,
        command: { type: 'charge.timer', input: { id: 'chg_none', name: 'after', step: 0 } },
      }),
    'timers.',
  ],
  [
    'a batch of an account that is gone',
    (s) => Object.assign(s.state['accountBatches']?.[0] ?? {}, { accounts: ['vac_00000000000000'] }),
    'state.accountBatches.0.accounts',
  ],
  [
    'a bulk charge of a charge that is gone',
    (s) => Object.assign(s.state['chargeBatches']?.[0] ?? {}, { charges: ['chg_00000000000000'] }),
    'state.chargeBatches.0.charges',
  ],
  [
    'a bulk charge with the number of another',
    (s) => Object.assign(s.state['chargeBatches']?.[0] ?? {}, { id: '8000002' }),
    'state.chargeBatches.0.id',
  ],
  ['a balance less', (s) => s.state.balances.pop(), 'state.'],
  [
    'a scenario that fits nowhere',
    (s) => s.scenarios.push({ key: 'x', title: 'X', steps: [] }),
    'scenarios.',
  ],
  [
    'a scenario that conflicts with the files',
    (s) =>
      s.scenarios.push({
        key: 'x',
        title: 'X',
        default_for: ['card'],
        payment_methods: ['card'],
        steps: [{ finish: 'issuer' }],
      }),
    'scenarios',
  ],
]

test.each(spoilt)(
  'A snapshot with %s is refused with its place, and nothing changes',
  async (_what, spoil, field) => {
    const t = await busyWorld()
    const before = await snapshotOf(t)
    const bad = structuredClone(before)
    spoil(bad)
    const { status, body } = await put(t, bad)
    expect(status).toBe(400)
    expect(body.error.validation_errors[0]?.field_name).toMatch(
      new RegExp(`^${field.replaceAll('.', '\\.')}`),
    )
    expect(await snapshotOf(t)).toEqual(before)
  },
)
