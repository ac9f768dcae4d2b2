import { createAuthority } from '../certificates/authority.ts'
import type { EmulatorOptions } from '../client/options.ts'
import { connect, type EmulatorClient, EmulatorError, type JournalEntry } from '../client.ts'
import { createEmulator } from '../index.ts'
import { CommandError, execute, Signals } from './child.ts'
import { environmentOf } from './environment.ts'
import { createFolder } from './folder.ts'
import { MappedHosts } from './hosts.ts'
import { type RunningProxy, startProxy } from './proxy.ts'
import { Recorder } from './recorder.ts'
import { Upstream } from './upstream.ts'

export interface RunOptions {
  command: readonly string[]
  /** Hosts that reach the emulator; `*.example.com` is every name below it. */
  hosts: readonly string[]
  /** The world that mapped requests go to. */
  world: string
  /** A running emulator; undefined: one is started with `emulatorOptions` on `port`. */
  url: string | undefined
  port: number
  emulatorOptions: EmulatorOptions
  controlToken: string | undefined
  offline: boolean
  /** Whether the traffic is recorded. */
  record: boolean
  /** Whether the report is wanted. */
  report: boolean
  environment: Record<string, string | undefined>
  /** Prints a line for people. */
  note(line: string): void
}

export interface RunResult {
  /** The exit code of the command. */
  code: number
  /** The report on all worlds, as the control interface gives it. */
  report?: unknown
  /** The mapped requests in order, if they were recorded. */
  entries?: readonly JournalEntry[]
}

/**
 * Executes a command whose requests to the mapped hosts reach an emulator, and removes everything afterwards. A command that
 * cannot be started and an emulator that does not answer are noted, with an exit code as shells have it.
 */
export async function run(options: RunOptions): Promise<RunResult> {
  try {
    return await runMapped(options)
  } catch (error) {
    if (!(error instanceof CommandError) && !(error instanceof EmulatorError)) throw error
    options.note(error.message)
    return { code: error instanceof CommandError ? error.code : 1 }
  }
}

async function runMapped(options: RunOptions): Promise<RunResult> {
  const hosts = new MappedHosts(options.hosts)
  const undo: (() => unknown)[] = []
  const signals = new Signals()
  undo.push(() => signals.stop())
  try {
    const { client, url, close } = await emulatorOf(options)
    undo.push(close)
    const world = client.world(options.world)
    const credentials = await client.credentials()
    // It refuses an impossible name of a world, too.
    const [newest] = await world.requests.list({ limit: 1 })
    const recorder = options.record ? new Recorder(world.requests, newest) : undefined
    const authority = await createAuthority()
    const proxy = await startProxy({
      hosts,
      emulator: new URL(options.world === 'default' ? url : `${url}/w/${options.world}`),
      authority,
      offline: options.offline,
      upstream: new Upstream(options.environment),
      onAnswer: recorder && (() => recorder.collect()),
      onRefusedCertificate: once((host) =>
        options.note(
          `a program does not trust the certificate for ${host}: it has authorities of its own; docs/run.md says how to give it ours`,
        ),
      ),
    })
    undo.push(() => proxy.close())
    const { certificate } = authority
    const folder = createFolder({
      certificate,
      hosts,
      proxy,
      offline: options.offline,
      environment: options.environment,
    })
    // However this process ends, short of SIGKILL.
    process.once('exit', folder.remove)
    undo.push(() => {
      folder.remove()
      process.off('exit', folder.remove)
    })
    const { controlToken, world: name } = options
    const environment = environmentOf(options.environment, {
      ...{ folder, proxy, url, world: name, credentials, controlToken },
    })
    const code = await execute(options.command, environment, signals)
    noteUnused(proxy, options)
    return {
      code,
      ...(options.report ? { report: await reportOf(client, controlToken) } : {}),
      ...(recorder ? { entries: await recorder.finish() } : {}),
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

interface Reached {
  client: EmulatorClient
  url: string
  close(): Promise<void>
}

async function emulatorOf({ url, port, emulatorOptions, controlToken }: RunOptions): Promise<Reached> {
  if (url !== undefined) {
    const origin = url.replace(/\/w\/[^/]+\/?$/, '')
    return { client: connect(origin, { controlToken }), url: origin, close: async () => undefined }
  }
  const emulator = await createEmulator(emulatorOptions)
  return { client: emulator, url: await emulator.listen(port), close: () => emulator.close() }
}

/** The report of every world, those that were reset or removed included. */
async function reportOf(client: EmulatorClient, controlToken: string | undefined): Promise<unknown> {
  const headers: Record<string, string> = controlToken ? { authorization: `Bearer ${controlToken}` } : {}
  const answer = await client.fetch('/_emulator/report?all=true', { headers })
  return answer.json()
}

function noteUnused(proxy: RunningProxy, { hosts, note }: RunOptions): void {
  if (proxy.mapped === 0)
    note(
      `no request to ${hosts.join(', ')} came: is that the host which the program calls? docs/run.md lists clients that need more`,
    )
}

function once<T>(call: (argument: T) => void): (argument: T) => void {
  let done = false
  return (argument) => {
    if (!done) call(argument)
    done = true
  }
}
