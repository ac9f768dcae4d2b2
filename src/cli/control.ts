import { connect, EmulatorError } from '../client.ts'
import { ConfigError, clientVariables } from '../config/config.ts'
import { parseLine } from '../config/flags.ts'
import { webUrl } from '../config/parse.ts'
import { commands } from './commands.ts'
import { failureLine } from './failure.ts'
import { find } from './find.ts'
import { type CommandEnvironment, type FlagValues, type Live, Result } from './flags.ts'
import { lines, plain } from './print.ts'
import { usageLine, usages } from './usage.ts'

/**
 * Runs a command and returns the exit code: 0 on success, 1 if the emulator refused, did not answer, or a wait timed out.
 * Throws a ConfigError if the command line is wrong.
 */
export async function control(args: readonly string[], around: CommandEnvironment): Promise<number> {
  const name = find(args)
  const { positionals, flags } = parse(name, args.slice(name.split(' ').length))
  const command = commands[name]
  if (command === undefined) throw new Error(`the command ${name} is not implemented`)
  const live: Live = {
    out: around.out,
    error: around.error,
    paint: around.paint ?? plain,
    controlToken: controlTokenOf(flags, around),
    stopped: () => around.stopped ?? untilStopped(),
  }
  try {
    const answer = await command.run(emulatorOf(flags, around), positionals, flags, around.environment, live)
    if (answer === undefined) return 0
    const { people, failed, ...result } = answer instanceof Result ? answer : new Result(answer, {})
    if (flags.json) around.out(JSON.stringify(result.answer, null, 2))
    else for (const line of lines(people, command.columns, around.paint ?? plain)) around.out(line)
    return failed ? 1 : 0
  } catch (error) {
    if (!(error instanceof EmulatorError)) throw error
    const { message, status, body } = error
    around.error(failureLine(message, flags.json, { status, body }))
    return 1
  }
}

/** The emulator that flags or variables name. An empty variable counts as unset, because compose files pass those on. */
function emulatorOf(flags: FlagValues, { environment }: CommandEnvironment) {
  const variable = (name: string): string | undefined => environment[name] || undefined
  const url =
    flags.url ?? variable(clientVariables.url) ?? `http://localhost:${variable('EMULATOR_PORT') ?? 4290}`
  try {
    return connect(webUrl(url), {
      world: flags.world ?? variable(clientVariables.world),
      controlToken: controlTokenOf(flags, { environment }),
    })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(
      `${flags.url === undefined ? clientVariables.url : '--url'} is "${url}", but ${error.message}`,
    )
  }
}

const controlTokenOf = (
  flags: FlagValues,
  { environment }: Pick<CommandEnvironment, 'environment'>,
): string | undefined => flags['control-token'] ?? (environment['EMULATOR_CONTROL_TOKEN'] || undefined)

/** Aborts with the first SIGINT or SIGTERM, or when standard output is closed; a second signal ends the process. */
function untilStopped(): AbortSignal {
  const controller = new AbortController()
  const stop = (): void => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    process.stdout.off('error', stop)
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  process.stdout.on('error', stop)
  return controller.signal
}

/** Parses the arguments after the command name. Throws a ConfigError if the command does not accept them. */
function parse(name: string, rest: readonly string[]): { positionals: string[]; flags: FlagValues } {
  const { takes = [], own, common } = usages.get(name) ?? {}
  const usage = `use: ${usageLine(name)}`
  const { values, positionals } = parseLine(rest, { ...own, ...common }, usage)
  const needed = takes.filter((word) => !word.startsWith('['))
  if (positionals.length < needed.length)
    throw new ConfigError(`${needed[positionals.length]} is missing; ${usage}`)
  if (positionals.length > takes.length)
    throw new ConfigError(`"${positionals[takes.length]}" is one argument too many; ${usage}`)
  return { positionals, flags: values as FlagValues }
}
