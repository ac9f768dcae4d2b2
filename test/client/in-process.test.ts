import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  connect,
  createEmulator,
  EmulatorError,
  type EmulatorOptions,
  type InProcessEmulator,
} from '../../src/index.ts'
import { charge, receiver } from './support.ts'

const made: InProcessEmulator[] = []

async function make(options?: EmulatorOptions): Promise<InProcessEmulator> {
  const emulator = await createEmulator(options)
  made.push(emulator)
  return emulator
}

afterEach(async () => {
  await Promise.all(made.splice(0).map((emulator) => emulator.close()))
})

describe('an emulator in this process', () => {
  test('serves a merchant without a socket, for any configured origin', async () => {
    const emulator = await make()
    expect((await charge(emulator, 'no-socket-1')).status).toBe('succeeded')
    const response = await emulator.fetch('https://payments.example/w/elsewhere/_emulator/health')
    expect(await response.json()).toMatchObject({ status: 'ok', worlds: 2 })
  })

  test('shares nothing with another one', async () => {
    const [one, other] = [await make({ seed: 'x' }), await make({ seed: 'x' })]
    const here = await charge(one, 'not-shared-1')
    expect(await other.requests.list()).toEqual([])
    expect((await charge(other, 'not-shared-1')).id).toBe(here.id)
    await one.close()
    expect((await other.health()).status).toBe('ok')
  })

  test('accepts every secret key of the fixtures', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'payment-emulator-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'keys.yaml'), 'secret_keys: [sk_sandbox, SHOP_TEST-0123456789-X]')
    const emulator = await make({ fixtures: folder })
    const status = async (key: string) => {
      const headers = { authorization: `Bearer ${key}` }
      return (await emulator.fetch('http://emulator.test/v3/balances', { headers })).status
    }
    expect(await status('sk_sandbox')).toBe(200)
    expect(await status('SHOP_TEST-0123456789-X')).toBe(200)
    expect(await status('SHOP_TEST-0123456789-Y')).toBe(401)
  })

  test('accepts every option of the command', async () => {
    const merchant = await receiver(500, 500)
    const emulator = await make({
      webhookUrl: merchant.url,
      webhookDelay: 250,
      webhookRetries: ['2s', 3000],
      webhookSecret: 'shh',
      webhookSignature: 'secret',
      unknownScenario: 'pending',
      controlToken: 'let-me-in',
      seed: undefined,
      clock: new Date('2030-01-01'),
    })
    expect(await emulator.clock.show()).toMatchObject({ mode: 'frozen', now: '2030-01-01T00:00:00.000Z' })
    expect((await charge(emulator, 'options-0001', 'no:such-key')).status).toBe('pending')
    await emulator.webhooks.send('charge.completed')
    await emulator.clock.advance('250ms')
    await emulator.clock.advance('2s')
    expect(merchant.received).toHaveLength(2)
    await emulator.clock.advance('3s')
    expect(merchant.received.map(({ headers }) => headers['x-webhook-signature'])).toEqual([
      'shh',
      'shh',
      'shh',
    ])
    const stranger = connect('http://localhost', { fetch: emulator.fetch })
    await expect(stranger.clock.show()).rejects.toThrow(/answered 401/)
    merchant.close()
  })

  test.each([
    [{ webhookDelay: 'soon' }, /--webhook-delay is "soon", but must be a duration/],
    [{ journalLimit: -1 }, /--journal-limit is "-1", but must be a whole number/],
    [{ clock: new Date('no') }, /--clock is "Invalid Date", but must be a date-time with a time zone/],
    [{ clock: '2030-01-01T00:00:00' }, /--clock is .* but must be a date-time with a time zone/],
    [{ colour: 'blue' }, /--colour is not a known flag/],
    [{ scenarios: ['/nowhere'] }, /\/nowhere: cannot be read/],
  ])('refuses the options %j', async (options, complaint) => {
    await expect(createEmulator(options as EmulatorOptions)).rejects.toThrow(complaint)
  })

  test('listens when asked, and worlds that were made before get the address', async () => {
    const emulator = await make()
    const world = emulator.newWorld('early')
    expect(world.url).toMatch(/^http:\/\/localhost\/w\/early-/)
    const url = await emulator.listen()
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(world.url.startsWith(`${url}/w/early-`)).toBe(true)
    expect((await connect(world.url).health()).status).toBe('ok')
    expect(connect(`${world.url}/`).name).toBe(world.name)
    await expect(emulator.listen()).rejects.toThrow(`this emulator already listens on ${url}`)
    await expect(make().then((other) => other.listen(Number(new URL(url).port)))).rejects.toThrow('is in use')
  })

  test('does not change the globals of its host when it listens and answers', async () => {
    const globals = () =>
      [
        'Request',
        'Response',
        'Headers',
        'fetch',
        'FormData',
        'Blob',
        'AbortController',
        'ReadableStream',
      ].map((name) => {
        // Node replaces some of its globals when they are first read.
        void Reflect.get(globalThis, name)
        return Object.getOwnPropertyDescriptor(globalThis, name)
      })
    const before = globals()
    const emulator = await make()
    const response = await emulator.fetch('http://localhost/health')
    expect(Object.getPrototypeOf(response)).toBe(Response.prototype)
    expect((await fetch(`${await emulator.listen()}/health`)).status).toBe(200)
    expect(globals()).toStrictEqual(before)
  })

  test('lets everybody go when it is closed', async () => {
    const emulator = await make()
    const remote = connect(await emulator.listen())
    const waits = [emulator, remote].map((client) =>
      client.waitForEvent('charge.completed', { timeout: '50s' }).catch((error: unknown) => error),
    )
    await remote.health()
    await emulator.close()
    for (const wait of waits) expect(await wait).toBeInstanceOf(EmulatorError)
    await expect(emulator.health()).rejects.toThrow('this emulator was closed')
    await expect(remote.health()).rejects.toThrow(/no answer from .*Is payment-emulator running there/)
    await emulator.close()
  })

  test('aborts a request when its signal does', async () => {
    const { fetch } = await make()
    const controller = new AbortController()
    const waiting = fetch('http://localhost/_emulator/webhooks/events?wait=50s', {
      signal: controller.signal,
    })
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(fetch('http://localhost/health', { signal: controller.signal })).rejects.toThrow('enough')
  })
})
