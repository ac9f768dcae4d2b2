import type { ProgramClock, ReplayedResponses, TargetRule, UnknownKeyMode } from '../domain/kernel/enums.ts'
import type { SignatureScheme, WebhookForm } from './public-types.ts'
import type { FetchFunction } from './types.ts'
import type { Duration, Instant } from './units.ts'

export type { ProgramClock, ReplayedResponses, TargetRule, UnknownKeyMode } from '../domain/kernel/enums.ts'

/** How to reach a running emulator. */
export interface ConnectOptions {
  /** Name of the world; by default the world in the address (`http://localhost:4290/w/{world}`), else `default`. */
  world?: string | undefined
  /** The control token, if the emulator was started with --control-token. */
  controlToken?: string | undefined
  /** Used instead of the global `fetch`. */
  fetch?: FetchFunction | undefined
}

/** The options of the command `payment-emulator` in camelCase; `payment-emulator --help` lists their defaults. */
export interface EmulatorOptions {
  /** Folders of scenario files, merged over the built-in ones. In process they are read once; nothing watches them. */
  scenarios?: string | string[] | undefined
  /** Folders of fixture files, merged over the built-in ones. */
  fixtures?: string | string[] | undefined
  /** Seed of ids and other random values; a random one by default. */
  seed?: string | undefined
  /** Every world starts frozen at this time; by default clocks are live and start at the real time. */
  clock?: Instant | undefined
  /**
   * Which clock tokens and webhook timestamps follow. `world` by default; `real` keeps tokens valid and signatures fresh
   * for a program whose own clock stays where it is while the world's is advanced.
   */
  programClock?: ProgramClock | undefined
  /** Lifetime of access tokens on the program clock: whole seconds, from 1 second to 24 hours; 600 seconds by default. */
  tokenLifetime?: Duration | undefined
  /** Which answers a repeated idempotency key gets again; `success` by default, `all` includes refusals and failures. */
  idempotencyReplays?: ReplayedResponses | undefined
  /** What an unknown scenario key does: `refuse` (default) answers 400, `pending` leaves the charge pending forever. */
  unknownScenario?: UnknownKeyMode | undefined
  /** URL of a webhook endpoint that every world starts with; none by default. */
  webhookUrl?: string | undefined
  /** Form of webhook bodies: that of the charge interface, or that of v3; `charge` by default. */
  webhookForm?: WebhookForm | undefined
  /** Signing secret of webhook endpoints that set none; `payment-emulator --help` shows the default. */
  webhookSecret?: string | undefined
  /** How webhooks are signed; `hmac-sha256` by default, and `secret` for the form `v3`. */
  webhookSignature?: SignatureScheme | undefined
  /** Name of the signature header; `X-Webhook-Signature`, or as the vocabulary of the fixtures says, by default. */
  webhookHeader?: string | undefined
  /** Delay from an event to the first attempt, on the world's clock; 1 second by default. */
  webhookDelay?: Duration | undefined
  /** Delays before the retries, on the world's clock, at most 20; 5, 30 and 300 seconds by default. */
  webhookRetries?: Duration[] | undefined
  /** How long a webhook endpoint may take to answer, in real time; 10 seconds by default. */
  webhookTimeout?: Duration | undefined
  /** Where webhooks may go: `any` address (default), or `private`: loopback and private addresses only. */
  webhookAllow?: TargetRule | undefined
  /** Requests stored in the journal of a world, 0 to 10,000,000; 10,000 by default. Older ones are dropped. */
  journalLimit?: number | undefined
  /** The most worlds at a time, 1 to 10,000,000; 10,000 by default. */
  maxWorlds?: number | undefined
  /** Largest request body in bytes, 1 KiB to 1 GiB; 1 MiB by default. */
  maxBodyBytes?: number | undefined
  /** Largest request line and headers together, in bytes, 1 KiB to 1 MiB; 16 KiB by default. Applies to `listen` only. */
  maxHeaderBytes?: number | undefined
  /** The most simultaneous connections, 1 to 1,000,000; 10,000 by default. Applies to `listen` only. */
  maxConnections?: number | undefined
  /** How long a request may take to arrive, in real time; 60 seconds by default. Applies to `listen` only. */
  requestTimeout?: Duration | undefined
  /** Bearer token that the control interface requires; open by default. */
  controlToken?: string | undefined
  /** Additional host names on which the control interface answers; `*.NAME` matches every name below it. */
  allowHosts?: string[] | undefined
  /** Base URL of links in answers, such as payer pages; by default the address that the request was sent to. */
  publicUrl?: string | undefined
}
