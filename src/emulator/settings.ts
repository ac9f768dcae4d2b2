import type { KeptAnswers, ProgramClock, SignatureScheme, UnknownKeyMode } from '../domain/kernel/enums.ts'
import { bounds } from '../domain/kernel/values.ts'

/** What an emulator is started with, apart from scenarios and fixtures; every limit and delay with its unit. */
export interface Settings {
  /** Undefined: a new one for each start. */
  seed: string | undefined
  /** Every world begins at this instant with a frozen clock; undefined: live, at the real time. Milliseconds. */
  clock: number | undefined
  /** Which clock tokens and webhook timestamps follow. */
  programClock: ProgramClock
  /** How long an access token lives, by the program clock; whole seconds. */
  tokenLifetimeMs: number
  idempotencyKeeps: KeptAnswers
  unknownScenario: UnknownKeyMode
  /** The endpoint that every world has from its start. */
  webhookUrl: string | undefined
  webhookSecret: string
  webhookSignature: SignatureScheme
  webhookHeader: string
  webhookDelayMs: number
  webhookRetryDelaysMs: readonly number[]
  webhookTimeoutMs: number
  /** Requests that each world's journal keeps. */
  journalLimit: number
  maxWorlds: number
  maxBodyBytes: number
  /** Without it the control interface is open. */
  controlToken: string | undefined
  /** Further host names under which the control interface answers; `*.` matches every subdomain. */
  allowHosts: readonly string[]
  /** Origin under which payers reach the emulator; undefined: the one that the request came to. */
  publicUrl: string | undefined
}

export const defaultSettings: Settings = {
  seed: undefined,
  clock: undefined,
  programClock: 'world',
  tokenLifetimeMs: bounds.tokenLifetime * 1000,
  idempotencyKeeps: 'success',
  unknownScenario: 'refuse',
  webhookUrl: undefined,
  webhookSecret: 'whsec_ZW11bGF0b3Itd2ViaG9vay1zZWNyZXQ=',
  webhookSignature: 'hmac-sha256',
  webhookHeader: 'X-Webhook-Signature',
  webhookDelayMs: 1000,
  webhookRetryDelaysMs: [5000, 30_000, 300_000],
  webhookTimeoutMs: 10_000,
  journalLimit: 10_000,
  maxWorlds: 10_000,
  maxBodyBytes: 1_048_576,
  controlToken: undefined,
  allowHosts: [],
  publicUrl: undefined,
}
