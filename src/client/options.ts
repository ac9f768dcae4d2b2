import type { KeptAnswers, ProgramClock, TargetRule, UnknownKeyMode } from '../domain/kernel/enums.ts'
import type { SignatureScheme } from './public-types.ts'
import type { FetchFunction } from './types.ts'
import type { Duration, Instant } from './units.ts'

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
  /** Folders of scenario files, merged over the built-in ones. */
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
  /** `all`: a repeated idempotency key gets refused and failed answers again, too. */
  idempotencyKeeps?: KeptAnswers | undefined
  unknownScenario?: UnknownKeyMode | undefined
  /** Endpoint that every world sends its webhooks to. */
  webhookUrl?: string | undefined
  /** Signing secret of webhook endpoints without one of their own. */
  webhookSecret?: string | undefined
  /** How webhooks are signed; `hmac-sha256` by default. */
  webhookSignature?: SignatureScheme | undefined
  /** Name of the signature header; `X-Webhook-Signature` by default. */
  webhookHeader?: string | undefined
  /** From an event to the first attempt, on the world's clock; 1 second by default. */
  webhookDelay?: Duration | undefined
  /** Delays before the retries, on the world's clock, at most 20; 5, 30 and 300 seconds by default. */
  webhookRetries?: Duration[] | undefined
  /** How long a webhook endpoint may take to answer, in real time; 10 seconds by default. */
  webhookTimeout?: Duration | undefined
  /** `private`: webhooks go to loopback and private addresses only. */
  webhookAllow?: TargetRule | undefined
  journalLimit?: number | undefined
  /** The most worlds at a time; 10,000 by default. */
  maxWorlds?: number | undefined
  /** Largest request body in bytes; 1 MiB by default. */
  maxBodyBytes?: number | undefined
  /** Largest request line and headers together, in bytes; 16 KiB by default. Applies to `listen` only. */
  maxHeaderBytes?: number | undefined
  /** The most simultaneous connections; 10,000 by default. Applies to `listen` only. */
  maxConnections?: number | undefined
  /** How long a request may take to arrive, in real time; 60 seconds by default. Applies to `listen` only. */
  requestTimeout?: Duration | undefined
  /** Bearer token that the control interface requires; open by default. */
  controlToken?: string | undefined
  /** Additional host names on which the control interface answers; `*.NAME` matches every name below it. */
  allowHosts?: string[] | undefined
  /** Address at which payers reach the emulator. */
  publicUrl?: string | undefined
}
