import { get } from 'node:http'
import { ConfigError, clientVariables, readConfig } from '../config/config.ts'
import { type Flag, parseLine } from '../config/flags.ts'
import { options } from '../config/options.ts'
import { webUrl } from '../config/parse.ts'
import type { CommandEnvironment } from './flags.ts'

type Environment = CommandEnvironment['environment']

/** How long a health check waits for an answer. Milliseconds. */
const healthTimeoutMs = 3000

/** Flags of the health check in addition to the options of the server. */
export const healthFlags = {
  url: { takes: 'URL', help: 'address to check, instead of --host and --port (EMULATOR_URL)' },
} as const satisfies Record<string, Flag>

/** Returns 0 if the emulator answers at --url, at --host and --port, at EMULATOR_URL, or at the address in the server's variables. */
export async function healthcheck(
  args: readonly string[],
  { environment, error }: CommandEnvironment,
): Promise<number> {
  const base = named(args, environment) ?? ownAddress(args, environment)
  try {
    const status = await statusOf(`${base}/health`)
    if (status === 200) return 0
    error(`payment-emulator: ${base}/health answered ${status}`)
  } catch (reason) {
    error(`payment-emulator: no answer at ${base}: ${reason instanceof Error ? reason.message : reason}`)
  }
  return 1
}

/** The address that a flag or variable names, without its world: health is that of the process. */
function named(args: readonly string[], environment: Environment): string | undefined {
  const { values } = parseLine(args, { ...healthFlags, ...options }, 'see payment-emulator --help')
  const flag = values['url'] as string | undefined
  const own = values['host'] ?? values['port']
  const url = flag ?? (own === undefined ? environment[clientVariables.url] || undefined : undefined)
  if (url === undefined) return undefined
  try {
    return webUrl(url).replace(/\/w\/[^/]+$/, '')
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError(
      `${flag === undefined ? clientVariables.url : '--url'} is "${url}", but ${error.message}`,
    )
  }
}

/** The address at which this machine reaches a server with these options. */
function ownAddress(args: readonly string[], environment: Environment): string {
  const { host, port } = readConfig(args, environment)
  const reachable: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const own = reachable[host] ?? host
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}`
}

/** The status of the answer; rejects if none comes in time. Avoids `fetch`, which takes longer to load than to answer. */
async function statusOf(url: string): Promise<number | undefined> {
  const ask = url.startsWith('https:') ? (await import('node:https')).get : get
  return new Promise((resolve, reject) => {
    const request = ask(url, { timeout: healthTimeoutMs, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('timeout', () => request.destroy(new Error(`no answer within ${healthTimeoutMs} ms`)))
    request.on('error', reject)
  })
}
