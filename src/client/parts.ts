import type {
  Advanced,
  Charge,
  ChargeInspection,
  ChargeStatus,
  ClockState,
  Delivery,
  DeliveryStatus,
  EventEntry,
  EventType,
  Explanation,
  Fault,
  Held,
  JournalEntry,
  PaymentMethodType,
  Scenario,
  ScenariosAdded,
  SignatureScheme,
  Timer,
  TransferInspection,
  WaitGoal,
  WebhookEndpoint,
} from './public-types.ts'
import type { Duration, Instant } from './units.ts'

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
  /** Adds fragments, as YAML or JSON, until the world is reset; `all` adds them to every world, `dryRun` only checks them. */
  add(
    documents: string,
    options?: { all?: boolean | undefined; dryRun?: boolean | undefined },
  ): Promise<ScenariosAdded>
  /** Reads the scenario files of the emulator anew; with a problem the version before stays. */
  reload(): Promise<ScenariosAdded>
}

export interface PayOptions {
  /** Stands in the place of the scenario's verdict, such as `insufficient_funds`. */
  processorResponse?: string | undefined
}

export interface ChargeFilter {
  status?: ChargeStatus | undefined
  reference?: string | undefined
  /** 100 unless given. */
  limit?: number | undefined
}

/** Charges from inside, and the payer's part in them; `id` is the id of a charge, or its reference. */
export interface Charges {
  /** Newest first. */
  list(filter?: ChargeFilter): Promise<Charge[]>
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
  /** Only events that have come so far; all unless given. */
  until?: WaitGoal | undefined
  /** Only events that were made after the one of this id, or at this instant of the world's clock or later. */
  since?: Instant | undefined
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

export interface AddFault {
  /** A scenario key, such as `network:503`. */
  key: string
  /** All methods unless given. */
  method?: Fault['method'] | undefined
  /** This path and everything below it; all unless given. */
  path?: string | undefined
  /** The part of the requests that it falls on, above 0 and up to 1. */
  share?: number | undefined
  /** It is over after so many requests. */
  count?: number | undefined
  /** It is over after this time of the world's clock. */
  for?: Duration | undefined
}

export interface PopulateOptions {
  /** 1 to 10,000; 200 unless given. */
  customers?: number | undefined
  /** 0 to 100,000; 5000 unless given. */
  charges?: number | undefined
  /** How far back from now it reaches: 1h to 366d; 30d unless given. */
  over?: Duration | undefined
  /** The same seed in the same world gives the same past; from the emulator's own unless given. */
  seed?: string | number | undefined
}

/** Scenario keys for requests whose headers cannot be changed. */
export interface Faults {
  list(): Promise<Fault[]>
  add(fault: AddFault | string): Promise<Fault>
  /** Removes one, or all; answers how many. */
  remove(id?: string): Promise<number>
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
