import { parseArgs } from 'node:util'
import { parseDuration } from './domain/duration.ts'
import { type SignatureScheme, signatureSchemes } from './domain/events.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** One way to configure: its flag, what it takes, what it is for. The environment name follows from the flag. */
interface Option {
  takes: string
  help: string
  parse(text: string): unknown
}

/** A value that does not fit; its message names the option and what is allowed. */
export class ConfigError extends Error {}

const text = (value: string): string => {
  if (value === '') throw new ConfigError('must not be empty')
  return value
}

const bearerToken = (value: string): string => {
  if (!/^[\x21-\x7e]+$/.test(value)) throw new ConfigError('must be printable ASCII without spaces')
  return value
}

const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new ConfigError(`must be a whole number from ${min} to ${max}`)
    return number
  }

const oneOf =
  <T extends string>(...allowed: readonly T[]) =>
  (value: string): T => {
    if (!allowed.includes(value as T)) throw new ConfigError(`must be one of: ${allowed.join(', ')}`)
    return value as T
  }

const duration = (value: string): number => {
  const ms = parseDuration(value)
  if (ms === undefined) throw new ConfigError('must be a duration such as "250ms", "30s" or "10m"')
  return ms
}

const list =
  <T>(item: (value: string) => T) =>
  (value: string): T[] =>
    value === '' ? [] : value.split(',').map((part) => item(part.trim()))

const webUrl = (value: string): string => {
  if (!URL.canParse(value) || !/^https?:/.test(value)) throw new ConfigError('must be an http or https URL')
  return value.replace(/\/$/, '')
}

/** Everything that can be configured, once: flags, environment, help and defaults come from here. */
const options = {
  port: { takes: 'NUMBER', help: 'port to listen on; 0 picks a free one (4290)', parse: integer(0, 65_535) },
  host: { takes: 'ADDRESS', help: 'address to listen on (127.0.0.1)', parse: text },
  scenarios: {
    takes: 'DIR,…',
    help: 'folders of scenario files, laid over the built-in ones',
    parse: list(text),
  },
  fixtures: {
    takes: 'DIR,…',
    help: 'folders of fixture files, laid over the built-in ones',
    parse: list(text),
  },
  seed: { takes: 'TEXT', help: 'seed of ids and other random values (a new one each start)', parse: text },
  'unknown-scenario': {
    takes: 'refuse|pending',
    help: 'what an unknown scenario key does (refuse)',
    parse: oneOf('refuse', 'pending'),
  },
  'webhook-url': { takes: 'URL', help: 'endpoint that every world sends its webhooks to', parse: webUrl },
  'webhook-secret': { takes: 'TEXT', help: 'its secret', parse: text },
  'webhook-signature': {
    takes: signatureSchemes.join('|'),
    help: 'how its webhooks are signed (hmac-sha256)',
    parse: oneOf<SignatureScheme>(...signatureSchemes),
  },
  'webhook-header': { takes: 'NAME', help: 'header of the signature (X-Webhook-Signature)', parse: text },
  'webhook-delay': { takes: 'DURATION', help: 'from a fact to the first attempt (1s)', parse: duration },
  'webhook-retries': {
    takes: 'DURATION,…',
    help: 'delays of the retries (5s,30s,300s)',
    parse: list(duration),
  },
  'webhook-timeout': { takes: 'DURATION', help: 'time that a receiver has (10s)', parse: duration },
  'journal-limit': {
    takes: 'NUMBER',
    help: 'requests that the journal of a world keeps (10000)',
    parse: integer(0, 10_000_000),
  },
  'max-worlds': { takes: 'NUMBER', help: 'worlds that may exist (10000)', parse: integer(1, 10_000_000) },
  'max-body-bytes': {
    takes: 'NUMBER',
    help: 'longest request body (1048576)',
    parse: integer(1024, 1_073_741_824),
  },
  'control-token': {
    takes: 'TEXT',
    help: 'bearer token that the control interface asks for',
    parse: bearerToken,
  },
  'public-url': { takes: 'URL', help: 'address under which payers reach the emulator', parse: webUrl },
} as const satisfies Record<string, Option>

type OptionName = keyof typeof options
type Values = { [K in OptionName]?: ReturnType<(typeof options)[K]['parse']> }

/** What the process is started with. */
export interface Config {
  host: string
  port: number
  scenarioFolders: readonly string[]
  fixtureFolders: readonly string[]
  settings: Settings
}

/** The environment variable of an option: `webhook-url` is `EMULATOR_WEBHOOK_URL`. */
export const environmentName = (option: string): string =>
  `EMULATOR_${option.toUpperCase().replaceAll('-', '_')}`

/** Flag over environment over default. Throws a ConfigError that names the option, its value and what is allowed. */
export function readConfig(args: readonly string[], environment: Record<string, string | undefined>): Config {
  const flags = parseFlags(args)
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(options)) {
    const flag = flags[name]
    const value = flag ?? environment[environmentName(name)]
    // An empty variable is an unset one: a compose file passes those on.
    if (value === undefined || (value === '' && flag === undefined)) continue
    try {
      values[name] = option.parse(value)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const source = flag === undefined ? environmentName(name) : `--${name}`
      throw new ConfigError(`${source} is "${value}", but ${error.message}`)
    }
  }
  return toConfig(values as Values)
}

function parseFlags(args: readonly string[]): Record<string, string | undefined> {
  try {
    const spec = Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }]))
    return parseArgs({ args: [...args], options: spec, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error} See payment-emulator --help.`)
  }
}

function toConfig(values: Values): Config {
  const d = defaultSettings
  return {
    host: values.host ?? '127.0.0.1',
    port: values.port ?? 4290,
    scenarioFolders: values.scenarios ?? [],
    fixtureFolders: values.fixtures ?? [],
    settings: {
      seed: values.seed ?? d.seed,
      unknownScenario: values['unknown-scenario'] ?? d.unknownScenario,
      webhookUrl: values['webhook-url'] ?? d.webhookUrl,
      webhookSecret: values['webhook-secret'] ?? d.webhookSecret,
      webhookSignature: values['webhook-signature'] ?? d.webhookSignature,
      webhookHeader: values['webhook-header'] ?? d.webhookHeader,
      webhookDelayMs: values['webhook-delay'] ?? d.webhookDelayMs,
      webhookRetryDelaysMs: values['webhook-retries'] ?? d.webhookRetryDelaysMs,
      webhookTimeoutMs: values['webhook-timeout'] ?? d.webhookTimeoutMs,
      journalLimit: values['journal-limit'] ?? d.journalLimit,
      maxWorlds: values['max-worlds'] ?? d.maxWorlds,
      maxBodyBytes: values['max-body-bytes'] ?? d.maxBodyBytes,
      controlToken: values['control-token'] ?? d.controlToken,
      publicUrl: values['public-url'] ?? d.publicUrl,
    },
  }
}

/** The options as lines of a help text. */
export const optionHelp = (): string =>
  Object.entries(options)
    .map(([name, { takes, help }]) => `  ${`--${name} ${takes}`.padEnd(42)} ${help}`)
    .join('\n')
