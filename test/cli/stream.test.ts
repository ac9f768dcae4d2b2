import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { control } from '../../src/cli/control.ts'
import { WebhookReceiver } from '../../src/client/testing/index.ts'
import { createEmulator, type InProcessEmulator, type World } from '../../src/index.ts'
import { charge } from '../client/support.ts'
import { freePort } from '../support/free-port.ts'
import { runLine } from './support.ts'

let emulator: InProcessEmulator

beforeAll(async () => {
  emulator = await createEmulator({ controlToken: 'open-sesame' })
  await emulator.listen()
})
afterAll(() => emulator.close())

const environment = { EMULATOR_CONTROL_TOKEN: 'open-sesame' }

/** A command that runs until it is stopped, and its output. */
class Running {
  readonly lines: string[] = []
  readonly ended: Promise<number>
  readonly #stop = new AbortController()
  #arrived: () => void = () => undefined

  constructor(url: string, line: string) {
    const take = (text: string): void => {
      this.lines.push(text)
      this.#arrived()
    }
    this.ended = control(line.split(' '), {
      environment: { ...environment, EMULATOR_URL: url },
      out: take,
      error: (text) => take(`error: ${text}`),
      stopped: this.#stop.signal,
    })
    onTestFinished(() => this.#stop.abort())
  }

  /** Waits for a line that matches, and returns it. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.lines.find((text) => pattern.test(text))
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
      })
    }
  }

  /** Stops it as Ctrl+C does; resolves to its exit code. */
  stop(): Promise<number> {
    this.#stop.abort()
    return this.ended
  }
}

/** A world with a frozen clock, so that webhooks wait for it. */
async function frozen(label: string): Promise<World> {
  const world = emulator.newWorld(label)
  await world.clock.freeze('2030-01-01T00:00:00Z')
  return world
}

describe('tail', () => {
  test('prints requests, payments, webhooks and jumps of the clock, and ends with 0', async () => {
    const world = await frozen('tail')
    await world.webhooks.endpoints.add('http://127.0.0.1:1/hook')
    const tail = new Running(world.url, 'tail')
    await tail.line(/world {5}"tail-\w+", whose clock is frozen/)
    const { id } = await charge(world, 'tail-0001', 'scenario:auth_redirect')
    expect(await tail.line(/POST/)).toMatch(/^00:00:00\.000 {2}request {3}POST \S*\/token → 200$/)
    expect(await tail.line(/\/charges/)).toMatch(/POST \S*\/charges → 201 scenario:auth_redirect$/)
    expect(await tail.line(/ charge /)).toContain(
      `${id} (tail-0001) 1500.5 NGN pending, waits for redirect_url`,
    )
    await world.charges.approve(id)
    expect(await tail.line(/ event /)).toMatch(/charge\.completed \(tail-0001\) wbk_\w+$/)
    await world.clock.advance('1s')
    expect(await tail.line(/ webhook /)).toMatch(
      /^00:00:01\.000 .* charge\.completed \(tail-0001\) to http:\/\/127\.0\.0\.1:1\/hook: .* at attempt 1, will be sent again$/,
    )
    await tail.line(/ clock {5}2030-01-01T00:00:01\.000Z, frozen$/)
    expect(await tail.stop()).toBe(0)
  })

  test('prints each event of the stream as a line of JSON', async () => {
    const world = await frozen('tail')
    const tail = new Running(world.url, 'tail --json')
    await tail.line(/"hello"/)
    await world.clock.advance('1s')
    expect(JSON.parse(await tail.line(/"clock"/))).toEqual({
      kind: 'clock',
      at: '2030-01-01T00:00:01.000Z',
      mode: 'frozen',
    })
    await tail.stop()
  })

  test('says that the connection has ended, and goes on when the emulator is back', async () => {
    const port = await freePort()
    const first = await createEmulator()
    const url = await first.listen(port)
    const tail = new Running(url, 'tail')
    await tail.line(/whose clock/)
    await first.close()
    await tail.line(/^error: payment-emulator: the connection to .* has ended; trying again$/)
    const second = await createEmulator()
    onTestFinished(() => second.close())
    await second.listen(port)
    await tail.line(/^error: payment-emulator: connected again to /)
    await second.next('issuer:do_not_honor')
    await tail.line(/ rule {6}rul_\w+ issuer:do_not_honor$/)
    expect(await tail.stop()).toBe(0)
  })

  test.each([
    ['--url http://127.0.0.1:1', /no answer from http:\/\/127\.0\.0\.1:1/],
    ['--control-token wrong', /answered 401: the control token is wrong/],
  ])('ends with 1 if it cannot begin: %s', async (flags, complaint) => {
    const ran = await runLine(`tail ${flags}`, { ...environment, EMULATOR_URL: emulator.url })
    expect(ran).toMatchObject({ code: 1, out: '', error: expect.stringMatching(complaint) })
  })
})

describe('listen', () => {
  test('delivers to a further address, signed, says what was answered, and leaves nothing behind', async () => {
    const world = await frozen('listen')
    // Only its server is used: the command adds the endpoint itself.
    const receiver = await WebhookReceiver.open(await frozen('elsewhere'))
    onTestFinished(() => receiver.close())
    receiver.answer = () => 200
    const tail = new Running(world.url, 'tail')
    await tail.line(/whose clock/)
    const listen = new Running(world.url, `listen --forward-to ${receiver.url}`)
    const said = await listen.line(/^webhooks of world/)
    const [own] = await world.webhooks.endpoints.list()
    expect(said).toBe(
      `webhooks of world "${world.name}" go to ${receiver.url} too, signed by hmac-sha256 in X-Webhook-Signature with the secret ${own?.secret}`,
    )
    await charge(world, 'listen-0001')
    await world.clock.advance('1s')
    expect(await listen.line(/ webhook /)).toMatch(
      /charge\.completed \(listen-0001\) to http:\S+: answered 200 at attempt 1, delivered$/,
    )
    expect(receiver.received[0]?.headers['x-webhook-signature']).toMatch(/^[\w+/]{43}=$/)
    expect(await listen.stop()).toBe(0)
    await tail.line(new RegExp(` endpoint {2}${own?.id} was removed$`))
    expect(await world.webhooks.endpoints.list()).toEqual([])
    await tail.stop()
  })

  test.each([
    ['listen', /--forward-to is missing/],
    ['listen --forward-to here', /--forward-to is "here", but must be an http or https URL/],
  ])('refuses "%s"', async (line, complaint) => {
    await expect(runLine(line, { EMULATOR_URL: emulator.url })).rejects.toThrow(complaint)
  })
})

describe('trigger', () => {
  const trigger = (world: World, line: string) =>
    runLine(`trigger ${line}`, { ...environment, EMULATOR_URL: world.url })

  test('creates an event for the newest resource, or for the one with a reference', async () => {
    const world = await frozen('trigger')
    await charge(world, 'trigger-0001')
    await charge(world, 'trigger-0002')
    expect((await trigger(world, 'charge.completed')).out).toMatch(/^reference +trigger-0002$/m)
    const { out } = await trigger(world, 'charge.completed --reference trigger-0001 --json')
    expect(JSON.parse(out)).toMatchObject({ reference: 'trigger-0001', event: { type: 'charge.completed' } })
  })

  test('takes a payload', async () => {
    const { out } = await trigger(await frozen('trigger'), 'refund.completed --data {"id":"mine"} --json')
    expect(JSON.parse(out)).toMatchObject({ event: { data: { id: 'mine' } } })
  })

  test.each([
    ['charge.complete', /type: did you mean charge\.completed\? It must be one of: .*refund\.completed/],
    ['charge.completed --reference nobody-1', /reference: is "nobody-1", which none of the 0 charges/],
  ])('refuses %s', async (line, complaint) => {
    expect(await trigger(await frozen('trigger'), line)).toMatchObject({
      code: 1,
      error: expect.stringMatching(complaint),
    })
  })
})
