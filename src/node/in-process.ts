import { createApp } from '../app.ts'
import type { EmulatorOptions } from '../client/options.ts'
import type { FetchFunction, InProcessEmulator } from '../client/types.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { type Option, options } from '../config/options.ts'
import { type Listening, listen } from './listen.ts'
import { makeEmulator } from './serve.ts'

/** The origin before `listen`. Code that opens a socket to it by mistake gets no answer. */
const noSocket = 'http://localhost'

/** How long busy connections may take to finish at `close`. Milliseconds. */
const closeMs = 50

/**
 * Creates an emulator in this process within a few milliseconds. It opens no socket, reads only the built-in data and the
 * folders in `options`, and shares nothing with other emulators. Rejects with an Error that names an invalid option and
 * what is allowed.
 *
 * Call `close` when a test is done with it: that stops pending timers and deliveries and rejects later requests. Without
 * `close`, an emulator that does not listen never keeps the process alive once no request is pending; one that listens does.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<InProcessEmulator> {
  // The module that users import, so that errors are instances of their class; the command never loads it.
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
      if (listening) throw new ConfigError(`this emulator already listens on ${listening.url}`)
      listening = await listen(app, { host, port, limits: config.limits })
      return listening.url
    },
    close: async () => {
      closed = true
      // First the worlds, so that requests which wait for an event get an answer.
      emulator.close()
      const server = listening?.server
      if (!server) return
      listening = undefined
      await new Promise<void>((resolve) => {
        // Waiting requests get that answer now; nothing else is awaited.
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

/** The options in command-line form, so that one place checks and explains them. */
const flags = (given: EmulatorOptions): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return value === undefined ? [] : [`--${flag}=${text(flag, value)}`]
  })

function text(flag: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => text(flag, item)).join(',')
  if (flag === 'clock' && typeof value !== 'string') return isoText(value as Date | number)
  return typeof value === 'number' && takesDuration(flag) ? `${value}ms` : String(value)
}

const takesDuration = (flag: string): boolean =>
  (options as Record<string, Option>)[flag]?.takes?.startsWith('DURATION') === true

/** An instant in command-line form; an invalid one is passed on and refused there. */
function isoText(value: Date | number): string {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? String(value) : date.toISOString()
}

/** Rejects as `fetch` does if the signal aborts before the answer. */
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
