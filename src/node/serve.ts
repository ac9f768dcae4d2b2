import { createApp, type Fetch } from '../app.ts'
import { type Config, ConfigError, type TlsConfig } from '../config/config.ts'
import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import { Catalogue } from '../domain/scenario/catalogue.ts'
import { StandingRules } from '../domain/scenario/standing.ts'
import { Emulator } from '../emulator/emulator.ts'
import { version } from '../emulator/version.ts'
import type { ScenarioFiles } from '../engine/ports.ts'
import { presentCredentials, type WireCredentials } from '../wire/credentials.ts'
import type { Report } from '../wire/report.ts'
import { builtIn, builtInFolders, scenarioFiles } from './built-in.ts'
import { drain, type Listening, listen } from './listen.ts'
import { nodePorts } from './ports.ts'
import type { summaryOf } from './report-file.ts'
import { watchFolders } from './watch.ts'

/** An emulator made from built-in data and the folders of the configuration. Throws a ConfigError with every problem. */
export async function makeEmulator(config: Config): Promise<Emulator> {
  const base = await builtIn()
  const overlay = await scenarioFiles(config.scenarioFolders)
  const fragments = [...base.fragments, ...overlay.fragments]
  const catalogue = new Catalogue(fragments)
  const hasOwn = config.scenarioFolders.length + config.fixtureFolders.length > 0
  const problems = [...overlay.problems, ...(config.scenarioFolders.length > 0 ? catalogue.problems() : [])]
  if (problems.length > 0) throw new ConfigError(`the scenario files are invalid:\n${problems.join('\n')}`)
  let { fixtures } = base
  if (config.fixtureFolders.length > 0)
    try {
      fixtures = await fixturesOf(config)
    } catch (error) {
      throw new ConfigError(error instanceof Error ? error.message : String(error))
    }
  // What was built was checked when it was built.
  const unknown = hasOwn ? new StandingRules(fixtures.rules).problems(catalogue) : []
  if (unknown.length > 0)
    throw new ConfigError(`the rules of the fixtures are invalid:\n${unknown.join('\n')}`)
  return new Emulator(nodePorts(config.webhookAllow), config.settings, fixtures, fragments, () =>
    reload(config),
  )
}

/** The built-in fixtures with those of the configuration laid over them. Throws an Error with every problem. */
async function fixturesOf({ fixtureFolders }: Config): Promise<Fixtures> {
  const { readFixtures } = await import('./yaml-files.ts')
  return readFixtures([builtInFolders.fixtures, ...fixtureFolders])
}

/** Reloads what can change while worlds are in use: the scenario files, and of the fixtures rules and vocabulary. */
async function reload(config: Config): Promise<ScenarioFiles> {
  const files = await scenarioFiles([builtInFolders.scenarios, ...config.scenarioFolders])
  try {
    const { rules, vocabulary } = await fixturesOf(config)
    return { ...files, rules, vocabulary }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ...files, problems: [...files.problems, ...message.split('\n')] }
  }
}

/** What a server reports to the program that started it. */
export type ServerEvent =
  | {
      event: 'ready'
      /** Where it listens. */
      url: string
      /** Where it also listens with --tls. */
      https_url?: string
      host: string
      port: number
      dashboard: string
      credentials: WireCredentials
      /** The webhook endpoint that every world starts with; null if there is none. */
      webhook_url: string | null
      version: string
      seed: string
      pid: number
      instance: string
    }
  | { event: 'scenarios_reloaded' }
  | { event: 'scenarios_refused'; problems: readonly string[] }
  | ({ event: 'stopped'; signal: string } & ReturnType<typeof summaryOf>)

/** Serves until SIGTERM or SIGINT, then lets running requests finish; the exit code. */
export async function serve(config: Config, say: (event: ServerEvent) => void): Promise<number> {
  if (config.report !== undefined) await (await reportFile()).checkTargetFile('--report', config.report)
  const emulator = await makeEmulator(config)
  const app = createApp(emulator)
  const { server, url, port } = await listen(app, config)
  const secure = config.tls && (await listenToo(emulator, app, config, config.tls, server))
  // Before the ready line, because its reader may change a file or stop the process at once.
  const folders = [...Object.values(builtInFolders), ...config.scenarioFolders, ...config.fixtureFolders]
  const watching = watchFolders(folders, async () => {
    const problems = await emulator.reloadScenarios()
    say(problems.length > 0 ? { event: 'scenarios_refused', problems } : { event: 'scenarios_reloaded' })
  })
  const stop = new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  say({
    event: 'ready',
    url,
    ...(secure && { https_url: secure.url }),
    host: config.host,
    port,
    dashboard: `${url}/_emulator`,
    credentials: presentCredentials(emulator.fixtures, config.settings),
    webhook_url: config.settings.webhookUrl ?? null,
    version,
    seed: emulator.seed,
    pid: process.pid,
    instance: emulator.ports.instance(),
  })
  void import('./young-generation.ts').then(({ limitYoungGeneration }) => limitYoungGeneration())
  const signal = await stop
  watching.stop()
  emulator.disconnectSubscribers()
  await Promise.all([drain(server), secure && drain(secure.server)])
  const report = emulator.report(version)
  emulator.close()
  const code = await keep(config.report, report)
  say({ event: 'stopped', signal, ...(await reportFile()).summaryOf(report) })
  // Outgoing connections of deliveries may still be open; nothing waits for them.
  process.exit(code)
}

/** Serves HTTPS beside `server`, which is closed if that is impossible: nothing else would end the process. */
async function listenToo(
  emulator: Emulator,
  app: Fetch,
  config: Config,
  tls: TlsConfig,
  server: Listening['server'],
): Promise<Listening> {
  try {
    const { listenTls } = await import('./listen-tls.ts')
    const { authority, ...listening } = await listenTls(app, config, tls)
    emulator.authority = authority
    return listening
  } catch (error) {
    server.close()
    throw error
  }
}

/** Writes the report, if one is asked for; the exit code. */
async function keep(file: string | undefined, report: Report): Promise<number> {
  if (file === undefined) return 0
  try {
    await (await reportFile()).writeReportFile(file, report)
    return 0
  } catch (error) {
    process.stderr.write(`payment-emulator: cannot write --report ${file}: ${error}\n`)
    return 1
  }
}

/** Loaded at the end, unless a file is asked for: nothing of it is needed before the first answer. */
const reportFile = () => import('./report-file.ts')
