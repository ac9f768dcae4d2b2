import type { KeptAnswers, TargetRule, UnknownKeyMode } from '../domain/kernel/enums.ts'
import type { SignatureScheme } from './public-types.ts'
import type { FetchFunction } from './types.ts'
import type { Duration, Instant } from './units.ts'

export interface ConnectOptions {
  /** `default`, or what the address says (`http://localhost:4290/w/{world}`), unless given. */
  world?: string | undefined
  /** What the emulator was started with as --control-token. */
  controlToken?: string | undefined
  /** Stands in the place of the global `fetch`. */
  fetch?: FetchFunction | undefined
}

/** The options of the command `payment-emulator`, in camelCase; its help explains each. */
export interface EmulatorOptions {
  /** Folders of scenario files, laid over the built-in ones. */
  scenarios?: string | string[] | undefined
  /** Folders of fixture files, laid over the built-in ones. */
  fixtures?: string | string[] | undefined
  seed?: string | undefined
  /** Every world begins at this time, its clock frozen. */
  clock?: Instant | undefined
  /** How long an access token lives, by the world's clock: whole seconds, up to 24 hours. */
  tokenLifetime?: Duration | undefined
  /** `all`: a repeated idempotency key gets refused and failed answers again, too. */
  idempotencyKeeps?: KeptAnswers | undefined
  unknownScenario?: UnknownKeyMode | undefined
  /** Endpoint that every world sends its webhooks to. */
  webhookUrl?: string | undefined
  webhookSecret?: string | undefined
  webhookSignature?: SignatureScheme | undefined
  webhookHeader?: string | undefined
  webhookDelay?: Duration | undefined
  /** Delays of the retries. */
  webhookRetries?: Duration[] | undefined
  /** Real time that a receiver has. */
  webhookTimeout?: Duration | undefined
  /** `private`: webhooks go to loopback and private addresses only. */
  webhookAllow?: TargetRule | undefined
  journalLimit?: number | undefined
  maxWorlds?: number | undefined
  maxBodyBytes?: number | undefined
  maxHeaderBytes?: number | undefined
  maxConnections?: number | undefined
  /** Real time that a request may take to arrive. */
  requestTimeout?: Duration | undefined
  controlToken?: string | undefined
  /** Further host names under which the control interface answers. */
  allowHosts?: string[] | undefined
  publicUrl?: string | undefined
}
