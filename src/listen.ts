import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Fetch } from './app.ts'
import { ConfigError } from './config.ts'

/** How long requests that run at SIGTERM have to finish. Milliseconds. */
const drainMs = 5000

/** A server that listens, and the address under which it is reached. */
export interface Listening {
  server: Server
  url: string
  port: number
}

/** Listens; port 0 picks a free one. Rejects with a ConfigError where that address cannot be had. */
export function listen(fetch: Fetch, { host, port }: { host: string; port: number }): Promise<Listening> {
  const server = createAdaptorServer({ fetch: fetch as never }) as Server
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? 'the port is taken; choose another with --port, or --port 0'
          : error.message
      reject(new ConfigError(`cannot listen on ${host}:${port}: ${reason}`))
    })
    server.listen(port, host, () => {
      const { port } = server.address() as AddressInfo
      resolve({ server, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port })
    })
  })
}

/** Stops accepting, lets running requests finish, closes what idles. */
export function drain(server: Server): Promise<void> {
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
