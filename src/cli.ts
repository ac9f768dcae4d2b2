import { ConfigError, optionHelp, readConfig } from './config.ts'
import { serve } from './serve.ts'
import { version } from './version.ts'

const help = (): string => `payment-emulator ${version}: an in-memory emulator of a payment service

payment-emulator [OPTIONS]                 serve until SIGTERM
payment-emulator healthcheck [OPTIONS]     exit 0 when the emulator of these options answers
payment-emulator scenarios list            the built-in scenario keys, and those of --scenarios
payment-emulator scenarios explain KEY     what a key does, step by step
payment-emulator scenarios validate DIR    check scenario files

Options, each also as an environment variable (--webhook-url is EMULATOR_WEBHOOK_URL):
${optionHelp()}
  --help                                     this text
  --version                                  the version
`

/** Runs one command line; what went wrong goes to standard error, and into the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await command(args)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`payment-emulator: ${error.message}\n`)
    process.exitCode = 2
  }
}

async function command(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args[0] === 'help') return print(help())
  if (args.includes('--version')) return print(`${version}\n`)
  const [name = '', ...rest] = args
  if (name === '' || name.startsWith('-')) return serve(readConfig(args, process.env))
  if (name === 'healthcheck') return healthcheck(rest)
  if (name === 'scenarios') return (await import('./cli-scenarios.ts')).scenarios(rest)
  throw new ConfigError(`"${name}" is no command; see payment-emulator --help`)
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

/** 0 when the emulator answers on the configured port of this machine. */
async function healthcheck(args: readonly string[]): Promise<number> {
  const { host, port } = readConfig(args, process.env)
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host
  try {
    const response = await fetch(`http://${address}:${port}/health`, { signal: AbortSignal.timeout(3000) })
    if (response.ok) return 0
    process.stderr.write(`payment-emulator: health answered ${response.status}\n`)
  } catch (error) {
    process.stderr.write(
      `payment-emulator: no answer at ${address}:${port}: ${error instanceof Error ? error.message : error}\n`,
    )
  }
  return 1
}
