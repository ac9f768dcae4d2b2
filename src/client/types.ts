import type { Chargebacks, VirtualAccounts } from './collections.ts'
import type {
  Charges,
  Clock,
  Examinations,
  IdleOptions,
  PayOptions,
  PopulateOptions,
  Requests,
  Scenarios,
  TimelineOptions,
  Tokens,
  Transfers,
} from './parts.ts'
import type {
  Credentials,
  EventEntry,
  EventType,
  Health,
  Idle,
  PlayedCharge,
  Populated,
  Rule,
  States,
  TimelineEntry,
  WaitGoal,
  WebhookEvent,
  WorldEntry,
} from './public-types.ts'
import type { RuleConditions, Rules } from './rules.ts'
import type { ScenarioKey } from './scenario-key.ts'
import type { Sessions } from './sessions.ts'
import type { Duration, Instant } from './units.ts'
import type { Webhooks } from './webhook-parts.ts'

/** The standard `fetch`, or a function with the same behaviour. */
export type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The client that requests a token. */
export interface TokenOptions {
  /** `sandbox-client` by default. */
  clientId?: string | undefined
  /** `sandbox-secret` by default. */
  clientSecret?: string | undefined
}

/** Which events to wait for, and how long. */
export interface WaitOptions<T extends EventType = EventType> {
  /** Reference of the charge or transfer that the event is about, in full. */
  reference?: string | undefined
  /**
   * `delivered`: every subscribed endpoint has answered with 200. `made`: the event was created. By default `delivered` if
   * an endpoint is subscribed to the event, else `made`.
   */
  until?: WaitGoal | undefined
  /**
   * Only events created after the event with this id, or at or after this instant of the world's clock. By default, all
   * events that this object has not returned yet.
   */
  since?: Instant | undefined
  /** Only events for which this returns true. */
  matching?: ((event: WebhookEvent<T>) => boolean) | undefined
  /** How long to wait, in real time; 5 seconds by default. */
  timeout?: Duration | undefined
}

/** A world: the data, clock and webhooks of one merchant, isolated from all others. Methods reject with an EmulatorError. */
export interface World {
  /** The name of the world; `default` for the world at the address without `/w/`. */
  readonly name: string
  /** The base URL and auth URL for the code under test, without a trailing slash. */
  readonly url: string
  /** Shows, advances, freezes and sets the clock. */
  readonly clock: Clock
  /** Records a session, which can be exported as a test. */
  readonly session: Sessions
  /** Revokes access tokens. */
  readonly tokens: Tokens
  /** Shows and saves the last examination of the emulator. */
  readonly examination: Examinations
  /** Lists, explains and adds scenario keys. */
  readonly scenarios: Scenarios
  /** Inspects charges and acts as the payer. */
  readonly charges: Charges
  /** Inspects transfers and decides how they end. */
  readonly transfers: Transfers
  /** Decides chargebacks. */
  readonly chargebacks: Chargebacks
  /** Pays in to virtual accounts. */
  readonly virtualAccounts: VirtualAccounts
  /** Endpoints, events and deliveries. */
  readonly webhooks: Webhooks
  /** Applies scenario keys to requests without one. */
  readonly rules: Rules
  /**
   * Applies a scenario key to the next request that the key is about and that matches `when`: adds a rule with `count: 1`.
   * For programs that cannot send X-Scenario-Key.
   */
  next(key: ScenarioKey, when?: RuleConditions): Promise<Rule>
  /**
   * Plays merchant and payer until the charge has ended: sends the right PIN, OTP and address, approves, reads, captures. Where
   * the scenario key sets the payer, advances the clock to what that payer does. `id` is the id or the reference of the charge.
   * Rejects with an EmulatorError: status 404 if there is no such charge, 409 if it has ended or nothing can end it.
   */
  pay(id: string, options?: PayOptions): Promise<PlayedCharge>
  /** What happened in the world, as text in the order of its clock: requests, webhooks, clock, rules, and what is due. */
  timeline(options?: TimelineOptions): Promise<string>
  /** The same as data: an entry for each line of the text. */
  timelineEntries(options?: TimelineOptions): Promise<TimelineEntry[]>
  /** The journal of requests and answers. */
  readonly requests: Requests
  /** Snapshots of the world, and undoing. */
  readonly state: States
  /** Sends a request to the service; a path such as `/charges` is relative to the world's address. */
  fetch: FetchFunction
  /** Requests an access token, by default for the client `sandbox-client`. Rejects with an EmulatorError if refused. */
  token(options?: TokenOptions): Promise<string>
  /**
   * Waits for an event of the type: until it was delivered, or if no endpoint is subscribed to it, until it was created.
   * Returns the oldest match, and no event twice; `type` decides what its `data` is. When the time is over it rejects with
   * an EmulatorError whose message reports what was found instead.
   */
  waitForEvent<T extends EventType>(
    type: T,
    options?: WaitOptions<T> & {
      /** Not set: one event. */
      count?: undefined
    },
  ): Promise<EventEntry<T>>
  /** Waits for `count` events and returns them oldest first. */
  waitForEvent<T extends EventType>(
    type: T,
    options: WaitOptions<T> & {
      /** How many, 1 to 1000. */
      count: number
    },
  ): Promise<EventEntry<T>[]>
  /**
   * Waits, in real time, until no request to the service and no webhook has been in progress for a while. Does not reject when
   * the time is over: `idle` is then false.
   */
  idle(options?: IdleOptions): Promise<Idle>
  /**
   * Fills the world with customers, payment methods, charges, orders, refunds and transfers, dated in the past. Their
   * webhooks are recorded and not delivered. Rejects with an EmulatorError if a limit is reached or memory runs out; what
   * was created by then stays.
   */
  populate(options?: PopulateOptions): Promise<Populated>
  /** The report for CI: unknown scenario keys, refused requests, undelivered webhooks and coverage. */
  report(): Promise<Record<string, unknown>>
  /** Recreates the world from the fixtures: data, clock, endpoints, rules and tokens. */
  reset(): Promise<void>
  /**
   * Removes the world; the next request to its address recreates it. Worth calling only where the emulator runs on for long:
   * closing or stopping an emulator ends all its worlds.
   */
  end(): Promise<void>
}

/** A client of an emulator: the world it is connected to, and access to all others. */
export interface EmulatorClient extends World {
  /** A client for another world, which the emulator creates with the first request to it. */
  world(name: string): World
  /** A client for a world with a new unique name that starts with `label` (`test` by default). Nothing has to be closed. */
  newWorld(label?: string): World
  /** The worlds of the process that answers. */
  readonly worlds: {
    /** All worlds, with their sizes. */
    list(): Promise<WorldEntry[]>
    /** Removes a world. Rejects with an EmulatorError (404) if there is none of that name. */
    end(name: string): Promise<void>
    /** Recreates every world of the process; resolves to their names. */
    resetAll(): Promise<string[]>
    /** Undoes the last `resetAll` of any client; resolves to the worlds that it restored. Rejects with status 409 if it cannot be undone. */
    undoResetAll(): Promise<string[]>
  }
  /** Version, seed and number of worlds; needs no control token. Rejects with an EmulatorError if nothing answers. */
  health(): Promise<Health>
  /** The OAuth clients and keys, the webhook secret and the encryption keys. */
  credentials(): Promise<Credentials>
}

/** An emulator in this process. Its `fetch` uses no socket and ignores the origin of the address. */
export interface InProcessEmulator extends EmulatorClient {
  /**
   * Also listens on a socket, 127.0.0.1 by default; resolves to the address. Port 0, the default, picks a free port. Rejects
   * if the port is in use, or if this emulator already listens. The socket keeps the process alive until `close`.
   */
  listen(port?: number, host?: string): Promise<string>
  /**
   * Removes every world, stops pending timers and deliveries, and stops listening. Open connections get 50 milliseconds to
   * receive their answers. Afterwards every request rejects. May be called more than once.
   */
  close(): Promise<void>
}
