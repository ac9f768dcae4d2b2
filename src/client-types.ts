import type {
  Advanced,
  ChargeInspection,
  ClockState,
  Delivery,
  DeliveryStatus,
  EventEntry,
  EventType,
  Explanation,
  Health,
  Held,
  JournalEntry,
  PaymentMethodType,
  Scenario,
  ScenariosAdded,
  SignatureScheme,
  Timer,
  TransferInspection,
  WebhookEndpoint,
  WorldEntry,
} from './public-types.ts'

/** Milliseconds, or a text such as `250ms`, `30s`, `11m` or `1h30m`. */
export type Duration = number | string

/** An instant that a clock can be set to: a date, ISO 8601, or milliseconds since 1970. */
export type Instant = Date | string | number

/** `fetch`, or something that behaves like it. */
export type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The time of one world. */
export interface Clock {
  show(): Promise<ClockState>
  /** Moves the clock forward, runs everything that falls due, and waits for the deliveries which that starts. */
  advance(by: Duration): Promise<Advanced>
  /** Like `advance`, up to an instant. */
  advanceTo(to: Instant): Promise<Advanced>
  /** From now on time moves only when told. */
  freeze(now?: Instant): Promise<ClockState>
  /** Time follows real time again. */
  live(now?: Instant): Promise<ClockState>
  /** What will happen next, in order; at most 1000. */
  timers(): Promise<Timer[]>
}

/** The scenario keys that one world knows. */
export interface Scenarios {
  /** The catalogue, or what matches all words of `search`. */
  list(search?: string): Promise<Scenario[]>
  /** What a key does; with a payment method, its default flow where the key has none. */
  explain(key: string, paymentMethod?: PaymentMethodType): Promise<Explanation>
  /** Adds fragments, as YAML or JSON, until the world is reset; `all` adds them to every world. */
  add(documents: string, options?: { all?: boolean | undefined }): Promise<ScenariosAdded>
  /** Reads the scenario files of the emulator anew; with a problem the version before stays. */
  reload(): Promise<ScenariosAdded>
}

export interface PayOptions {
  /** Stands in the place of the scenario's verdict, such as `insufficient_funds`. */
  processorResponse?: string | undefined
}

/** Charges from inside, and the payer's part in them. */
export interface Charges {
  inspect(id: string): Promise<ChargeInspection>
  approve(id: string, options?: PayOptions): Promise<ChargeInspection>
  decline(id: string, options?: PayOptions): Promise<ChargeInspection>
  /** The payer walks away; the charge waits until it expires. */
  abandon(id: string): Promise<ChargeInspection>
}

export interface Transfers {
  inspect(id: string | number): Promise<TransferInspection>
  /** Approves one that waits for approval, or settles, fails or reverses it now. */
  outcome(
    id: string | number,
    status: 'approved' | 'successful' | 'failed' | 'reversed',
    options?: { completeMessage?: string | undefined },
  ): Promise<TransferInspection>
}

export interface AddEndpoint {
  url: string
  /** Unless given, the one that the emulator was started with. */
  secret?: string | undefined
  /** All events unless given. */
  events?: EventType[] | undefined
  signature?: SignatureScheme | undefined
  /** Header of the signature. */
  header?: string | undefined
  /** Extra headers of each delivery. */
  headers?: Record<string, string> | undefined
}

export interface EventFilter {
  type?: EventType | undefined
  reference?: string | undefined
  /** 100 unless given. */
  limit?: number | undefined
}

export interface SendOptions {
  /** The payload; unless given, the newest resource of the kind, or a sample where there is none. */
  data?: Record<string, unknown> | undefined
  /** The resource that the event is about, as it is now. */
  id?: string | undefined
  /** How it is delivered, such as `webhook:duplicate`. */
  scenario?: string | undefined
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  eventId?: string | undefined
  /** 100 unless given. */
  limit?: number | undefined
}

export interface Webhooks {
  endpoints: {
    list(): Promise<WebhookEndpoint[]>
    add(endpoint: AddEndpoint | string): Promise<WebhookEndpoint>
    /** Removes one endpoint, or all; answers how many. */
    remove(id?: string): Promise<number>
  }
  /** Newest first. */
  events(filter?: EventFilter): Promise<EventEntry[]>
  /** Makes an event by hand. */
  send(type: EventType, options?: SendOptions): Promise<EventEntry>
  /** Newest first, with every attempt. */
  deliveries(filter?: DeliveryFilter): Promise<Delivery[]>
  /** Delivers again now, the same id and bytes. */
  redeliver(id: string): Promise<Delivery>
  held(): Promise<Held>
  /** Holds back every delivery whose time comes. */
  hold(): Promise<Held>
  /** Lets go of what is held, in its order, and waits for what comes of it; answers how many. */
  release(): Promise<number>
}

export interface RequestFilter {
  status?: number | undefined
  /** A part of the path. */
  path?: string | undefined
  /** 100 unless given. */
  limit?: number | undefined
  /** How many of the newest are left out. */
  offset?: number | undefined
}

export interface Requests {
  /** Newest first. */
  list(filter?: RequestFilter): Promise<JournalEntry[]>
  /** Empties the journal; answers how many there were. */
  clear(): Promise<number>
}

export interface TokenOptions {
  clientId?: string | undefined
  clientSecret?: string | undefined
}

export interface WaitOptions {
  reference?: string | undefined
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
  readonly requests: Requests
  readonly state: {
    /** The whole world as JSON, pending timers and deliveries included. */
    save(): Promise<Record<string, unknown>>
    /** Puts a saved world in the place of this one. */
    load(snapshot: Record<string, unknown>): Promise<void>
  }
  /** A request to the service; a path such as `/charges` is put behind the world's address. */
  fetch: FetchFunction
  /** A new access token; of the client `sandbox-client` unless another is named. */
  token(options?: TokenOptions): Promise<string>
  /** The newest event of the type, as soon as there is one. Rejects with an EmulatorError when the time is over. */
  waitForEvent(type: EventType, options?: WaitOptions): Promise<EventEntry>
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
