import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmulator, type InProcessEmulator, type World } from '../../src/index.ts'
import { runLine } from './support.ts'

let emulator: InProcessEmulator

beforeAll(async () => {
  emulator = await createEmulator()
  await emulator.listen()
})
afterAll(() => emulator.close())

const run = (world: World, line: string) =>
  runLine(line, { EMULATOR_URL: emulator.url, EMULATOR_WORLD: world.name })

describe('charges from the shell', () => {
  test('are created, listed and found by reference', async () => {
    const world = emulator.newWorld('charges')
    const { code, out } = await run(world, 'charges create scenario:auth_redirect --reference order-0001')
    expect([code, out]).toEqual([0, expect.stringMatching(/^reference +order-0001$/m)])
    await run(world, 'charges create --amount 12.5 --currency GHS')
    const all = (await run(world, 'charges list')).out.split('\n')
    expect(all.map((line) => line.split(/ {2,}/)[3])).toEqual(['status', 'succeeded', 'pending'])
    const found = (await run(world, 'charges list --reference order-0001 --json')).out
    expect(JSON.parse(found)).toMatchObject([{ reference: 'order-0001', status: 'pending' }])
    expect((await run(world, 'charges list --status pending')).out.split('\n')).toHaveLength(2)
    expect((await run(world, 'charges approve order-0001')).code).toBe(0)
    expect((await run(world, 'charges show order-0001')).out).toMatch(/^ {2}status +succeeded$/m)
  })

  test('are played to their end, and the timeline tells how', async () => {
    const world = emulator.newWorld('charges')
    await run(world, 'charges create scenario:auth_pin --reference order-0001')
    await run(world, 'charges create scenario:auth_otp --reference order-0002')
    expect((await run(world, 'pay order-0001')).out).toMatch(/^ {2}status +succeeded$/m)
    const refused = await run(world, 'pay order-0002 --processor-response expired_card --json')
    expect(JSON.parse(refused.out)).toMatchObject({
      charge: { processor_response: { type: 'expired_card' } },
    })
    expect(await run(world, 'pay order-0001')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/answered 409: charge chg_\w+ is already succeeded/),
    })
    const { code, out } = await run(world, 'timeline --reference order-0001')
    expect([code, out]).toEqual([0, expect.stringMatching(/merchant: otp accepted: approved → succeeded\n/)])
    expect(out).not.toMatch(/order-0002/)
    expect(await world.timeline({ chargeId: 'order-0002', limit: 2 })).toMatch(
      /expired_card → failed\n.*no webhook endpoint is subscribed\n$/,
    )
  })

  test('use the first payment method that the key supports, or the given one', async () => {
    const world = emulator.newWorld('charges')
    const typeOf = async (line: string): Promise<string> => {
      const { out } = await run(world, `charges create ${line} --json`)
      return (JSON.parse(out) as { payment_method_details: { type: string } }).payment_method_details.type
    }
    expect(await typeOf('scenario:ussd')).toBe('ussd')
    expect(await typeOf('--payment-method mobile_money')).toBe('mobile_money')
    expect(await typeOf('--payment-method pmd_transfer01')).toBe('bank_transfer')
  })

  test('are refused with the words of the service, and exit code 1', async () => {
    const world = emulator.newWorld('charges')
    const readOnly = '--client-id sandbox-readonly'
    expect(await run(world, `charges create ${readOnly}`)).toMatchObject({ code: 1, out: '' })
    expect((await run(world, 'charges create scenario:auth_pim')).error).toMatch(/scenario:auth_pin/)
    expect((await run(world, 'charges show order-9999')).error).toMatch(
      /answered 404: no charge "order-9999"/,
    )
  })

  test('leave no trace in the journal when they are only listed', async () => {
    const world = emulator.newWorld('charges')
    await run(world, 'charges list')
    expect(await world.requests.list()).toEqual([])
  })
})

describe('worlds from the shell', () => {
  test('that do not exist cannot be ended, and are not created by that', async () => {
    const world = emulator.newWorld('worlds')
    await world.clock.show()
    expect(await run(world, 'worlds end nope')).toMatchObject({
      code: 1,
      error: expect.stringMatching(/no world "nope"/),
    })
    expect((await world.fetch('/_emulator/worlds')).status).toBe(200)
    const names = (await emulator.worlds.list()).map(({ name }) => name)
    expect(names).toContain(world.name)
    expect(names).not.toContain('nope')
    expect((await run(world, `worlds end ${world.name}`)).code).toBe(0)
  })
})

describe('webhook endpoints from the shell', () => {
  test('are added with secret, events, signature and header', async () => {
    const world = emulator.newWorld('endpoints')
    const { code } = await run(
      world,
      'webhooks add http://127.0.0.1:9/h --secret mine --events charge.completed,refund.completed --signature secret --header X-Mine',
    )
    expect(code).toBe(0)
    expect(await world.webhooks.endpoints.list()).toMatchObject([
      {
        url: 'http://127.0.0.1:9/h',
        events: ['charge.completed', 'refund.completed'],
        signature: 'secret',
        header: 'X-Mine',
      },
    ])
    expect((await run(world, 'webhooks add http://127.0.0.1:9/h --events nothing')).error).toMatch(
      /charge\.completed/,
    )
  })
})
