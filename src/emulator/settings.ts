import type { Vocabulary } from '../domain/fixtures/vocabulary.ts'
import type {
  ProgramClock,
  ReplayedResponses,
  SignatureScheme,
  UnknownKeyMode,
  WebhookForm,
} from '../domain/kernel/enums.ts'
import { bounds } from '../domain/kernel/values.ts'
import { formSignatures } from '../domain/webhook/forms.ts'

/** The configuration of an emulator apart from scenarios and fixtures. Names of limits and delays contain their units. */
export interface Settings {
  /** Undefined: a new one at each start. */
  seed: string | undefined
  /** Every world starts at this instant with a frozen clock; undefined: live, at the real time. Milliseconds. */
  clock: number | undefined
  /** Which clock tokens and webhook timestamps follow. */
  programClock: ProgramClock
  /** How long an access token lives, by the program clock; whole seconds. */
  tokenLifetimeMs: number
  idempotencyReplays: ReplayedResponses
  unknownScenario: UnknownKeyMode
  /** The webhook endpoint that every world starts with. */
  webhookUrl: string | undefined
  webhookForm: WebhookForm
  webhookSecret: string
  /** Undefined: the default for the form of the endpoint. */
  webhookSignature: SignatureScheme | undefined
  /** Undefined: that of the vocabulary. */
  webhookHeader: string | undefined
  webhookDelayMs: number
  webhookRetryDelaysMs: readonly number[]
  webhookTimeoutMs: number
  /** The most requests in each world's journal. */
  journalLimit: number
  maxWorlds: number
  maxBodyBytes: number
  /** Without it the control interface is open. */
  controlToken: string | undefined
  /** Further host names under which the control interface answers; `*.` matches every subdomain. */
  allowHosts: readonly string[]
  /** Origin of links in answers; undefined: the origin that the request was sent to. */
  publicUrl: string | undefined
}

export const defaultSettings: Settings = {
  seed: undefined,
  clock: undefined,
  programClock: 'world',
  tokenLifetimeMs: bounds.tokenLifetime * 1000,
  idempotencyReplays: 'success',
  unknownScenario: 'refuse',
  webhookUrl: undefined,
  webhookForm: 'charge',
  webhookSecret: 'whsec_ZW11bGF0b3Itd2ViaG9vay1zZWNyZXQ=',
  webhookSignature: undefined,
  webhookHeader: undefined,
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

/** Defaults for an endpoint that sets neither form nor signature, or only its form. */
export const endpointDefaults = (
  settings: Settings,
  vocabulary: Pick<Vocabulary, 'webhookHeader'>,
  form: WebhookForm = settings.webhookForm,
) => ({
  form,
  secret: settings.webhookSecret,
  signature: settings.webhookSignature ?? formSignatures[form],
  header: settings.webhookHeader ?? vocabulary.webhookHeader,
})
