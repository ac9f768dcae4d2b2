import type { ClockMode, PayerAction } from '../domain/kernel/enums.ts'
import { type GivenEvents, listEvents, waitForEvents } from './events.ts'
import { freshName } from './fresh-name.ts'
import { type Ask, asker, durationText, EmulatorError, instantValue, request } from './http.ts'
import { moneyCalls, snakeCase } from './money.ts'
import type { PayOptions } from './parts.ts'
import type {
  Advanced,
  Charge,
  ChargeInspection,
  ClockState,
  Credentials,
  Delivery,
  EventType,
  Health,
  JournalEntry,
  Rule,
  Scenario,
  StandingRule,
  TimelineEntry,
  Timer,
  WebhookEndpoint,
  WorldEntry,
} from './public-types.ts'
import type { AddRule } from './rules.ts'
import { sessionsOf } from './sessions.ts'
import { states, type Undone } from './states.ts'
import type { EmulatorClient, FetchFunction, TokenOptions, WaitOptions, World } from './types.ts'
import type { Instant } from './units.ts'

/** How an emulator is reached. */
export interface Reach {
  /** Its address, without a world or a trailing slash. It changes when an in-process emulator starts to listen. */
  origin: () => string
  fetch: FetchFunction
  controlToken: string | undefined
}

/** Implements the client for both cases, over a socket and in process; `reach` makes the difference. */
export function emulatorClient(reach: Reach, name: string): EmulatorClient {
  const given: GivenEvents = new Map()
  const home = worldClient(reach, given, name)
  const ask = asker(() => home.url, reach.fetch, reach.controlToken)
  const world = (name: string): World => worldClient(reach, given, name)
  return Object.assign(home, {
    world,
    newWorld: (label = 'test') => world(freshName(label)),
    worlds: {
      list: async () => (await ask<{ worlds: WorldEntry[] }>('GET', '/worlds')).worlds,
      end: (name: string) => world(name).end(),
      resetAll: async () => {
        const { reset } = await ask<{ reset: string[] }>('POST', '/reset', undefined, { all: 'true' })
        given.clear()
        return reset
      },
      undoResetAll: async () => {
        const { restored } = await ask<Undone>('POST', '/state/undo', undefined, { all: 'true' })
        given.clear()
        return restored.map(({ world }) => world)
      },
    },
    health: () => ask<Health>('GET', '/health'),
    credentials: () => ask<Credentials>('GET', '/credentials'),
  })
}

/** The client of one world. Each method sends one request, without members and parameters that are undefined. */
function worldClient({ origin, fetch, controlToken }: Reach, given: GivenEvents, name: string): World {
  const prefix = name === 'default' ? '' : `/w/${encodeURIComponent(name)}`
  const url = (): string => {
    // URL parsing removes such a segment from the path, and another world would answer.
    if (name === '.' || name === '..') throw new EmulatorError(`"${name}" is not a valid name of a world`)
    return `${origin()}${prefix}`
  }
  const ask = asker(url, fetch, controlToken)
  const askText = asker(url, fetch, controlToken, (text) => text)
  /** Resolves to one member of the answer. */
  const take = async <T>(member: string, ...question: Parameters<Ask>): Promise<T> =>
    (await ask<Record<string, T>>(...question))[member] as T
  const remove = (path: string, id: string | undefined) =>
    take<number>('deleted', 'DELETE', id === undefined ? path : `${path}/${encodeURIComponent(id)}`)
  const pay =
    (action: PayerAction) =>
    (id: string, options: PayOptions = {}) =>
      ask<ChargeInspection>('POST', `/charges/${encodeURIComponent(id)}/payer`, {
        action,
        processor_response: options.processorResponse,
      })
  const addRule = ({ when, for: time, ...rule }: AddRule) =>
    ask<Rule>('POST', '/rules', {
      ...rule,
      when: when && snakeCase(when),
      for: time === undefined ? undefined : durationText(time),
    })
  const clock = (mode: ClockMode) => async (now?: Instant) =>
    ask<ClockState>('PUT', '/clock', { mode, now: now === undefined ? now : instantValue(now) })
  return {
    name,
    get url() {
      return url()
    },
    clock: {
      show: () => ask('GET', '/clock'),
      advance: (by) => ask<Advanced>('POST', '/clock/advance', { by: durationText(by) }),
      advanceTo: async (to) => ask<Advanced>('POST', '/clock/advance', { to: instantValue(to) }),
      freeze: clock('frozen'),
      live: clock('live'),
      timers: () => take<Timer[]>('timers', 'GET', '/clock/timers'),
    },
    examination: {
      show: () => ask('GET', '/examination'),
      save: (examination) => ask('PUT', '/examination', examination),
      play: (story) => ask('POST', '/examination/play', { story }),
    },
    session: sessionsOf(ask, askText),
    tokens: { revoke: () => take<number>('revoked', 'POST', '/tokens/revoke') },
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
    ...moneyCalls(ask),
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
      redeliver: (id, { staleBy, ...edit } = {}) =>
        ask('POST', `/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`, {
          ...edit,
          stale_by: staleBy === undefined ? undefined : durationText(staleBy),
        }),
      held: () => ask('GET', '/webhooks/hold'),
      hold: () => ask('POST', '/webhooks/hold'),
      release: () => take<number>('released', 'POST', '/webhooks/release'),
    },
    rules: {
      list: () => take<Rule[]>('rules', 'GET', '/rules'),
      standing: () => take<StandingRule[]>('standing', 'GET', '/rules'),
      add: (rule) => addRule(typeof rule === 'string' ? { key: rule } : rule),
      remove: (id) => remove('/rules', id),
    },
    next: (key, when) => addRule({ key, when, count: 1 }),
    requests: {
      list: (filter) => take<JournalEntry[]>('requests', 'GET', '/requests', undefined, { ...filter }),
      har: (filter) => ask('GET', '/requests.har', undefined, { ...filter }),
      clear: () => remove('/requests', undefined),
    },
    state: states(ask, () => given.delete(name)),
    pay: (id, { processorResponse } = {}) =>
      ask('POST', `/charges/${encodeURIComponent(id)}/pay`, { processor_response: processorResponse }),
    timeline: ({ chargeId, ...options } = {}) =>
      askText('GET', '/timeline', undefined, { ...options, charge_id: chargeId }),
    timelineEntries: ({ chargeId, ...options } = {}) =>
      take<TimelineEntry[]>('entries', 'GET', '/timeline', undefined, {
        ...options,
        charge_id: chargeId,
        format: 'json',
      }),
    fetch: (input, init) =>
      fetch(typeof input === 'string' && input.startsWith('/') ? url() + input : input, init),
    token: (options) => token(url(), fetch, options),
    waitForEvent: (async (type: EventType, options: WaitOptions & { count?: number } = {}) => {
      const events = await waitForEvents(ask, given, name, type, options, options.count ?? 1)
      return options.count === undefined ? events[0] : events
    }) as World['waitForEvent'],
    idle: ({ quiet, timeout } = {}) =>
      ask('GET', '/idle', undefined, {
        quiet: quiet === undefined ? quiet : durationText(quiet),
        timeout: timeout === undefined ? timeout : durationText(timeout),
      }),
    populate: ({ over, ...rest } = {}) =>
      ask('POST', '/populate', { ...rest, over: over === undefined ? undefined : durationText(over) }),
    report: () => ask('GET', '/report'),
    reset: async () => {
      await ask('POST', '/reset')
      given.delete(name)
    },
    // Sent to the world's own address, so that a proxy in front of several processes can route it.
    end: async () => {
      await ask('DELETE', `/worlds/${encodeURIComponent(name)}`)
      given.delete(name)
    },
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
