import type {
  Charges,
  Clock,
  Faults,
  IdleOptions,
  PopulateOptions,
  Requests,
  Scenarios,
  Tokens,
  Transfers,
  Webhooks,
} from './parts.ts'
import type {
  EventEntry,
  EventType,
  Health,
  Idle,
  Populated,
  Restored,
  Snapshot,
  WaitGoal,
  WebhookEvent,
  WorldEntry,
} from './public-types.ts'
import type { Duration, Instant } from './units.ts'

/** The standard `fetch`, or a function with the same behaviour. */
export type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface TokenOptions {
  clientId?: string | undefined
  clientSecret?: string | undefined
}

export interface WaitOptions {
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
  matching?: ((event: WebhookEvent) => boolean) | undefined
  /** How long to wait, in real time; 5 seconds by default. */
  timeout?: Duration | undefined
}

/** A world: the data, clock and webhooks of one merchant, isolated from all others. Methods reject with an EmulatorError. */
export interface World {
  readonly name: string
  /** The base URL and auth URL for the code under test. */
  readonly url: string
  readonly clock: Clock
  readonly tokens: Tokens
  readonly scenarios: Scenarios
  readonly charges: Charges
  readonly transfers: Transfers
  readonly webhooks: Webhooks
  readonly faults: Faults
  readonly requests: Requests
  readonly state: {
    /** Saves the world without its journal, including pending timers and deliveries, tokens and secrets. */
    save(): Promise<Snapshot>
    /** Replaces this world by a saved one. Rejects with an EmulatorError if it is invalid; then nothing changes. */
    load(snapshot: Snapshot): Promise<Restored>
  }
  /** Sends a request to the service; a path such as `/charges` is relative to the world's address. */
  fetch: FetchFunction
  /** Requests an access token, by default for the client `sandbox-client`. Rejects with an EmulatorError if refused. */
  token(options?: TokenOptions): Promise<string>
  /**
   * Waits for an event of the type: until it was delivered, or if no endpoint is subscribed to it, until it was created.
   * Returns the oldest match, and no event twice. When the time is over it rejects with an EmulatorError whose message
   * reports what was found instead.
   */
  waitForEvent(type: EventType, options?: WaitOptions & { count?: undefined }): Promise<EventEntry>
  /** Waits for `count` events, 1 to 1000, and returns them oldest first. */
  waitForEvent(type: EventType, options: WaitOptions & { count: number }): Promise<EventEntry[]>
  /** Waits, in real time, until no request to the service and no webhook has been under way for a while. */
  idle(options?: IdleOptions): Promise<Idle>
  /** Fills the world with customers, payment methods, charges, orders, refunds and transfers that lie in the past. No webhook is delivered for them. */
  populate(options?: PopulateOptions): Promise<Populated>
  /** The report for CI: unknown scenario keys, refused requests, undelivered webhooks and coverage. */
  report(): Promise<Record<string, unknown>>
  /** Recreates the world from the fixtures. */
  reset(): Promise<void>
  /** Removes the world; the next request to its address recreates it. */
  end(): Promise<void>
}

/** A client of an emulator: the world it is connected to, and access to all others. */
export interface EmulatorClient extends World {
  /** The same interface for another world, which is created on first use. */
  world(name: string): World
  /** A world with a new unique name that starts with `label` (`test` by default). */
  newWorld(label?: string): World
  readonly worlds: {
    list(): Promise<WorldEntry[]>
    end(name: string): Promise<void>
    /** Recreates every world of the process; resolves to their names. */
    resetAll(): Promise<string[]>
  }
  health(): Promise<Health>
}

/** An emulator in this process. Its `fetch` uses no socket and ignores the origin of the address. */
export interface InProcessEmulator extends EmulatorClient {
  /** Also listens on a socket; resolves to the address. Port 0 picks a free port. Rejects if the port is in use. */
  listen(port?: number, host?: string): Promise<string>
  /** Removes every world and stops listening. */
  close(): Promise<void>
}
