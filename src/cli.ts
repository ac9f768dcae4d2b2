import { ConfigError, readConfig } from './config.ts'
import { serve } from './serve.ts'
import { version } from './version.ts'

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
  if (args.includes('--help') || args[0] === 'help') return print((await import('./cli-help.ts')).helpText())
  if (args.includes('--version')) return print(`${version}\n`)
  const [name = '', ...rest] = args
  if (name === '' || name.startsWith('-')) return serve(readConfig(args, process.env))
  if (name === 'healthcheck') return healthcheck(rest)
  if (name === 'scenarios' && ['list', 'explain', 'validate'].includes(rest[0] ?? ''))
    return (await import('./cli-scenarios.ts')).scenarios(rest)
  return (await import('./cli-control.ts')).control(args, {
    environment: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    error: (line) => process.stderr.write(`${line}\n`),
  })
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
