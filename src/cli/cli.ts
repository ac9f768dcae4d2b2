import { get } from 'node:http'
import { ConfigError, readConfig } from '../config.ts'
import { serve } from '../serve.ts'
import { version } from '../version.ts'

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
  if (args.includes('--help') || args[0] === 'help') return print((await import('./help.ts')).helpText())
  if (args.includes('--version')) return print(`${version}\n`)
  const [name = '', ...rest] = args
  if (name === '' || name.startsWith('-')) return serve(readConfig(args, process.env))
  if (name === 'healthcheck') return healthcheck(rest)
  if (name === 'scenarios' && ['list', 'explain', 'validate'].includes(rest[0] ?? ''))
    return (await import('./scenarios.ts')).scenarios(rest)
  return (await import('./control.ts')).control(args, {
    environment: process.env,
    out: (line) => process.stdout.write(`${line}\n`),
    error: (line) => process.stderr.write(`${line}\n`),
  })
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

/** How long a health check waits. Milliseconds. */
const healthTimeoutMs = 3000

/** 0 when the emulator answers on the configured port of this machine. */
async function healthcheck(args: readonly string[]): Promise<number> {
  const { host, port } = readConfig(args, process.env)
  const reachable: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const own = reachable[host] ?? host
  const address = own.includes(':') ? `[${own}]` : own
  try {
    const status = await statusOf(`http://${address}:${port}/health`)
    if (status === 200) return 0
    process.stderr.write(`payment-emulator: health answered ${status}\n`)
  } catch (error) {
    process.stderr.write(
      `payment-emulator: no answer at ${address}:${port}: ${error instanceof Error ? error.message : error}\n`,
    )
  }
  return 1
}

/** The status of an answer; rejects where none comes in time. Not by `fetch`, which takes longer to load than to answer. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const request = get(url, { timeout: healthTimeoutMs, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('timeout', () => request.destroy(new Error(`nothing within ${healthTimeoutMs} ms`)))
    request.on('error', reject)
  })
