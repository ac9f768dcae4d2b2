import { inject } from 'vitest'
import { createApp, type Fetch } from '../src/app.ts'
import { parseDuration } from '../src/domain/duration.ts'
import type { Fixtures } from '../src/domain/fixtures.ts'
import type { ScenarioFiles } from '../src/emulator.ts'
import { defaultWorld, Emulator } from '../src/emulator.ts'
import { nodePorts } from '../src/node-ports.ts'
import type { IncomingResponse, OutgoingRequest } from '../src/ports.ts'
import { defaultSettings, type Settings } from '../src/settings.ts'
import type { World } from '../src/world.ts'
import { type Answer, type ChargeView, chargeBody, type ServiceBody } from './support/charge.ts'
import { checkAnswer } from './support/check.ts'
import { FakeTime, settle } from './support/time.ts'

/** When every test begins: 2030-01-01T00:00:00.000Z, in milliseconds. */
export const start = Date.UTC(2030, 0, 1)

export * from './support/charge.ts'

export const origin = 'http://emulator.test'

/** Header values; null leaves out a header that would be sent otherwise. */
export type TestHeaders = Record<string, string | null>

/** One request to a receiver of webhooks. `at` is the world's time in milliseconds. */
export interface Received {
  url: string
  headers: Record<string, string>
  text: string
  at: number
}

export interface HarnessOptions {
  settings?: Partial<Settings>
  /** `live` follows `t.time`, which moves only by `t.time.pass`. */
  clock?: 'frozen' | 'live'
  fixtures?: Partial<Fixtures>
  loadScenarios?: () => Promise<ScenarioFiles>
  /** Answers that a scenario holds back come at once. */
  instantLatency?: boolean
}

/** One world of an emulator in this process, with everything around it under the test's control. */
export class Harness {
  readonly emulator: Emulator
  readonly time: FakeTime
  /** What the receivers of webhooks got, from all worlds, in order. */
  readonly webhooks: Received[]
  readonly worldName: string
  /** Errors of the emulator that nobody foresaw. */
  readonly faults: unknown[]
  /** How a receiver of webhooks answers; a thrown Error is a broken connection. */
  readonly receiver: { answer: (request: OutgoingRequest) => IncomingResponse | Promise<IncomingResponse> }
  readonly #fetch: Fetch
  readonly #clock: 'frozen' | 'live'
  readonly #tokens = new Map<string, { token: string; expiresAt: number; world: World }>()
  #known: World | undefined

  constructor(parts: {
    emulator: Emulator
    fetch: Fetch
    time: FakeTime
    webhooks: Received[]
    receiver: Harness['receiver']
    faults: unknown[]
    clock: 'frozen' | 'live'
    world: string
  }) {
    this.emulator = parts.emulator
    this.time = parts.time
    this.webhooks = parts.webhooks
    this.receiver = parts.receiver
    this.faults = parts.faults
    this.worldName = parts.world
    this.#fetch = parts.fetch
    this.#clock = parts.clock
    void this.world
  }

  /** The world itself, its clock frozen at `start` when it is made (unless the harness is live). */
  get world(): World {
    const world = this.emulator.world(this.worldName)
    if (world !== this.#known) {
      this.#known = world
      if (this.#clock === 'frozen') world.scheduler.setClock('frozen', start)
    }
    return world
  }

  /** Another world of the same emulator. */
  in(world: string): Harness {
    return new Harness({ ...this.#parts(), world })
  }

  /** Sends a request as it is; the path is put behind the world's prefix. */
  fetch(path: string, init: RequestInit & { duplex?: 'half' } = {}): Promise<Response> {
    void this.world
    const prefix = this.worldName === defaultWorld ? '' : `/w/${this.worldName}`
    return Promise.resolve(this.#fetch(new Request(`${origin}${prefix}${path}`, init)))
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
        `Bearer ${/v3|^\/transactions/.test(path) ? 'sk_sandbox' : await this.token()}`,
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
    checkAnswer(method, path.split('?')[0] ?? path, response.status, body, scenario)
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

  /** Creates a charge that must succeed in being created; its data. */
  async created(overrides: object = {}, scenarioKey?: string): Promise<ChargeView> {
    const { status, body, text } = await this.charge(overrides, scenarioKey)
    if (status !== 201) throw new Error(`expected 201, got ${status}: ${text}`)
    return body.data
  }

  /** The charge as it stands, without counting as a read. */
  async seen(id: string): Promise<ChargeView> {
    const { body } = await this.get<{ charge: ChargeView }>(`/_emulator/charges/${id}`)
    return body.charge
  }

  /** A valid access token, fetched over HTTP and used again until it expires. */
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
    await this.world.scheduler.advance((now) => now + ms)
    await settle()
  }

  #parts() {
    const { emulator, time, webhooks, receiver, faults, worldName } = this
    return {
      emulator,
      time,
      webhooks,
      receiver,
      faults,
      fetch: this.#fetch,
      clock: this.#clock,
      world: worldName,
    }
  }
}

/** An emulator with fixed time and seed, whose webhooks reach nobody but the test. */
export function harness(options: HarnessOptions = {}): Harness {
  const time = new FakeTime(start)
  time.instant = options.instantLatency ?? false
  const webhooks: Received[] = []
  const faults: unknown[] = []
  const receiver: Harness['receiver'] = { answer: () => ({ status: 200, headers: {}, body: 'ok' }) }
  const { fragments, fixtures } = inject('builtIn')
  const emulator: Emulator = new Emulator(
    {
      ...nodePorts(),
      now: time.now,
      setTimer: time.setTimer,
      clearTimer: time.clearTimer,
      report: (error) => void faults.push(error),
      randomSeed: () => 'a seed of its own',
      send: async (request) => {
        const world = request.headers['x-emulator-world'] ?? defaultWorld
        webhooks.push({
          url: request.url,
          headers: request.headers,
          text: request.body,
          at: emulator.has(world) ? emulator.world(world).now() : 0,
        })
        return receiver.answer(request)
      },
    },
    { ...defaultSettings, seed: 'test', webhookUrl: 'http://merchant.test/hook', ...options.settings },
    { ...fixtures, ...options.fixtures },
    fragments,
    options.loadScenarios ?? (async () => ({ fragments, problems: [] })),
  )
  return new Harness({
    emulator,
    fetch: createApp(emulator),
    time,
    webhooks,
    receiver,
    faults,
    clock: options.clock ?? 'frozen',
    world: defaultWorld,
  })
}
