import { createApp, type Fetch } from '../src/app.ts'
import { parseDuration } from '../src/domain/kernel/duration.ts'
import { defaultWorld, type Emulator } from '../src/emulator/emulator.ts'
import type { World } from '../src/emulator/world.ts'
import { type Answer, type ChargeView, chargeBody, type ServiceBody } from './support/charge.ts'
import { checkAnswer } from './support/check.ts'
import { type HarnessOptions, type Outside, type Received, testEmulator } from './support/emulator.ts'
import { FakeTime, settle } from './support/time.ts'

/** The start of every test: 2030-01-01T00:00:00.000Z, in milliseconds. */
export const start = Date.UTC(2030, 0, 1)

export * from './support/charge.ts'
export type { HarnessOptions, Received } from './support/emulator.ts'

export const origin = 'http://emulator.test'

/** Header values; null omits a header that would be sent otherwise. */
export type TestHeaders = Record<string, string | null>

interface Parts extends Outside {
  emulator: Emulator
  fetch: Fetch
  world: string
}

/** One world of an in-process emulator whose environment the test controls. */
export class Harness {
  readonly emulator: Emulator
  readonly time: FakeTime
  readonly webhooks: Received[]
  readonly faults: unknown[]
  readonly receiver: Outside['receiver']
  readonly worldName: string
  readonly #parts: Parts
  readonly #tokens = new Map<string, { token: string; expiresAt: number; world: World }>()

  constructor(parts: Parts) {
    this.emulator = parts.emulator
    this.time = parts.time
    this.webhooks = parts.webhooks
    this.faults = parts.faults
    this.receiver = parts.receiver
    this.worldName = parts.world
    this.#parts = parts
    void this.world
  }

  /** The world itself; its clock is frozen at `start` (unless the harness is live). */
  get world(): World {
    return this.emulator.world(this.worldName)
  }

  /** Another world of the same emulator. */
  in(world: string): Harness {
    return new Harness({ ...this.#parts, world })
  }

  /** Sends a request unchanged; the world's prefix is added to the path. */
  fetch(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    void this.world
    const prefix = this.worldName === defaultWorld ? '' : `/w/${this.worldName}`
    return Promise.resolve(this.#parts.fetch(new Request(`${origin}${prefix}${path}`, init)))
  }

  /** Sends a request with a token, and checks the answer against its endpoint's schema. */
  async send<B = ServiceBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: TestHeaders = {},
  ): Promise<Answer<B>> {
    const all = new Headers()
    if (!('authorization' in headers) && !path.startsWith('/_emulator') && !path.startsWith('/realms'))
      all.set(
        'authorization',
        `Bearer ${/^\/+(v3|meta|transactions)\b/.test(path) ? 'sk_sandbox' : await this.token()}`,
      )
    if (body !== undefined) all.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(headers))
      if (value === null) all.delete(name)
      else all.set(name, value)
    const raw = typeof body === 'string' || body instanceof Uint8Array || body === undefined
    const response = await this.fetch(path, {
      method,
      headers: all,
      ...(body !== undefined && { body: (raw ? body : JSON.stringify(body)) as RequestInit['body'] & {} }),
    })
    return this.check<B>(method, path, response, all.has('x-scenario-key'))
  }

  /** Reads an answer and checks it against what its endpoint declares. */
  async check<B = ServiceBody>(
    method: string,
    path: string,
    response: Response,
    scenario = false,
  ): Promise<Answer<B>> {
    const text = await response.text()
    const json = (response.headers.get('content-type') ?? '').startsWith('application/json')
    const body = (json ? JSON.parse(text) : undefined) as B
    const fault = response.status === 500 && !scenario ? this.faults.pop() : undefined
    if (fault !== undefined) throw new Error(`${method} ${path} answered 500`, { cause: fault })
    checkAnswer(method, path.split('?')[0] ?? path, response.status, body, scenario, this.emulator)
    return { status: response.status, headers: response.headers, body, text }
  }

  get<B = ServiceBody>(path: string, headers?: TestHeaders): Promise<Answer<B>> {
    return this.send<B>('GET', path, undefined, headers)
  }

  post<B = ServiceBody>(path: string, body?: unknown, headers?: TestHeaders): Promise<Answer<B>> {
    return this.send<B>('POST', path, body, headers)
  }

  put<B = ServiceBody>(path: string, body?: unknown, headers?: TestHeaders): Promise<Answer<B>> {
    return this.send<B>('PUT', path, body, headers)
  }

  delete<B = ServiceBody>(path: string, headers?: TestHeaders): Promise<Answer<B>> {
    return this.send<B>('DELETE', path, undefined, headers)
  }

  /** Creates a charge by card with a fresh reference. */
  charge(overrides: object = {}, scenarioKey?: string, headers: TestHeaders = {}): Promise<Answer> {
    const scenario = scenarioKey === undefined ? {} : { 'x-scenario-key': scenarioKey }
    return this.post('/charges', chargeBody(overrides), { ...scenario, ...headers })
  }

  /** Creates a charge and returns its data; fails the test if it is refused. */
  async created(overrides: object = {}, scenarioKey?: string): Promise<ChargeView> {
    const { status, body, text } = await this.charge(overrides, scenarioKey)
    if (status !== 201) throw new Error(`expected 201, got ${status}: ${text}`)
    return body.data
  }

  /** The current charge; does not count as a read. */
  async seen(id: string): Promise<ChargeView> {
    const { body } = await this.get<{ charge: ChargeView }>(`/_emulator/charges/${id}`)
    return body.charge
  }

  /** A valid access token, requested over HTTP and reused until it expires. */
  async token(client = 'sandbox-client', secret = 'sandbox-secret'): Promise<string> {
    const known = this.#tokens.get(client)
    if (known && known.world === this.world && known.expiresAt > this.world.now()) return known.token
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: secret,
    })
    const path = '/realms/test/protocol/openid-connect/token'
    const response = await this.fetch(path, { method: 'POST', body: form })
    const { status, body, text } = await this.check<{ access_token: string }>('POST', path, response)
    if (status !== 200) throw new Error(`no token: ${text}`)
    this.#tokens.set(client, {
      token: body.access_token,
      expiresAt: this.world.now() + 600_000,
      world: this.world,
    })
    return body.access_token
  }

  /** Moves the world's clock forward, `10m`, and waits for the deliveries that fall due. */
  async advance(by: string): Promise<void> {
    const ms = parseDuration(by)
    if (ms === undefined) throw new Error(`"${by}" is no duration`)
    await this.world.advance((now) => now + ms)
    await settle()
  }
}

/** An emulator with fixed time and seed, whose webhooks only the test receives. */
export function harness(options: HarnessOptions = {}): Harness {
  const time = new FakeTime(options.startAt ?? start)
  time.instant = options.instantLatency ?? false
  const outside: Outside = {
    time,
    webhooks: [],
    faults: [],
    receiver: { answer: () => ({ status: 200, headers: {}, body: 'ok' }) },
  }
  const emulator = testEmulator(options, outside)
  return new Harness({ ...outside, emulator, fetch: createApp(emulator), world: defaultWorld })
}
