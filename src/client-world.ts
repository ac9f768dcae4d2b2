import {
  type Ask,
  asker,
  durationText,
  EmulatorError,
  instantText,
  milliseconds,
  request,
} from './client-http.ts'
import type { EventFilter, PayOptions } from './client-parts.ts'
import type {
  EmulatorClient,
  FetchFunction,
  Instant,
  TokenOptions,
  WaitOptions,
  World,
} from './client-types.ts'
import type {
  Advanced,
  Charge,
  ChargeInspection,
  ClockState,
  Delivery,
  EventEntry,
  EventType,
  Fault,
  Health,
  JournalEntry,
  Scenario,
  Timer,
  WebhookEndpoint,
  WorldEntry,
} from './public-types.ts'

/** How an emulator is reached. */
export interface Reach {
  /** Its address, without a world and without a slash at the end; an emulator that begins to listen gets a new one. */
  origin: () => string
  fetch: FetchFunction
  controlToken: string | undefined
}

/** Longest wait for an event that one request may ask for. Milliseconds. */
const longestWaitMs = 60_000

/** The one implementation of the helper interface: over a socket or in this process, by `reach`. */
export function emulatorClient(reach: Reach, name: string): EmulatorClient {
  const home = worldClient(reach, name)
  const ask = asker(() => home.url, reach.fetch, reach.controlToken)
  const world = (name: string): World => worldClient(reach, name)
  return Object.assign(home, {
    world,
    newWorld: (label = 'test') => world(freshName(label)),
    worlds: {
      list: async () => (await ask<{ worlds: WorldEntry[] }>('GET', '/worlds')).worlds,
      end: (name: string) => world(name).end(),
      resetAll: async () =>
        (await ask<{ reset: string[] }>('POST', '/reset', undefined, { all: 'true' })).reset,
    },
    health: () => ask<Health>('GET', '/health'),
  })
}

/** Each operation is one line here, and one request. */
function worldClient({ origin, fetch, controlToken }: Reach, name: string): World {
  const prefix = name === 'default' ? '' : `/w/${encodeURIComponent(name)}`
  const url = (): string => `${origin()}${prefix}`
  const ask = asker(url, fetch, controlToken)
  /** One member of the answer. */
  const take = async <T>(member: string, ...question: Parameters<Ask>): Promise<T> =>
    (await ask<Record<string, T>>(...question))[member] as T
  const remove = (path: string, id: string | undefined) =>
    take<number>('deleted', 'DELETE', id === undefined ? path : `${path}/${encodeURIComponent(id)}`)
  // Members and parameters that are undefined are not sent.
  const pay =
    (action: string) =>
    (id: string, options: PayOptions = {}) =>
      ask<ChargeInspection>('POST', `/charges/${encodeURIComponent(id)}/payer`, {
        action,
        processor_response: options.processorResponse,
      })
  const clock = (mode: string) => (now?: Instant) =>
    ask<ClockState>('PUT', '/clock', { mode, now: now === undefined ? now : instantText(now) })
  return {
    name,
    get url() {
      return url()
    },
    clock: {
      show: () => ask('GET', '/clock'),
      advance: (by) => ask<Advanced>('POST', '/clock/advance', { by: durationText(by) }),
      advanceTo: (to) => ask<Advanced>('POST', '/clock/advance', { to: instantText(to) }),
      freeze: clock('frozen'),
      live: clock('live'),
      timers: () => take<Timer[]>('timers', 'GET', '/clock/timers'),
    },
    scenarios: {
      list: (search) => take<Scenario[]>('scenarios', 'GET', '/scenarios', undefined, { search }),
      explain: (key, paymentMethod) =>
        ask('GET', '/scenarios/explain', undefined, { key, payment_method: paymentMethod }),
      add: (documents, { all, dryRun } = {}) =>
        ask('POST', '/scenarios', documents, {
          all: all ? 'true' : undefined,
          dry_run: dryRun ? 'true' : undefined,
        }),
      reload: () => ask('POST', '/scenarios/reload'),
    },
    charges: {
      list: (filter) => take<Charge[]>('charges', 'GET', '/charges', undefined, { ...filter }),
      inspect: (id) => ask('GET', `/charges/${encodeURIComponent(id)}`),
      approve: pay('approve'),
      decline: pay('decline'),
      abandon: pay('abandon'),
    },
    transfers: {
      inspect: (id) => ask('GET', `/transfers/${encodeURIComponent(id)}`),
      outcome: (id, status, { completeMessage } = {}) =>
        ask('POST', `/transfers/${encodeURIComponent(id)}/outcome`, {
          status,
          complete_message: completeMessage,
        }),
    },
    webhooks: {
      endpoints: {
        list: () => take<WebhookEndpoint[]>('endpoints', 'GET', '/webhooks/endpoints'),
        add: (endpoint) =>
          ask('POST', '/webhooks/endpoints', typeof endpoint === 'string' ? { url: endpoint } : endpoint),
        remove: (id) => remove('/webhooks/endpoints', id),
      },
      events: (filter) => listEvents(ask, filter),
      send: (type, options) => ask('POST', '/webhooks/events', { type, ...options }),
      deliveries: ({ status, eventId, limit } = {}) =>
        take<Delivery[]>('deliveries', 'GET', '/webhooks/deliveries', undefined, {
          status,
          event_id: eventId,
          limit,
        }),
      redeliver: (id) => ask('POST', `/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`),
      held: () => ask('GET', '/webhooks/hold'),
      hold: () => ask('POST', '/webhooks/hold'),
      release: () => take<number>('released', 'POST', '/webhooks/release'),
    },
    faults: {
      list: () => take<Fault[]>('faults', 'GET', '/faults'),
      add: (fault) =>
        typeof fault === 'string'
          ? ask('POST', '/faults', { key: fault })
          : ask('POST', '/faults', {
              ...fault,
              for: fault.for === undefined ? undefined : durationText(fault.for),
            }),
      remove: (id) => remove('/faults', id),
    },
    requests: {
      list: (filter) => take<JournalEntry[]>('requests', 'GET', '/requests', undefined, { ...filter }),
      clear: () => remove('/requests', undefined),
    },
    state: {
      save: () => ask('GET', '/state'),
      load: (snapshot) => ask('PUT', '/state', snapshot),
    },
    fetch: (input, init) =>
      fetch(typeof input === 'string' && input.startsWith('/') ? url() + input : input, init),
    token: (options) => token(url(), fetch, options),
    waitForEvent: (type, options) => waitForEvent(ask, name, type, options),
    report: () => ask('GET', '/report'),
    reset: async () => void (await ask('POST', '/reset')),
    // By the world's own address, so that it finds the right process behind a proxy that spreads worlds.
    end: async () => void (await ask('DELETE', `/worlds/${encodeURIComponent(name)}`)),
  }
}

async function token(url: string, fetch: FetchFunction, options: TokenOptions = {}): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: options.clientId ?? 'sandbox-client',
    client_secret: options.clientSecret ?? 'sandbox-secret',
  })
  const address = `${url}/realms/emulator/protocol/openid-connect/token`
  const answer = await request<{ access_token: string }>(fetch, address, { method: 'POST', body: form })
  return answer.access_token
}

const listEvents = async (ask: Ask, query: EventFilter & { wait?: string } = {}): Promise<EventEntry[]> =>
  (await ask<{ events: EventEntry[] }>('GET', '/webhooks/events', undefined, { ...query })).events

async function waitForEvent(
  ask: Ask,
  world: string,
  type: EventType,
  { reference, timeout = '5s' }: WaitOptions = {},
): Promise<EventEntry> {
  for (let left = milliseconds(timeout); ; left -= longestWaitMs) {
    const [event] = await listEvents(ask, {
      type,
      reference,
      limit: 1,
      wait: `${Math.min(left, longestWaitMs)}ms`,
    })
    if (event) return event
    if (left > longestWaitMs) continue
    const others = (await listEvents(ask, { limit: 10 })).map(
      ({ event, reference }) => `${event.type}${reference === null ? '' : ` ${reference}`}`,
    )
    throw new EmulatorError(
      `no ${type}${reference === undefined ? '' : ` with reference ${reference}`} in world "${world}" within ${durationText(timeout)}; ` +
        `events there: ${others.join(', ') || 'none'}. A charge that waits for somebody, or a frozen clock, makes none by itself`,
    )
  }
}

/** `label`, made fit for an address, and ten random letters and digits. */
function freshName(label: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  const random = Array.from(bytes, (byte) => (byte % 36).toString(36)).join('')
  const fit = label.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${fit.slice(0, 50) || 'world'}-${random}`
}
