import { ConfigError, readConfig, unknownVariables } from '../config/config.ts'
import { version } from '../emulator/version.ts'
import { type ServerEvent, serve } from '../node/serve.ts'
import type { StandaloneCommand } from './usage.ts'

/** Runs a command line. Errors are reported on standard error and by the exit code: 1 for a failure, 2 for wrong usage. */
export async function run(args: readonly string[]): Promise<void> {
  // A reader such as `head` may close the pipe early. That is not an error, and a server keeps running.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  try {
    process.exitCode = await command(args)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const { failureLine } = await import('./failure.ts')
    // After "examine", the flag names a file for the result.
    const asJson = args.includes('--json') && args[0] !== 'examine'
    around.error(failureLine(error.message, asJson))
    process.exitCode = 2
  }
}

async function command(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args
  if (name === 'complete') return complete(rest)
  // What follows "--" belongs to the command that is run.
  const own = args.slice(0, args.indexOf('--') >>> 0)
  if (name === 'help' || own.includes('--help') || own.includes('-h'))
    return help(name === 'help' ? rest : own)
  if (own.includes('--version')) return print(version)
  if (Object.hasOwn(standalone, name)) return standalone[name as StandaloneCommand](rest)
  for (const line of unknownVariables(process.env)) around.error(`payment-emulator: ${line}`)
  if (name === '' || name.startsWith('-')) return serve(readConfig(args, process.env), await announcer())
  const { paintFor } = await import('./colour.ts')
  const paint = paintFor(process.stdout, process.env)
  return (await import('./control.ts')).control(args, { ...around, paint })
}

function print(...lines: readonly string[]): number {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}

const around = {
  environment: process.env,
  out: (line: string): void => void print(line),
  error: (line: string): void => void process.stderr.write(`${line}\n`),
}

/** Runs the commands that are not requests to a running emulator; each is loaded when it runs. */
const standalone: Record<StandaloneCommand, (args: readonly string[]) => Promise<number>> = {
  healthcheck: async (args) => (await import('./healthcheck.ts')).healthcheck(args, around),
  // Deliveries may still be open; nothing waits for them.
  run: async (args) => process.exit(await (await import('./run.ts')).run(args, around)),
  examine: async (args) => (await import('./examine.ts')).examine(args, around),
}

/** Prints events of the server: as text on a terminal, otherwise as lines of JSON. */
async function announcer(): Promise<(event: ServerEvent) => void> {
  if (!process.stdout.isTTY) return (event) => print(JSON.stringify(event))
  const [{ announce }, { paintFor }] = await Promise.all([import('./announce.ts'), import('./colour.ts')])
  const paint = paintFor(process.stdout, process.env)
  return (event) => print(...announce(event, paint))
}

/** Prints the help of a command, or the full help. Throws a ConfigError for an unknown command. */
async function help(args: readonly string[]): Promise<number> {
  const [{ helpOf, helpText }, { find, wordsOf }] = await Promise.all([
    import('./help.ts'),
    import('./find.ts'),
  ])
  const words = wordsOf(args)
  if (words.length > 0) return print((helpOf(words) ?? find(words)).trimEnd())
  const { builtInCredentials } = await import('./credentials.ts')
  return print(helpText(await builtInCredentials()).trimEnd())
}

/** Prints the candidates for the next word, for the scripts of `completion`: the word and, after a tab, its description. */
async function complete(args: readonly string[]): Promise<number> {
  const { candidates } = await import('./completion.ts')
  const found = await candidates(args[0] === '--' ? args.slice(1) : args)
  return print(...found.map(([word, about]) => (about === '' ? word : `${word}\t${about}`)))
}
