import type {
  Delivery,
  DeliveryStatus,
  EventEntry,
  EventType,
  Held,
  SignatureEdit,
  SignatureScheme,
  WaitGoal,
  WebhookEndpoint,
  WebhookForm,
} from './public-types.ts'
import type { ScenarioKey } from './scenario-key.ts'
import type { Duration, Instant } from './units.ts'

/** A webhook endpoint to add. */
export interface AddEndpoint {
  /** An http or https URL of at most 2000 characters. */
  url: string
  /** Signing secret, 1 to 500 characters; by default the one that the emulator was started with. */
  secret?: string | undefined
  /** Event types to send; by default all that the form has. */
  events?: EventType[] | undefined
  /** Form of the bodies; by default the one that the emulator was started with. `v3` has charges and transfers only. */
  form?: WebhookForm | undefined
  /**
   * How deliveries are signed; by default as the emulator was started with, else `hmac-sha256`, and `secret` for the form
   * `v3`.
   */
  signature?: SignatureScheme | undefined
  /** Name of the signature header; by default the one that the emulator was started with. */
  header?: string | undefined
  /** Extra headers sent with each delivery. */
  headers?: Record<string, string> | undefined
}

/** Which events to list; all by default. */
export interface EventFilter<T extends EventType = EventType> {
  /** Name of the event; the entries are then typed by it. */
  type?: T | undefined
  /** Reference of the charge or transfer that the event is about, in full. */
  reference?: string | undefined
  /** Only events that have reached this state. */
  until?: WaitGoal | undefined
  /** Only events created after the event with this id, or at or after this instant of the world's clock. */
  since?: Instant | undefined
  /** The most entries returned, 1 to 1000; 100 by default. */
  limit?: number | undefined
}

/** What an event that is created by hand contains. */
export interface SendOptions {
  /** The payload; by default the newest resource of the kind, or a sample if there is none. */
  data?: Record<string, unknown> | undefined
  /** Id of the resource that the event is about; its current state becomes the payload. */
  id?: string | undefined
  /** The same by the reference of the resource; the newest, if there are several. */
  reference?: string | undefined
  /** Scenario key for the delivery, such as `webhook:duplicate`. */
  scenario?: ScenarioKey | undefined
}

/** Which deliveries to list; all by default. */
export interface DeliveryFilter {
  /** How far they are. */
  status?: DeliveryStatus | undefined
  /** Only deliveries of the event with this id. */
  eventId?: string | undefined
  /** The most entries returned, 1 to 1000; 100 by default. */
  limit?: number | undefined
}

/** What to change when a delivery is sent again; all as it was by default. */
export interface RedeliverOptions {
  /** The body, byte for byte, at most 100000 characters; it is signed unless `signature` says otherwise. */
  body?: string | undefined
  /** `unchanged` is the signature of the body before it was changed. */
  signature?: SignatureEdit | undefined
  /** The secret to sign with, instead of that of the endpoint. */
  secret?: string | undefined
  /** How old the timestamps in body and signature are, such as `10m`. */
  staleBy?: Duration | undefined
  /** Whether only the first half of the body is sent. */
  truncated?: boolean | undefined
}

/** The webhooks of a world. Methods that take an id reject with an EmulatorError (404) if it is unknown. */
export interface Webhooks {
  /** The endpoints that events are delivered to. */
  endpoints: {
    /** All endpoints, oldest first. */
    list(): Promise<WebhookEndpoint[]>
    /** Adds an endpoint. Text is its URL; everything else is then the default. */
    add(endpoint: AddEndpoint | string): Promise<WebhookEndpoint>
    /** Removes one endpoint, or all; resolves to the number removed. */
    remove(id?: string): Promise<number>
  }
  /** The events that match, newest first. */
  events<T extends EventType = EventType>(filter?: EventFilter<T>): Promise<EventEntry<T>[]>
  /** Creates an event and delivers it to every subscribed endpoint, after the usual delay. */
  send<T extends EventType>(type: T, options?: SendOptions): Promise<EventEntry<T>>
  /** The deliveries that match, newest first, with every attempt. */
  deliveries(filter?: DeliveryFilter): Promise<Delivery[]>
  /**
   * Redelivers now and waits for the outcome: with the same id and bytes, or as `options` change it. An attempt that was
   * changed does not count for the delivery. Rejects with an EmulatorError (429) after 100 attempts.
   */
  redeliver(id: string, options?: RedeliverOptions): Promise<Delivery>
  /** Whether deliveries are held. */
  held(): Promise<Held>
  /** Holds every delivery that falls due, until `release`. */
  hold(): Promise<Held>
  /** Releases the held deliveries in due order and waits for their outcome; resolves to the number released. */
  release(): Promise<number>
}
