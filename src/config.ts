import { parseArgs } from 'node:util'
import { options, type Values } from './config/options.ts'
import { ConfigError } from './config/parse.ts'
import { secretProblem } from './domain/events.ts'
import { defaultLimits, type ServerLimits } from './listen.ts'
import type { TargetRule } from './node/targets.ts'
import { defaultSettings, type Settings } from './settings.ts'

export { ConfigError }

/** What the process is started with. */
export interface Config {
  host: string
  port: number
  scenarioFolders: readonly string[]
  fixtureFolders: readonly string[]
  /** Where deliveries may go. */
  webhookAllow: TargetRule
  limits: ServerLimits
  /** The file of the report that is written at the end. */
  report: string | undefined
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
  const config = toConfig(values as Values)
  const problem = secretProblem(config.settings.webhookSignature, config.settings.webhookSecret)
  if (problem) throw new ConfigError(`--webhook-secret ${problem}`)
  return config
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
    webhookAllow: values['webhook-allow'] ?? 'any',
    limits: {
      maxConnections: values['max-connections'] ?? defaultLimits.maxConnections,
      requestTimeoutMs: values['request-timeout'] ?? defaultLimits.requestTimeoutMs,
      maxHeaderBytes: values['max-header-bytes'] ?? defaultLimits.maxHeaderBytes,
    },
    report: values.report,
    settings: {
      seed: values.seed ?? d.seed,
      clock: values.clock ?? d.clock,
      tokenLifetimeMs: values['token-lifetime'] ?? d.tokenLifetimeMs,
      idempotencyKeeps: values['idempotency-keeps'] ?? d.idempotencyKeeps,
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
      allowHosts: values['allow-hosts'] ?? d.allowHosts,
      publicUrl: values['public-url'] ?? d.publicUrl,
    },
  }
}

/** The options as lines of a help text. */
export const optionHelp = (): string =>
  Object.entries(options)
    .map(([name, { takes, help }]) => `  ${`--${name} ${takes}`.padEnd(42)} ${help}`)
    .join('\n')
