import type {
  Charges,
  Clock,
  Faults,
  PopulateOptions,
  Requests,
  Scenarios,
  Transfers,
  Webhooks,
} from './parts.ts'
import type {
  EventEntry,
  EventType,
  Health,
  Populated,
  Restored,
  Snapshot,
  WaitGoal,
  WebhookEvent,
  WorldEntry,
} from './public-types.ts'
import type { Duration, Instant } from './units.ts'

/** `fetch`, or something that behaves like it. */
export type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export interface TokenOptions {
  clientId?: string | undefined
  clientSecret?: string | undefined
}

export interface WaitOptions {
  reference?: string | undefined
  /**
   * `delivered`: every endpoint that takes the event has answered with 200. `made`: it has happened. Unless given,
   * `delivered` where an endpoint takes the event, else `made`.
   */
  until?: WaitGoal | undefined
  /**
   * Only events that were made after the one of this id, or at this instant of the world's clock or later. Unless given,
   * all that this object has not returned before.
   */
  since?: Instant | undefined
  /** Only events for which this answers true. */
  matching?: ((event: WebhookEvent) => boolean) | undefined
  /** Real time; 5s unless given. */
  timeout?: Duration | undefined
}

/** One world: everything that one merchant has, apart from all others. */
export interface World {
  readonly name: string
  /** {base_url} and {auth_url} for the code under test. */
  readonly url: string
  readonly clock: Clock
  readonly scenarios: Scenarios
  readonly charges: Charges
  readonly transfers: Transfers
  readonly webhooks: Webhooks
  readonly faults: Faults
  readonly requests: Requests
  readonly state: {
    /** The whole world but its journal: pending timers and deliveries, tokens and secrets included. */
    save(): Promise<Snapshot>
    /** Puts a saved world in the place of this one; one that does not fit is refused, and nothing changes. */
    load(snapshot: Snapshot): Promise<Restored>
  }
  /** A request to the service; a path such as `/charges` is put behind the world's address. */
  fetch: FetchFunction
  /** A new access token; of the client `sandbox-client` unless another is named. */
  token(options?: TokenOptions): Promise<string>
  /**
   * An event of the type, as soon as the shop was told; where nobody is told, as soon as it has happened. The oldest first,
   * and none a second time. Rejects when the time is over, with an EmulatorError that says what there is instead.
   */
  waitForEvent(type: EventType, options?: WaitOptions & { count?: undefined }): Promise<EventEntry>
  /** So many events, in the order in which they were made. */
  waitForEvent(type: EventType, options: WaitOptions & { count: number }): Promise<EventEntry[]>
  /** Fills the world with people and what they paid in the time before now; nobody is told of it by webhook. */
  populate(options?: PopulateOptions): Promise<Populated>
  /** What a CI job wants to know at the end. */
  report(): Promise<Record<string, unknown>>
  /** Makes the world anew from the fixtures. */
  reset(): Promise<void>
  /** Ends the world; the next request to its address makes it anew. */
  end(): Promise<void>
}

/** An emulator: the world that it was connected to, and the way to every other one. */
export interface EmulatorClient extends World {
  /** The same interface for another world, which is made on first use. */
  world(name: string): World
  /** A world with a name that nobody has used before; `label` is put in front of it. */
  newWorld(label?: string): World
  readonly worlds: {
    list(): Promise<WorldEntry[]>
    end(name: string): Promise<void>
    /** Makes every world of the process anew; answers with their names. */
    resetAll(): Promise<string[]>
  }
  health(): Promise<Health>
}

/** An emulator in this process. Its `fetch` reaches it without a socket, whatever the origin of the address. */
export interface InProcessEmulator extends EmulatorClient {
  /** Also listens on a socket; answers with the address. Port 0 picks a free one. */
  listen(port?: number, host?: string): Promise<string>
  /** Ends every world and stops listening. */
  close(): Promise<void>
}
