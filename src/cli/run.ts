import { writeFile } from 'node:fs/promises'
import {
  ConfigError,
  clientVariables,
  environmentName,
  readConfig,
  unknownVariables,
} from '../config/config.ts'
import { parseLine } from '../config/flags.ts'
import { integer, list, mappedHost, webUrl } from '../config/parse.ts'
import { version } from '../emulator/version.ts'
import type { Report } from '../wire/report.ts'
import type { CommandEnvironment } from './flags.ts'
import { ofEmulator, runFlags, withUrl } from './run-flags.ts'

const usage =
  'use: payment-emulator run --map HOST [--map HOST …] [--world NAME] [--report FILE] [--record FILE.har] [--offline] -- COMMAND'

type Values = {
  [F in keyof typeof runFlags]?: (typeof runFlags)[F] extends { takes: string } ? string : true
}

/** Executes a command whose requests to mapped hosts reach an emulator; the exit code is that of the command. */
export async function run(args: readonly string[], context: CommandEnvironment): Promise<number> {
  const { environment, error } = context
  const end = args.indexOf('--')
  if (end < 0)
    throw new ConfigError(`the command is missing: write it after "--", as in "-- npm test"; ${usage}`)
  const command = args.slice(end + 1)
  if (command.length === 0) throw new ConfigError(`there is no command after "--"; ${usage}`)
  const { values, positionals } = parseLine(args.slice(0, end), runFlags, usage)
  if (positionals.length > 0)
    throw new ConfigError(`"${positionals[0]}" is not a flag, and the command belongs after "--"; ${usage}`)
  const flags = values as Values
  const hosts = checked('map', flags.map ?? '', list(mappedHost))
  if (hosts.length === 0)
    throw new ConfigError(`--map is missing: which host does the command call? ${usage}`)
  for (const line of unknownVariables(environment)) error(`payment-emulator: ${line}`)
  const given = optionsOf(flags, environment)
  const names = Object.keys(ofEmulator)
  const { report, settings } = readConfig(
    Object.entries(flags).flatMap(([name, value]) => (names.includes(name) ? `--${name}=${value}` : [])),
    Object.fromEntries(names.map(environmentName).map((name) => [name, environment[name]])),
  )
  const files = await import('../node/report-file.ts')
  if (report !== undefined) await files.checkTargetFile('--report', report)
  if (flags.record !== undefined) await files.checkTargetFile('--record', flags.record)
  const [, world] = /\/w\/([^/]+)\/?$/.exec(flags.url ?? '') ?? []

  const { run: execute } = await import('../run/run.ts')
  const result = await execute({
    command,
    hosts,
    world: flags.world ?? world ?? (environment[clientVariables.world] || 'default'),
    url: urlOf(flags),
    port: flags.port === undefined ? 0 : checked('port', flags.port, integer(0, 65_535)),
    emulatorOptions: camelCase(given),
    controlToken: settings.controlToken,
    offline: flags.offline === true,
    record: flags.record !== undefined,
    report: report !== undefined,
    environment,
    note: (line) => error(`payment-emulator: ${line}`),
  })
  if (report !== undefined && result.report) await files.writeReportFile(report, result.report as Report)
  if (flags.record !== undefined && result.entries) {
    const { harOf } = await import('../wire/har.ts')
    await writeFile(flags.record, `${JSON.stringify(harOf(result.entries, version), null, 2)}\n`)
  }
  return result.code
}

/** The address of a running emulator. Throws a ConfigError if there are options for one that would be started. */
function urlOf(flags: Values): string | undefined {
  const { url } = flags
  if (url === undefined) return undefined
  const other = Object.keys(flags).find((name) => !withUrl.includes(name))
  if (other !== undefined)
    throw new ConfigError(
      `--${other} configures an emulator that is started, --url uses a running one; use one of the two`,
    )
  return checked('url', url, webUrl)
}

/** The options of the emulator as text, from flags and variables. Where it listens follows from neither. */
function optionsOf(flags: Values, environment: CommandEnvironment['environment']): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name of Object.keys(ofEmulator)) {
    const value = (flags as Record<string, string>)[name] ?? environment[environmentName(name)]
    if (value !== undefined && value !== '') given[name] = value
  }
  return given
}

/** As `createEmulator` takes them; it parses texts as the command line does. */
const camelCase = ({ report: _, ...given }: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replace(/-./g, (part) => part.slice(1).toUpperCase()),
      value,
    ]),
  )

function checked<T>(name: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`--${name} is "${text}", but ${error.message}`)
    throw error
  }
}
