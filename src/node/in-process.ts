import { createApp } from '../app.ts'
import type { EmulatorOptions } from '../client/options.ts'
import type { FetchFunction, InProcessEmulator } from '../client/types.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { type Listening, listen } from './listen.ts'
import { makeEmulator } from './serve.ts'

/** The origin until something listens. Nothing is there for code that uses a socket by mistake. */
const noSocket = 'http://localhost'

/** How long connections that are busy at `close` have to end. Milliseconds. */
const closeMs = 50

/**
 * An emulator in this process, ready in a few milliseconds: no socket, no file but the built-in data, nothing shared with
 * other emulators. Rejects with an Error that names the option which does not fit, and what is allowed.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<InProcessEmulator> {
  // The module that users import, so that its errors are of their class; the command never loads it.
  const { connect } = await import('../client.ts')
  const config = readConfig(flags(options), {})
  const emulator = await makeEmulator(config)
  const app = createApp(emulator)
  let listening: Listening | undefined
  let closed = false
  const fetch: FetchFunction = async (input, init) => {
    if (closed) throw new TypeError('fetch failed: this emulator was closed')
    const request = new Request(input, init)
    return unlessAborted(request.signal, app(request))
  }
  const client = connect(() => listening?.url ?? noSocket, { fetch, controlToken: options.controlToken })
  return Object.assign(client, {
    listen: async (port = 0, host = '127.0.0.1') => {
      if (listening) throw new ConfigError(`it listens already, on ${listening.url}`)
      listening = await listen(app, { host, port, limits: config.limits })
      return listening.url
    },
    close: async () => {
      closed = true
      // First the worlds: whoever waits for an event in one of them gets an answer.
      emulator.close()
      const server = listening?.server
      if (!server) return
      listening = undefined
      await new Promise<void>((resolve) => {
        // Whoever waited gets that answer now; nobody is waited for.
        const late = setTimeout(() => server.closeAllConnections(), closeMs)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
        server.closeIdleConnections()
      })
    },
  })
}

/** The options as the command line has them, so that there is one place which checks and explains them. */
const flags = (options: EmulatorOptions): string[] =>
  Object.entries(options).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}=${text(name, value)}`],
  )

const durations = new Set([
  'tokenLifetime',
  'webhookDelay',
  'webhookRetries',
  'webhookTimeout',
  'requestTimeout',
])

function text(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => text(name, item)).join(',')
  if (name === 'clock' && typeof value !== 'string') return isoText(value as Date | number)
  return typeof value === 'number' && durations.has(name) ? `${value}ms` : String(value)
}

/** An instant as the command line has it; what is none stays as it is, to be refused there. */
function isoText(value: Date | number): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? String(value) : date.toISOString()
}

/** Rejects as `fetch` does when the signal comes before the answer. */
function unlessAborted(signal: AbortSignal, answer: Response | Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
