import { connect, EmulatorError } from '../client.ts'
import { ConfigError, clientVariables } from '../config/config.ts'
import { parseLine } from '../config/flags.ts'
import { webUrl } from '../config/parse.ts'
import { commands } from './commands.ts'
import { find } from './find.ts'
import { type FlagValues, Result, type Surroundings } from './flags.ts'
import { lines, plain } from './print.ts'
import { usageLine, usages } from './usage.ts'

/**
 * Runs one command; the exit code: 0 when it did, 1 when the emulator refused, did not answer, or what was waited for did
 * not come. Throws a ConfigError where the command line is wrong.
 */
export async function control(args: readonly string[], around: Surroundings): Promise<number> {
  const name = find(args)
  const { positionals, flags } = parse(name, args.slice(name.split(' ').length))
  const command = commands[name]
  if (command === undefined) throw new Error(`${name} has nothing to run`)
  try {
    const answer = await command.run(emulatorOf(flags, around), positionals, flags, around.environment)
    const { people, failed, ...result } = answer instanceof Result ? answer : new Result(answer, {})
    if (flags.json)
      around.out(typeof result.answer === 'string' ? result.answer : JSON.stringify(result.answer, null, 2))
    else for (const line of lines(people, command.columns, around.paint ?? plain)) around.out(line)
    return failed ? 1 : 0
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    around.error(`payment-emulator: ${error.message}`)
    return 1
  }
}

/** The emulator that flags and variables name. An empty variable is an unset one: a compose file passes those on. */
function emulatorOf(flags: FlagValues, { environment }: Surroundings) {
  const variable = (name: string): string | undefined => environment[name] || undefined
  const url =
    flags.url ?? variable(clientVariables.url) ?? `http://localhost:${variable('EMULATOR_PORT') ?? 4290}`
  try {
    return connect(webUrl(url), {
      world: flags.world ?? variable(clientVariables.world),
      controlToken: flags['control-token'] ?? variable('EMULATOR_CONTROL_TOKEN'),
    })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(
      `${flags.url === undefined ? clientVariables.url : '--url'} is "${url}", but ${error.message}`,
    )
  }
}

/** The rest of a command line, checked against what the command takes. */
function parse(name: string, rest: readonly string[]): { positionals: string[]; flags: FlagValues } {
  const { takes = [], own, common } = usages.get(name) ?? {}
  const usage = `use: ${usageLine(name)}`
  const { values, positionals } = parseLine(rest, { ...own, ...common }, usage)
  const needed = takes.filter((word) => !word.startsWith('['))
  if (positionals.length < needed.length)
    throw new ConfigError(`${needed[positionals.length]} is missing; ${usage}`)
  if (positionals.length > takes.length)
    throw new ConfigError(`"${positionals[takes.length]}" is too much; ${usage}`)
  return { positionals, flags: values as FlagValues }
}
