import { describe, expect, test } from 'vitest'
import type { PastAction } from '../../src/emulator/world.ts'
import { type Harness, harness, ids, start } from '../harness.ts'

const hour = 3_600_000

/** Creates a charge in the world's present or past, whatever its clock shows. */
function buy({ world }: Harness, reference: string, method: string = ids.card): string {
  return world.dispatch('charge.create', {
    amount: 100,
    currency: 'NGN',
    reference,
    customerId: ids.customer,
    paymentMethodId: method,
    meta: undefined,
    redirectUrl: undefined,
    authorization: undefined,
    recurring: false,
    orderId: undefined,
    merchantVatAmount: undefined,
    plan: { key: '', uses: [], webhooks: { dropped: true } },
    baseUrl: 'http://emulator.test',
  }).id
}

const ago = (hours: number, run: () => void): PastAction => ({ at: start - hours * hour, run })

/** Enough actions for other work to run in between. */
const many = (run: () => void): PastAction[] => Array.from({ length: 1000 }, () => ago(1, run))

describe('The past of a world that is filled', () => {
  test('has happened at its own instant, and so have the timers that it set', async () => {
    const t = harness()
    let id = ''
    await t.world.backfill(() => [
      ago(30, () => {
        id = buy(t, 'past-0001')
      }),
    ])
    expect(t.world.state.charges.get(id)).toMatchObject({
      createdAt: start - 30 * hour,
      settled: true,
      history: [
        { at: start - 30 * hour, status: 'succeeded' },
        { at: start - 6 * hour, note: 'settled' },
      ],
    })
  })

  test('is fired in between, at its own instant, before what comes later', async () => {
    const t = harness()
    const seen: unknown[] = []
    const look = (id: string) => () => seen.push(t.world.state.charges.get(id)?.status)
    await t.world.backfill(function* () {
      let id = ''
      yield ago(2, () => {
        id = buy(t, 'past-0001', ids.mobile_money)
      })
      yield ago(1.8, look(id))
      yield ago(1.7, look(id))
    })
    expect(seen).toEqual(['pending', 'failed'])
  })

  test('leaves timers that lie ahead to the present', async () => {
    const t = harness()
    await t.world.backfill(() => [ago(23, () => buy(t, 'past-0001'))])
    expect((await t.get<{ total: number }>('/_emulator/clock/timers')).body.total).toBe(1)
    const { body } = await t.post<{ fired: { at: string }[] }>('/_emulator/clock/advance', { by: '2h' })
    expect(body.fired.map(({ at }) => at)).toEqual(['2030-01-01T01:00:00.000Z'])
    expect([...t.world.state.charges][0]?.settled).toBe(true)
  })

  test.each(['frozen', 'live'] as const)('leaves the clock what and where it was: %s', async (clock) => {
    const t = harness({ clock })
    await t.put('/_emulator/clock', { now: '2031-02-03T04:05:06.007Z' })
    const before = (await t.get('/_emulator/clock')).body
    expect(before).toMatchObject({ mode: clock, now: '2031-02-03T04:05:06.007Z' })
    await t.world.backfill(() => many(() => t.world.now()))
    expect((await t.get('/_emulator/clock')).body).toEqual(before)
    await t.time.pass(1000)
    expect(t.world.now()).toBe(Date.UTC(2031, 1, 3, 4, 5, 6, 7) + (clock === 'live' ? 1000 : 0))
  })

  test('fires no timer of the present, not even one that is overdue', async () => {
    const t = harness()
    const { id } = await t.created()
    await t.put('/_emulator/clock', { now: '2030-02-01T00:00:00Z' })
    const timers = async () => (await t.get<{ timers: object[] }>('/_emulator/clock/timers')).body.timers
    const before = await timers()
    expect(before).not.toEqual([])
    await t.world.backfill((now) => [{ at: now - 1000, run: () => buy(t, 'past-0001') }])
    expect((await t.seen(id)).settled).toBe(false)
    expect(await timers()).toEqual(expect.arrayContaining(before))
  })

  test('is made while requests are served, which see the present', async () => {
    const t = harness()
    const seen = new Set<string>()
    let made = 0
    const done = t.world.backfill(() => many(() => void made++))
    const halfway: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      halfway.push(made)
      seen.add((await t.get<{ now: string }>('/_emulator/clock')).body.now)
      await t.emulator.ports.yieldToEventLoop()
    }
    await done
    expect(halfway.some((count) => count > 0 && count < 1000)).toBe(true)
    expect([...seen]).toEqual(['2030-01-01T00:00:00.000Z'])
  })

  test('blocks real timers and advances until it is complete', async () => {
    const t = harness({ clock: 'live' })
    buy(t, 'now-000001', ids.mobile_money)
    const order: string[] = []
    const past = t.world.backfill(() => many(() => t.world.now())).then(() => order.push('past'))
    const advance = t.advance('1h').then(() => order.push('advance'))
    expect(t.time.pending).toBe(0)
    await Promise.all([past, advance])
    expect(order).toEqual(['past', 'advance'])
    expect([...t.world.state.charges][0]?.status).toBe('failed')
    buy(t, 'now-000002')
    expect(t.time.pending).toBe(1)
  })

  test('is in a snapshot that is taken meanwhile, with its timers', async () => {
    const t = harness()
    let made = 0
    const done = t.world.backfill(() => many(() => buy(t, `past-${String(made++).padStart(4, '0')}`)))
    expect(made).toBeLessThan(1000)
    const { body } = await t.get('/_emulator/state')
    const other = harness()
    const { body: restored } = await other.put<{ charges: number; pending_timers: number }>(
      '/_emulator/state',
      body,
    )
    expect(restored.pending_timers).toBe(restored.charges)
    expect(restored.charges).toBeGreaterThan(0)
    await done
  })

  test('ends with the world, which is a 409', async () => {
    const t = harness()
    const { world } = t
    let made = 0
    const done = world.backfill(() => many(() => void made++))
    await Promise.all([
      expect(done).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/reset or removed/),
      }),
      t.post('/_emulator/reset'),
    ])
    expect(made).toBeLessThan(1000)
  })

  test('ends with an action that is refused, and everything else goes on', async () => {
    const t = harness({ clock: 'live' })
    const refused = t.world.backfill(() => [
      ago(30, () => buy(t, 'past-0001')),
      ago(29, () => buy(t, 'past-0001')),
    ])
    await expect(refused).rejects.toMatchObject({ code: 'conflict' })
    expect(t.world.now()).toBe(start)
    await t.time.pass(1)
    expect([...t.world.state.charges]).toMatchObject([{ settled: true }])
  })
})
