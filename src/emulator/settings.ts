import type {
  KeptAnswers,
  ProgramClock,
  SignatureScheme,
  UnknownKeyMode,
  WebhookForm,
} from '../domain/kernel/enums.ts'
import { bounds } from '../domain/kernel/values.ts'
import { formSignatures } from '../domain/webhook/forms.ts'

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
  webhookForm: WebhookForm
  webhookSecret: string
  /** Undefined: as is usual for the form of the endpoint. */
  webhookSignature: SignatureScheme | undefined
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
  webhookForm: 'charge',
  webhookSecret: 'whsec_ZW11bGF0b3Itd2ViaG9vay1zZWNyZXQ=',
  webhookSignature: undefined,
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

/** Form and signature of an endpoint that says nothing about them, or nothing but its form. */
export const endpointDefaults = (settings: Settings, form: WebhookForm = settings.webhookForm) => ({
  form,
  secret: settings.webhookSecret,
  signature: settings.webhookSignature ?? formSignatures[form],
  header: settings.webhookHeader,
})
