import { describe, expect, test } from 'vitest'
import { paymentMethodTypes } from '../../src/domain/kernel/enums.ts'
import { passesLuhn } from '../../src/domain/kernel/luhn.ts'
import { type Harness, harness, type ServiceBody, start } from '../harness.ts'
import { snapshotOf } from '../support/busy-world.ts'
import { livedIn, populate } from './support.ts'

const day = 86_400_000

const counted = <T>(values: Iterable<T>, nameOf: (value: T) => string | undefined) => {
  const counts: Record<string, number> = {}
  for (const value of values) {
    const name = nameOf(value)
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

describe('A populated world', () => {
  test('contains what was requested, and the answer counts it', async () => {
    const { t, made } = await livedIn()
    const { customers, paymentMethods, charges, orders, refunds, chargebacks, transfers } = t.world.state
    const { customers: atFirst, paymentMethods: methodsAtFirst } = harness().world.state
    expect(made.made).toEqual({
      customers: customers.size - atFirst.size,
      payment_methods: paymentMethods.size - methodsAtFirst.size,
      charges: charges.size,
      orders: orders.size,
      refunds: refunds.size,
      chargebacks: chargebacks.size,
      transfers: transfers.size,
    })
    expect(made).toMatchObject({ seed: 'lived in', made: { customers: 60, charges: 600, transfers: 24 } })
    expect(made.charges).toEqual({
      succeeded: 0,
      pending: 0,
      failed: 0,
      voided: 0,
      ...counted(charges, ({ status }) => status),
    })
    expect(made.processor_responses).toEqual(counted(charges, ({ processorResponse }) => processorResponse))
    expect(made.settled).toBe([...charges].filter(({ settled }) => settled).length)
  })

  test('without a word is one of 200 customers and 5000 charges in 30 days', async () => {
    const t = harness()
    const { body } = await populate(t)
    expect(body).toMatchObject({
      from: '2029-12-02T00:00:00.000Z',
      to: '2030-01-01T00:00:00.000Z',
      made: { customers: 200, charges: 5000 },
    })
    expect(t.faults).toEqual([])
    expect(t.world.state.charges.size).toBe(5000)
  })

  test('contains every kind of payment method, and every outcome of a payment', async () => {
    const { t, made } = await livedIn()
    const types = counted(t.world.state.charges, ({ method }) => method.type)
    expect(Object.keys(types).sort()).toEqual([...paymentMethodTypes].sort())
    const { succeeded, failed, pending, voided } = made.charges
    expect(succeeded / 600).toBeGreaterThan(0.75)
    for (const some of [failed, pending, voided, made.made.refunds, made.made.orders])
      expect(some).toBeGreaterThan(0)
    expect(Object.keys(made.processor_responses)).toEqual(
      expect.arrayContaining(['insufficient_funds', 'do_not_honor', 'no_action_taken']),
    )
    const { orders, refunds, transfers } = t.world.state
    expect(counted(orders, ({ status }) => status)).toMatchObject({ completed: expect.any(Number) })
    expect(counted(refunds, ({ status }) => status)).toMatchObject({ succeeded: expect.any(Number) })
    expect(counted(transfers, ({ status }) => status)).toMatchObject({ SUCCESSFUL: expect.any(Number) })
    expect([...orders].some(({ amount, capturedAmount: part }) => part > 0 && part < amount)).toBe(true)
    expect([...refunds].some(({ chargeId, amount }) => amount < amountOf(t, chargeId))).toBe(true)
  })

  test('has its whole history in the requested time span, in order', async () => {
    const { t } = await livedIn()
    for (const { createdAt, history, settled, status } of t.world.state.charges) {
      const instants = [createdAt, ...history.map(({ at }) => at)]
      expect(instants).toEqual([...instants].sort((a, b) => a - b))
      expect(createdAt).toBeGreaterThanOrEqual(start - 30 * day)
      expect(instants.at(-1)).toBeLessThanOrEqual(start)
      const paidAt = history.find((line) => line.status === 'succeeded')?.at ?? start
      if (status === 'succeeded') expect(settled).toBe(paidAt + day <= start)
      if (settled) expect(history.find(({ note }) => note === 'settled')?.at).toBe(paidAt + day)
    }
    const { events, customers } = t.world.state
    const at = Array.from(events, (event) => event.at)
    expect(at).toEqual([...at].sort((a, b) => a - b))
    expect(Math.min(...Array.from(customers, ({ createdAt }) => createdAt))).toBe(start - 30 * day)
    expect((await t.get<{ now: string }>('/_emulator/clock')).body.now).toBe('2030-01-01T00:00:00.000Z')
  })

  test('was busier by day than by night', async () => {
    const { t } = await livedIn()
    const hours = [...t.world.state.charges].map(({ createdAt }) => new Date(createdAt).getUTCHours())
    const byDay = hours.filter((hour) => hour >= 8 && hour < 20).length
    const byNight = hours.filter((hour) => hour < 5).length
    expect(byDay).toBeGreaterThan(10 * byNight)
  })

  test('continues: what was left pending falls due as time passes', async () => {
    const { t } = await livedIn()
    const due = (await t.get<{ total: number }>('/_emulator/clock/timers')).body.total
    expect(due).toBeGreaterThan(0)
    await t.advance('2d')
    const left = [...t.world.state.charges].filter(
      ({ status, settled }) => status === 'succeeded' && !settled,
    )
    expect(left).toEqual([])
    expect(t.faults).toEqual([])
  })

  test('contains no data of its cards except what is stored', async () => {
    const { t } = await livedIn()
    const cards = [...t.world.state.paymentMethods].filter(({ type }) => type === 'card')
    expect(cards.length).toBeGreaterThan(20)
    const networks = new Set(cards.map(({ details }) => 'network' in details && details.network))
    expect([...networks]).not.toContain('UNKNOWN')
    for (const { details } of cards) expect(details).not.toHaveProperty('number')
    const digits = JSON.stringify(t.world.snapshot().state).match(/\b\d{14,19}\b/g) ?? []
    expect(digits.filter(passesLuhn)).toEqual([])
  })

  test('is restored from a snapshot', async () => {
    const { t } = await livedIn()
    const before = await snapshotOf(t)
    const other = harness()
    expect((await other.put('/_emulator/state', before)).status).toBe(200)
    expect(await snapshotOf(other)).toEqual(before)
  })

  test('shows every list to its last page, and every resource, as its schema says', async () => {
    const { t } = await livedIn({ charges: 150 })
    const { charges, customers, paymentMethods, orders, refunds, transfers, events } = t.world.state
    const lists = { charges, customers, 'payment-methods': paymentMethods, orders, refunds }
    for (const [path, all] of Object.entries(lists)) {
      const pages = Math.ceil(all.size / 50)
      for (let page = 1; page <= pages; page++) {
        const { body } = await t.get(`/${path}?size=50&page=${page}`)
        expect(body.meta.page_info).toEqual({ total: all.size, current_page: page, total_pages: pages })
        for (const { id } of body.data as unknown as { id: string }[])
          expect((await t.get<ServiceBody>(`/${path}/${id}`)).status).toBe(200)
      }
    }
    for (const { id } of charges) expect((await t.get(`/_emulator/charges/${id}`)).status).toBe(200)
    for (const { id } of transfers) expect((await t.get(`/v3/transfers/${id}`)).status).toBe(200)
    const seen = await t.get<{ total: number }>('/_emulator/webhooks/events?limit=1000')
    expect(seen.body.total).toBe(events.size)
    expect((await t.get('/v3/transfers?page=1')).status).toBe(200)
  })

  test('records its events without delivering them', async () => {
    const t = harness({ settings: { webhookUrl: 'http://merchant.test/hook' } })
    await populate(t, { charges: 50 })
    await t.advance('1m')
    expect(t.world.state.events.size).toBeGreaterThan(40)
    expect(counted(t.world.state.deliveries, ({ status }) => status)).toEqual({
      dropped: t.world.state.deliveries.size,
    })
    expect(t.webhooks).toEqual([])
  })
})

const amountOf = ({ world }: Harness, chargeId: string): number =>
  world.state.charges.get(chargeId)?.amount ?? 0

describe('The seed of a population', () => {
  const world = async (seed?: string | number, emulatorSeed = 'one') => {
    const t = harness({ settings: { seed: emulatorSeed } })
    const { body } = await populate(t, { customers: 20, charges: 100, seed })
    return { snapshot: await snapshotOf(t), answer: body }
  }

  test('gives the same world again', async () => {
    expect(await world('a seed')).toEqual(await world('a seed'))
    expect(await world(42)).toEqual(await world('42'))
  })

  test('gives a different world for a different seed', async () => {
    const names = ({ snapshot }: Awaited<ReturnType<typeof world>>) =>
      JSON.stringify(snapshot.state['customers'])
    expect(names(await world('a seed'))).not.toBe(names(await world('another seed')))
  })

  test("is derived from the emulator's if it is not given, and is in the answer", async () => {
    const first = await world()
    expect(await world()).toEqual(first)
    expect((await world(first.answer.seed)).answer).toEqual(first.answer)
    expect((await world(undefined, 'two')).answer.seed).not.toBe(first.answer.seed)
  })

  test('is not shared by worlds that are populated at the same time', async () => {
    const alone = harness()
    await populate(alone.in('a'), { customers: 30, charges: 400, seed: 's' })
    const together = harness()
    await Promise.all(
      ['a', 'b'].map((name) => populate(together.in(name), { customers: 30, charges: 400, seed: 's' })),
    )
    expect(await snapshotOf(together.in('a'))).toEqual(await snapshotOf(alone.in('a')))
  })

  test('adds to a world that was populated before, under new references', async () => {
    const { t } = await livedIn({ charges: 100 })
    await populate(t, { customers: 60, charges: 100, seed: 'lived in' })
    await Promise.all([populate(t, { charges: 20 }), populate(t, { charges: 20 })])
    const references = new Set(Array.from(t.world.state.charges, ({ reference }) => reference))
    expect(references.size).toBe(240)
  })
})

describe('A request for a population', () => {
  test.each([
    [{ customers: 0 }, 'customers', /at least 1/],
    [{ customers: 10_001 }, 'customers', /at most 10000/],
    [{ charges: -1 }, 'charges', /at least 0/],
    [{ charges: 100_001 }, 'charges', /at most 100000/],
    [{ charges: 1.5 }, 'charges', /./],
    [{ over: '59m' }, 'over', /at least 1h and at most 366d/],
    [{ over: '367d' }, 'over', /366 days/],
    [{ over: 30 }, 'over', /./],
    [{ seed: {} }, 'seed', /a text of 1 to 200 characters, or a whole number/],
    [{ people: 5 }, 'people', /./],
  ])('%j is a 400 that says what is allowed, and makes nothing', async (body, field, message) => {
    const t = harness()
    const before = await snapshotOf(t)
    const { status, body: answer } = await populate(t, body)
    expect(status).toBe(400)
    const [error] = (answer as unknown as ServiceBody).error.validation_errors ?? []
    expect([error?.field_name, error?.message]).toEqual([field, expect.stringMatching(message)])
    expect(await snapshotOf(t)).toEqual(before)
  })

  test('that reaches back to before 1970 is a 400', async () => {
    const t = harness({ startAt: 5 * day })
    const { status, text } = await populate(t)
    expect([status, text]).toEqual([400, expect.stringMatching(/before 1970; .* 1970-01-06T00:00:00/)])
    expect((await populate(t, { over: '5d', charges: 10 })).status).toBe(200)
  })

  test('for more than the world has room for is a 429 and creates nothing', async () => {
    const { t } = await livedIn({ charges: 0 })
    const charges = t.world.state.charges
    Object.defineProperty(charges, 'size', { value: 1_999_990 })
    const { status, text } = await populate(t, { charges: 11 })
    expect([status, text]).toEqual([
      429,
      expect.stringMatching(/has no room for 11 more: the limit is 2000000/),
    ])
    expect(t.world.state.customers.size).toBe(62)
  })

  test('stops when the heap is full: 503, and what was created by then is consistent', async () => {
    const heap = { used: 10, limit: 100, afterCollection: 99 }
    const t = harness({ heap })
    const done = populate(t, { charges: 3000 })
    await t.emulator.ports.yieldToEventLoop()
    heap.used = 99
    const { status, text } = await done
    expect([status, text]).toEqual([503, expect.stringMatching(/the heap is nearly full/)])
    const { size } = t.world.state.charges
    expect(size).toBeGreaterThan(0)
    expect(size).toBeLessThan(3000)
    const restored = await harness().put<{ charges: number }>('/_emulator/state', await snapshotOf(t))
    expect(restored.body.charges).toBe(size)
  })

  test('creates no transfers if the fixtures contain no bank', async () => {
    const { v3 } = harness().emulator.fixtures
    const t = harness({ fixtures: { v3: { ...v3, banks: [] } } })
    expect((await populate(t, { charges: 100 })).body.made).toMatchObject({ charges: 100, transfers: 0 })
  })

  test('for the smallest past there is makes it', async () => {
    const t = harness()
    const { body } = await populate(t, { customers: 1, charges: 0, over: '1h' })
    expect(body.made).toMatchObject({ customers: 1, payment_methods: 8, charges: 0 })
  })
})
