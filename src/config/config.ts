import { contractWords } from '../domain/fixtures/vocabulary.ts'
import type { TargetRule } from '../domain/kernel/enums.ts'
import { didYouMean } from '../domain/kernel/nearest.ts'
import { secretProblem } from '../domain/webhook/events.ts'
import { defaultSettings, endpointDefaults, type Settings } from '../emulator/settings.ts'
import { parseLine } from './flags.ts'
import { defaultLimits, type ServerLimits } from './limits.ts'
import { type Option, options, type Values } from './options.ts'
import { ConfigError } from './parse.ts'
import { clientVariables, environmentName, programVariables } from './variables.ts'

export { clientVariables, environmentName, programVariables } from './variables.ts'
export { ConfigError }

/** Where HTTPS is served, and the files of its certificate. */
export interface TlsConfig {
  port: number
  files: { cert: string; key: string } | undefined
}

/** The configuration of the process. */
export interface Config {
  host: string
  port: number
  /** HTTPS beside HTTP: with the certificate and the key of these files, or with one that is made. */
  tls: TlsConfig | undefined
  scenarioFolders: readonly string[]
  fixtureFolders: readonly string[]
  /** Where deliveries may go. */
  webhookAllow: TargetRule
  limits: ServerLimits
  /** File for the report that is written on exit. */
  report: string | undefined
  settings: Settings
}

/** A warning for each variable with the prefix EMULATOR_ that nothing reads. */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  const known: string[] = [
    ...Object.keys(options).map(environmentName),
    ...Object.values(clientVariables),
    ...Object.values(programVariables),
  ]
  // Without the common prefix, which would make any two names look similar.
  const rest = (name: string): string => name.replace(/^EMULATOR_/, '')
  return Object.keys(environment)
    .filter((name) => name.startsWith('EMULATOR_') && !known.includes(name))
    .map(
      (name) =>
        `the variable ${name} is unknown and ignored${didYouMean(rest(name), known.map(rest), (other) => `EMULATOR_${other}`)}`,
    )
}

/** Flags take precedence over variables, variables over defaults. Throws a ConfigError with the option, its value and the rule. */
export function readConfig(args: readonly string[], environment: Record<string, string | undefined>): Config {
  const flags = parseFlags(args)
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries<Option>(options)) {
    const flag = flags[name]
    const value = flag ?? environment[environmentName(name)]
    if (value === undefined) continue
    if (value === '' && flag === undefined) {
      // An empty variable usually counts as unset, because compose files pass those on.
      if (option.empty === undefined) continue
      throw new ConfigError(
        `${environmentName(name)} is set but empty: ${option.empty}; unset it or set a value`,
      )
    }
    try {
      values[name] = option.parse(value)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const source = flag === undefined ? environmentName(name) : `--${name}`
      throw new ConfigError(`${source} is "${value}", but ${error.message}`)
    }
  }
  const config = toConfig(values as Values)
  const problem = secretProblem(
    endpointDefaults(config.settings, contractWords).signature,
    config.settings.webhookSecret,
  )
  if (problem) throw new ConfigError(`--webhook-secret ${problem}`)
  return config
}

function parseFlags(args: readonly string[]): Record<string, string | undefined> {
  const usage = 'see payment-emulator --help'
  const { values, positionals } = parseLine(args, options, usage)
  if (positionals.length > 0)
    throw new ConfigError(`"${positionals[0]}" is not an option: the server takes options only; ${usage}`)
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function tlsConfig(values: Values): TlsConfig | undefined {
  const { 'tls-cert': cert, 'tls-key': key, 'tls-port': port = 4293 } = values
  const names = ['tls-cert', 'tls-key', 'tls-port'] as const
  const given = names.find((name) => values[name] !== undefined)
  if (!values.tls) {
    if (given !== undefined) throw new ConfigError(`--${given} needs --tls, which serves HTTPS`)
    return undefined
  }
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError('--tls-cert and --tls-key belong together; without both, a certificate is made')
  return { port, files: cert === undefined || key === undefined ? undefined : { cert, key } }
}

function toConfig(values: Values): Config {
  const d = defaultSettings
  return {
    host: values.host ?? '127.0.0.1',
    port: values.port ?? 4290,
    tls: tlsConfig(values),
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
      programClock: values['program-clock'] ?? d.programClock,
      tokenLifetimeMs: values['token-lifetime'] ?? d.tokenLifetimeMs,
      idempotencyReplays: values['idempotency-replays'] ?? d.idempotencyReplays,
      unknownScenario: values['unknown-scenario'] ?? d.unknownScenario,
      webhookUrl: values['webhook-url'] ?? d.webhookUrl,
      webhookForm: values['webhook-form'] ?? d.webhookForm,
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
