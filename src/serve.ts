import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app.ts'
import { builtIn, builtInFolders, scenarioFiles } from './built-in.ts'
import { type Config, ConfigError } from './config.ts'
import { Catalogue } from './domain/catalogue.ts'
import { Emulator } from './emulator.ts'
import { readFixtures } from './files.ts'
import { nodePorts } from './node-ports.ts'
import { version } from './version.ts'
import { watchFolders } from './watch.ts'

/** How long requests that run at SIGTERM have to finish. Milliseconds. */
const drainMs = 5000

/** An emulator made from built-in data and the folders of the configuration. Throws a ConfigError with every problem. */
export async function makeEmulator(config: Config): Promise<Emulator> {
  const base = await builtIn()
  const overlay = await scenarioFiles(config.scenarioFolders)
  const fragments = [...base.fragments, ...overlay.fragments]
  const problems = [
    ...overlay.problems,
    ...(config.scenarioFolders.length > 0 ? new Catalogue(fragments).problems() : []),
  ]
  if (problems.length > 0) throw new ConfigError(`the scenario files do not fit:\n${problems.join('\n')}`)
  let { fixtures } = base
  if (config.fixtureFolders.length > 0)
    try {
      fixtures = await readFixtures([builtInFolders.fixtures, ...config.fixtureFolders])
    } catch (error) {
      throw new ConfigError(error instanceof Error ? error.message : String(error))
    }
  const folders = [builtInFolders.scenarios, ...config.scenarioFolders]
  return new Emulator(nodePorts(), config.settings, fixtures, fragments, () => scenarioFiles(folders))
}

/** Serves until SIGTERM or SIGINT, then lets running requests finish; the exit code. */
export async function serve(config: Config): Promise<number> {
  const emulator = await makeEmulator(config)
  const server = createAdaptorServer({ fetch: createApp(emulator) as never }) as Server
  const { port } = await listen(server, config)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  say({
    event: 'ready',
    url: `http://${host}:${port}`,
    host: config.host,
    port,
    version,
    seed: emulator.seed,
    pid: process.pid,
  })
  const watching = watchFolders([builtInFolders.scenarios, ...config.scenarioFolders], async () => {
    const problems = await emulator.reloadScenarios()
    say(problems.length > 0 ? { event: 'scenarios_refused', problems } : { event: 'scenarios_reloaded' })
  })
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  watching.stop()
  emulator.endWatching()
  await drain(server)
  emulator.close()
  say({ event: 'stopped', signal })
  // Outgoing connections of deliveries may still be open; nothing waits for them.
  process.exit(0)
}

const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

function listen(server: Server, { host, port }: Config): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? 'the port is taken; choose another with --port, or --port 0'
          : error.message
      reject(new ConfigError(`cannot listen on ${host}:${port}: ${reason}`))
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

/** Stops accepting, lets running requests finish, closes what idles. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    // A connection whose last answer has just gone out idles only from now on.
    const idle = setInterval(() => server.closeIdleConnections(), 20)
    const late = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    })
  })
}
