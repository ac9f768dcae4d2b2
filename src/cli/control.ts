import { parseArgs } from 'node:util'
import { connect, EmulatorError } from '../client.ts'
import { ConfigError } from '../config.ts'
import { commands } from './commands.ts'
import { type Command, commonFlags, type FlagName, type FlagValues, flags, flagUsage } from './flags.ts'
import { lines } from './print.ts'

/** Where a command's words go, and what it knows of its surroundings. */
export interface Surroundings {
  environment: Record<string, string | undefined>
  out(line: string): void
  error(line: string): void
}

/**
 * Runs one command for a running emulator; the exit code: 0 when it did, 1 when the emulator refused, did not answer, or
 * what was waited for did not come. Throws a ConfigError where the command line is wrong.
 */
export async function control(args: readonly string[], around: Surroundings): Promise<number> {
  const { name, command, rest } = find(args)
  const { values, positionals } = parse(name, command, rest)
  const { environment } = around
  const emulator = connect(
    values.url ?? (environment['EMULATOR_URL'] || `http://localhost:${environment['EMULATOR_PORT'] || 4290}`),
    {
      // An empty variable is an unset one: a compose file passes those on.
      world: values.world ?? (environment['EMULATOR_WORLD'] || undefined),
      controlToken: values['control-token'] ?? (environment['EMULATOR_CONTROL_TOKEN'] || undefined),
    },
  )
  try {
    const answer = await command.run(emulator, positionals, values)
    if (values.json) around.out(typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2))
    else for (const line of lines(answer, command.columns)) around.out(line)
    return 0
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    around.error(`payment-emulator: ${error.message}`)
    return 1
  }
}

/** The command of two words, or of one. */
function find(args: readonly string[]): { name: string; command: Command; rest: readonly string[] } {
  const words = args.slice(0, args.findIndex((arg) => arg.startsWith('-')) >>> 0)
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = words.length >= length ? commands[name] : undefined
    if (command) return { name, command, rest: args.slice(length) }
  }
  const group = Object.keys(commands).filter((name) => name.split(' ')[0] === words[0])
  throw new ConfigError(
    group.length > 0
      ? `"${words.slice(0, 2).join(' ')}" is no command; there are: ${group.join(', ')}`
      : `"${words[0] ?? ''}" is no command; see payment-emulator --help`,
  )
}

function parse(name: string, command: Command, rest: readonly string[]) {
  const known: readonly FlagName[] = [...commonFlags, ...(command.flags ?? [])]
  const takes = command.takes?.split(' ') ?? []
  const usage = `use: payment-emulator ${[name, ...takes, ...known.slice(commonFlags.length).map(flagUsage)].join(' ')}`
  const options = Object.fromEntries(
    known.map((flag) => [
      flag,
      { type: 'takes' in flags[flag] ? ('string' as const) : ('boolean' as const) },
    ]),
  )
  let parsed: { values: object; positionals: string[] }
  try {
    parsed = parseArgs({ args: [...rest], options, strict: true, allowPositionals: true })
  } catch (error) {
    // Node's advice on values that begin with a hyphen helps nobody here.
    const reason = String(error instanceof Error ? error.message : error).replace(/\. To specify .*$/s, '')
    throw new ConfigError(`${reason}; ${usage}`)
  }
  const { positionals } = parsed
  const needed = takes.filter((word) => !word.startsWith('['))
  if (positionals.length < needed.length)
    throw new ConfigError(`${needed[positionals.length]} is missing; ${usage}`)
  if (positionals.length > takes.length)
    throw new ConfigError(`"${positionals[takes.length]}" is too much; ${usage}`)
  return { values: parsed.values as FlagValues, positionals }
}
