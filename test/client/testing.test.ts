import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  endWorld,
  matchers,
  openEmulator,
  openWorld,
  printBeneath,
  type TestEmulator,
  timelineOf,
} from '../../src/client/testing/index.ts'
import { charge } from './support.ts'

let emulator: TestEmulator

beforeAll(async () => {
  emulator = await openEmulator({ webhookDelay: '0s' })
})
afterAll(() => emulator.close())

async function opened() {
  const { world, webhooks } = await openWorld(emulator.client, 'a test, with its name')
  onTestFinished(async () => {
    webhooks.close()
    await endWorld(world)
  })
  return { world, webhooks }
}

/** A matcher's verdict and message, with names of worlds and ids left out. */
async function told(result: Promise<{ pass: boolean; message: () => string }>): Promise<[boolean, string]> {
  const { pass, message } = await result
  return [
    pass,
    message()
      .replace(/world "[^"]+"/, 'world')
      .replace(/\b(chg|rfd|dlv|wbk)_\w+/g, '$1'),
  ]
}

describe('the matchers', () => {
  test('count successful charges by reference, amount and beginning of the reference', async () => {
    const { world } = await opened()
    await charge(world, 'order-1')
    await charge(world, 'order-1b')
    await charge(world, 'order-2', 'scenario:auth_pin')
    const { toHaveCharged } = matchers
    expect((await toHaveCharged(world, 'order-1', { times: 1, amount: 1500.5 })).pass).toBe(true)
    expect((await toHaveCharged(world, 'order-1*', { times: 2 })).pass).toBe(true)
    expect(await told(toHaveCharged(world, 'order-1*', { times: 1 }))).toEqual([
      false,
      'expected world to have exactly 1 successful charge with reference order-1*, but it has 2\nfound:\n  chg order-1 1500.5 NGN succeeded, approved\n  chg order-1b 1500.5 NGN succeeded, approved',
    ])
    expect(await told(toHaveCharged(world, 'order-2'))).toEqual([
      false,
      'expected world to have at least one successful charge with reference order-2, but it has none\nothers:\n  chg order-2 1500.5 NGN pending, waits for requires_pin',
    ])
    expect(await told(toHaveCharged(world, 'order-1', { amount: 7 }))).toEqual([
      false,
      expect.stringContaining('at least one successful charge of 7 with reference order-1, but it has none'),
    ])
    expect((await told(toHaveCharged(world, 'order-1')))[1]).toMatch(
      /^expected world not to have at least one/,
    )
  })

  test('count successful refunds', async () => {
    const { world } = await opened()
    const { id } = await charge(world, 'order-1')
    const { toHaveRefunded } = matchers
    expect((await toHaveRefunded(world, 'order-1')).pass).toBe(false)
    await world.fetch('/refunds', {
      method: 'POST',
      headers: { authorization: `Bearer ${await world.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ charge_id: id, amount: 10, reason: 'duplicate' }),
    })
    await world.clock.advance('1d')
    expect((await toHaveRefunded(world, 'order-1', { times: 1, amount: 10 })).pass).toBe(true)
    expect(await told(toHaveRefunded(world, 'order-1', { amount: 11 }))).toEqual([
      false,
      'expected world to have at least one successful refund of 11 for reference order-1, but it has none\nothers:\n  rfd of chg 10 NGN succeeded',
    ])
  })

  test('count delivered webhooks, and name those that were not delivered', async () => {
    const { world, webhooks } = await opened()
    webhooks.answer = ({ event }) => (event?.type === 'charge.completed' ? 500 : 200)
    await charge(world, 'order-1')
    await world.clock.advance('1s')
    const { toHaveDelivered } = matchers
    expect(
      await told(toHaveDelivered(world, 'charge.completed', { reference: 'order-1', times: 2 })),
    ).toEqual([
      false,
      'expected world to have exactly 2 delivered webhooks of charge.completed with reference order-1, but it has none\nothers:\n  dlv of wbk (order-1) pending, 1 attempt(s)',
    ])
    webhooks.answer = () => 200
    await world.clock.advance('5s')
    expect((await toHaveDelivered(world, 'charge.completed', { times: 1 })).pass).toBe(true)
    expect(webhooks.received.map(({ verified }) => verified)).toEqual([true, true])
  })

  test('name the requests that were refused', async () => {
    const { world } = await opened()
    const { toHaveNoRejectedRequests } = matchers
    expect((await told(toHaveNoRejectedRequests(world)))[0]).toBe(true)
    await world.fetch('/charges')
    expect(await told(toHaveNoRejectedRequests(world))).toEqual([
      false,
      expect.stringMatching(
        /^expected world to have no rejected requests, but it has:\n {2}1 × GET \/charges → 401: /,
      ),
    ])
  })
})

describe('the webhook receiver of a test', () => {
  test('refuses what is signed wrongly, and records it', async () => {
    const { world, webhooks } = await opened()
    await charge(world, 'order-1', 'webhook:bad_signature')
    await world.clock.advance('1s')
    expect(webhooks.received).toMatchObject([{ verified: false, event: { type: 'charge.completed' } }])
    const [delivery] = await world.webhooks.deliveries()
    expect(delivery?.attempts.map(({ response }) => response?.status)).toEqual([401])
  })

  test('waits for what was delivered', async () => {
    const { world, webhooks } = await opened()
    const { id } = await charge(world, 'order-1')
    const { event } = await webhooks.awaitDelivered('charge.completed', { reference: 'order-1' })
    expect([event.data.id, webhooks.received.length]).toEqual([id, 1])
  })

  test('takes a body that is not JSON, and answers 500 if the code under test throws', async () => {
    const { webhooks } = await opened()
    const post = (body: string) => fetch(webhooks.url, { method: 'POST', body })
    expect((await post('{')).status).toBe(401)
    expect(webhooks.received).toMatchObject([{ event: undefined, verified: false, body: '{' }])
    webhooks.answer = () => {
      throw new Error('the shop is broken')
    }
    expect((await post('{}')).status).toBe(500)
  })
})

test('a world for a test has its name, and ends with it', async () => {
  const { world, webhooks } = await openWorld(emulator.client, 'a test, with its name')
  expect(world.name).toMatch(/^a-test-with-its-name-/)
  webhooks.close()
  await endWorld(world)
  await endWorld(world)
  expect((await emulator.client.worlds.list()).map(({ name }) => name)).not.toContain(world.name)
})

test('a timeline that cannot be read is no failure of its own', async () => {
  const other = await openEmulator()
  await other.close()
  expect(await timelineOf(other.client)).toMatch(/^\(the timeline of world "default" could not be read: /)
})

test('a text is printed beneath the message of an error, in its stack too', () => {
  const error = new Error('wrong $&')
  printBeneath(error, 'timeline')
  expect(error.message).toBe('wrong $&\n\ntimeline\n')
  expect(error.stack).toMatch(/^Error: wrong \$&\n\ntimeline\n\n? +at /)
})
