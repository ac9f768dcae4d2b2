import type { TransferVerdict } from '../domain/kernel/enums.ts'
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

/** The clock of a world. */
export interface Clock {
  show(): Promise<ClockState>
  /** Advances the clock, fires every timer that falls due and waits for the deliveries it starts; at most 366 days. */
  advance(by: Duration): Promise<Advanced>
  /** Like `advance`, to an instant between now and 366 days later. */
  advanceTo(to: Instant): Promise<Advanced>
  /** Freezes the clock, optionally at an instant; time then moves only through `advance` and `advanceTo`. */
  freeze(now?: Instant): Promise<ClockState>
  /** Lets the clock follow real time again, optionally starting from an instant. */
  live(now?: Instant): Promise<ClockState>
  /** Pending timers in due order, at most 1000. */
  timers(): Promise<Timer[]>
}

export interface IdleOptions {
  /** How long nothing must have been under way; 20 milliseconds by default. */
  quiet?: Duration | undefined
  /** How long to wait, at most 60 seconds; 5 seconds by default. */
  timeout?: Duration | undefined
}

/** The access tokens of a world. */
export interface Tokens {
  /** Revokes every token: requests with one of them are answered 401. Resolves to their number. */
  revoke(): Promise<number>
}

/** The scenario keys of a world. */
export interface Scenarios {
  /** All keys, or those that match every word of `search`. */
  list(search?: string): Promise<Scenario[]>
  /** Explains a key. With a payment method, includes its default flow if the key has none. */
  explain(key: string, paymentMethod?: PaymentMethodType): Promise<Explanation>
  /**
   * Adds fragments, as YAML or JSON, until the world is reset. `all` adds them to every world, `dryRun` only checks them.
   * Rejects with an EmulatorError that lists the problems; then nothing is added.
   */
  add(
    documents: string,
    options?: { all?: boolean | undefined; dryRun?: boolean | undefined },
  ): Promise<ScenariosAdded>
  /** Reloads the scenario files of the emulator. If they have `problems`, the current version stays. */
  reload(): Promise<ScenariosAdded>
}

export interface PayOptions {
  /** Replaces the verdict of the scenario, such as `insufficient_funds`. */
  processorResponse?: string | undefined
}

export interface ChargeFilter {
  status?: ChargeStatus | undefined
  reference?: string | undefined
  /** The most entries returned; 100 by default. */
  limit?: number | undefined
}

/** Inspects charges and acts as the payer. `id` is the id or the reference of a charge. */
export interface Charges {
  /** Newest first. */
  list(filter?: ChargeFilter): Promise<Charge[]>
  inspect(id: string): Promise<ChargeInspection>
  approve(id: string, options?: PayOptions): Promise<ChargeInspection>
  decline(id: string, options?: PayOptions): Promise<ChargeInspection>
  /** The payer abandons the payment; the charge stays pending until it expires. */
  abandon(id: string): Promise<ChargeInspection>
}

export interface Transfers {
  inspect(id: string | number): Promise<TransferInspection>
  /** Approves a transfer that waits for approval, or settles, fails or reverses a transfer now. */
  outcome(
    id: string | number,
    status: TransferVerdict,
    options?: { completeMessage?: string | undefined },
  ): Promise<TransferInspection>
}

export interface AddEndpoint {
  url: string
  /** Signing secret; by default the one that the emulator was started with. */
  secret?: string | undefined
  /** Event types to send; all by default. */
  events?: EventType[] | undefined
  signature?: SignatureScheme | undefined
  /** Name of the signature header. */
  header?: string | undefined
  /** Extra headers sent with each delivery. */
  headers?: Record<string, string> | undefined
}

export interface EventFilter {
  type?: EventType | undefined
  reference?: string | undefined
  /** Only events that have reached this state; all by default. */
  until?: WaitGoal | undefined
  /** Only events created after the event with this id, or at or after this instant of the world's clock. */
  since?: Instant | undefined
  /** The most entries returned; 100 by default. */
  limit?: number | undefined
}

export interface SendOptions {
  /** The payload; by default the newest resource of the kind, or a sample if there is none. */
  data?: Record<string, unknown> | undefined
  /** Id of the resource that the event is about; its current state becomes the payload. */
  id?: string | undefined
  /** Scenario key for the delivery, such as `webhook:duplicate`. */
  scenario?: string | undefined
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  eventId?: string | undefined
  /** The most entries returned; 100 by default. */
  limit?: number | undefined
}

export interface Webhooks {
  endpoints: {
    list(): Promise<WebhookEndpoint[]>
    add(endpoint: AddEndpoint | string): Promise<WebhookEndpoint>
    /** Removes one endpoint, or all; resolves to the number removed. */
    remove(id?: string): Promise<number>
  }
  /** Newest first. */
  events(filter?: EventFilter): Promise<EventEntry[]>
  /** Creates an event and delivers it. */
  send(type: EventType, options?: SendOptions): Promise<EventEntry>
  /** Newest first, with every attempt. */
  deliveries(filter?: DeliveryFilter): Promise<Delivery[]>
  /** Redelivers now, with the same id and bytes, and waits for the outcome. */
  redeliver(id: string): Promise<Delivery>
  held(): Promise<Held>
  /** Holds every delivery that falls due. */
  hold(): Promise<Held>
  /** Releases held deliveries in due order and waits for their outcome; resolves to the number released. */
  release(): Promise<number>
}

export interface AddFault {
  /** A scenario key, such as `network:503`. */
  key: string
  /** HTTP method; all by default. */
  method?: Fault['method'] | undefined
  /** This path and every path below it; all by default. */
  path?: string | undefined
  /** Share of the requests that the rule applies to, above 0 and up to 1; 1 by default. */
  share?: number | undefined
  /** Removed after this many requests; no limit by default. */
  count?: number | undefined
  /** Removed after this time on the world's clock; no limit by default. */
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

/** Rules that apply scenario keys to requests without one, for clients whose headers cannot be changed. */
export interface Faults {
  list(): Promise<Fault[]>
  add(fault: AddFault | string): Promise<Fault>
  /** Removes one rule, or all; resolves to the number removed. */
  remove(id?: string): Promise<number>
}

export interface RequestFilter {
  status?: number | undefined
  /** Text that the path must contain. */
  path?: string | undefined
  /** The most entries returned; 100 by default. */
  limit?: number | undefined
  /** How many of the newest requests to skip; 0 by default. */
  offset?: number | undefined
}

export interface Requests {
  /** Newest first. */
  list(filter?: RequestFilter): Promise<JournalEntry[]>
  /** Clears the journal; resolves to the number of requests removed. */
  clear(): Promise<number>
}
