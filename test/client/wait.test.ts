import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  connect,
  createEmulator,
  type EmulatorClient,
  type EmulatorOptions,
  type EventEntry,
  type InProcessEmulator,
} from '../../src/index.ts'
import { charge, receiver } from './support.ts'

let emulator: InProcessEmulator

beforeAll(async () => {
  emulator = await createEmulator({ seed: 'wait tests' })
  await emulator.listen()
})
afterAll(() => emulator.close())

const own = async (options: EmulatorOptions): Promise<InProcessEmulator> => {
  const made = await createEmulator(options)
  onTestFinished(() => made.close())
  return made
}

/** A merchant's webhook endpoint for the duration of one test. */
async function shop(...statuses: number[]) {
  const made = await receiver(...statuses)
  onTestFinished(() => made.close())
  return made
}

const clients: [string, () => EmulatorClient][] = [
  ['over a socket', () => connect(emulator.url)],
  ['in this process', () => connect('http://localhost', { fetch: emulator.fetch })],
]

const references = (entries: readonly EventEntry[]) => entries.map(({ reference }) => reference)

describe.each(clients)('waitForEvent %s', (_, client) => {
  test('resolves when the webhook was delivered', async () => {
    const merchant = await shop(500)
    const world = client().newWorld('told')
    await world.clock.freeze()
    await world.webhooks.endpoints.add(merchant.url)
    await charge(world, 'told-0001')
    const made = await world.waitForEvent('charge.completed', { until: 'made', since: 0 })
    expect([made.deliveries[0]?.status, merchant.received.length]).toEqual(['pending', 0])
    const told = world.waitForEvent('charge.completed', { since: 0 })
    await world.clock.advance('1m')
    expect((await told).deliveries).toMatchObject([{ status: 'delivered', attempts: 2 }])
    expect(merchant.received).toHaveLength(2)
  })

  test('returns no event twice, and the oldest first', async () => {
    const same = client()
    const world = same.newWorld('once')
    await charge(world, 'once-0001')
    await charge(world, 'once-0002')
    const first = await world.waitForEvent('charge.completed')
    const second = await same.world(world.name).waitForEvent('charge.completed')
    expect(references([first, second])).toEqual(['once-0001', 'once-0002'])
    const third = world.waitForEvent('charge.completed')
    await charge(world, 'once-0003')
    expect((await third).reference).toBe('once-0003')
    await expect(world.waitForEvent('charge.completed', { timeout: 10 })).rejects.toThrow(
      /3 of 4 charge\.completed were made .*; of the existing events, 3 were returned by this client before and 0 rejected by "matching"/,
    )
  })

  test('returns an event again to another client, and where since says so', async () => {
    const world = client().newWorld('again')
    await charge(world, 'again-0001')
    const first = await world.waitForEvent('charge.completed')
    await charge(world, 'again-0002')
    expect(await client().world(world.name).waitForEvent('charge.completed')).toEqual(first)
    expect(await world.waitForEvent('charge.completed', { since: new Date(0) })).toEqual(first)
    const since = first.event.id
    expect((await world.waitForEvent('charge.completed', { since })).reference).toBe('again-0002')
    expect(references(await world.webhooks.events({ since }))).toEqual(['again-0002'])
  })

  test('returns only what matches, and waits for it', async () => {
    const world = client().newWorld('matching')
    const failed = world.waitForEvent('charge.completed', {
      matching: ({ data }) => data['status'] === 'failed',
    })
    await charge(world, 'matching-0001')
    await charge(world, 'matching-0002', 'issuer:expired_card')
    expect((await failed).reference).toBe('matching-0002')
    expect((await world.waitForEvent('charge.completed')).reference).toBe('matching-0001')
    await expect(
      world.waitForEvent('charge.completed', { since: 0, matching: () => false, timeout: 10 }),
    ).rejects.toThrow(/0 were returned by this client before and 2 rejected by "matching"$/)
  })

  test('returns several events in the order of creation', async () => {
    const world = client().newWorld('count')
    const both = world.waitForEvent('charge.completed', { count: 2 })
    await charge(world, 'count-0001')
    await charge(world, 'count-0002')
    expect(references(await both)).toEqual(['count-0001', 'count-0002'])
    for (const count of [0, 1001, Number.NaN])
      await expect(world.waitForEvent('charge.completed', { count })).rejects.toThrow(
        `count is ${count}, but must be a whole number from 1 to 1000`,
      )
  })

  test('that is called concurrently gives each caller its own event', async () => {
    const world = client().newWorld('at-once')
    const waiting = [1, 2, 3].map(() => world.waitForEvent('charge.completed'))
    for (const n of [1, 2, 3]) await charge(world, `at-once-000${n}`)
    expect(references(await Promise.all(waiting)).sort()).toEqual([
      'at-once-0001',
      'at-once-0002',
      'at-once-0003',
    ])
  })
})

test('waitForEvent returns the event of a recreated world, although it has the id and time of an earlier one', async () => {
  const same = await own({ seed: 'again', clock: '2030-01-01T00:00:00Z' })
  const atFirst = await same.state.save()
  const ids = new Set<string>()
  for (const anew of [
    () => same.reset(),
    () => same.worlds.resetAll(),
    () => same.world('default').end(),
    () => same.state.load(atFirst),
    () => undefined,
  ]) {
    await charge(same, 'anew-0001')
    ids.add((await same.waitForEvent('charge.completed', { timeout: '1s' })).event.id)
    await anew()
  }
  expect(ids.size).toBe(1)
})

test('an address given as a function is looked up for each request', async () => {
  let address = 'http://127.0.0.1:1'
  const client = connect(() => address)
  const world = client.world('moved')
  await expect(world.clock.show()).rejects.toThrow('no answer from http://127.0.0.1:1/w/moved')
  address = `${emulator.url}/`
  expect((await world.clock.show()).mode).toBe('live')
  expect(world.url).toBe(`${emulator.url}/w/moved`)
})
