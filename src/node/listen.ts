import { createServer, type Server, type ServerOptions } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Fetch } from '../app.ts'
import { defaultLimits, type ServerLimits } from '../config/limits.ts'
import { ConfigError } from '../config/parse.ts'
import { reportError } from './ports.ts'
import { requestListener } from './request-listener.ts'

/** How long running requests may take to finish after SIGTERM. Milliseconds. */
const drainMs = 5000

/** How long a connection may idle: longer than common connection pools keep one. Milliseconds. */
const keepAliveMs = 65_000

/** How often connections are checked for timeouts. Milliseconds. */
const checkMs = 2000

/** A listening server and its address. */
export interface Listening {
  server: Server
  url: string
  port: number
}

/** Where to listen, and with which limits. */
export interface ListenOptions {
  host: string
  port: number
  limits?: ServerLimits
}

/** How a server for HTTPS differs from one for HTTP. */
interface Flavour {
  scheme: 'http' | 'https'
  portOption: string
  create(options: ServerOptions): Server
}

const plain: Flavour = { scheme: 'http', portOption: '--port', create: createServer }

/** Listens; port 0 picks a free one. Rejects with a ConfigError if it cannot listen there. */
export function listen(
  fetch: Fetch,
  { host, port, limits = defaultLimits }: ListenOptions,
  { scheme, portOption, create }: Flavour = plain,
): Promise<Listening> {
  const server = create({
    maxHeaderSize: limits.maxHeaderBytes,
    requestTimeout: limits.requestTimeoutMs,
    headersTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(checkMs, limits.requestTimeoutMs),
    // The listener refuses requests without it; HTTP/1.0 does not require it.
    requireHostHeader: false,
  })
  server.maxConnections = limits.maxConnections
  server.on('clientError', (error, socket) => refuseMalformed(error, socket as Socket))
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `the port is in use; choose another with ${portOption}, or ${portOption} 0`
          : error.message
      reject(new ConfigError(`cannot listen on ${host}:${port}: ${reason}`))
    })
    server.listen(port, host, () => {
      const { port } = server.address() as AddressInfo
      server.on('request', requestListener(fetch, `localhost:${port}`, reportError))
      resolve({ server, url: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`, port })
    })
  })
}

/** A request that is not valid HTTP never reaches a route; it is answered here, in the same shape as all errors. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  if (error.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) {
    socket.destroy()
    return
  }
  const [status, type, message] = malformed[error.code ?? ''] ?? [
    '400 Bad Request',
    'REQUEST_NOT_VALID',
    'this is not valid HTTP',
  ]
  const errorBody = { type, code: `10${status.slice(0, 3)}`, message }
  const validation = status.startsWith('400') ? { validation_errors: [] } : {}
  const body = JSON.stringify({ status: 'failed', error: { ...errorBody, ...validation } })
  socket.write(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

const malformed: Record<string, [status: string, type: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'REQUEST_TOO_LARGE',
    'the headers are too long; send less, or start with a larger --max-header-bytes',
  ],
  HPE_INVALID_EOF_STATE: [
    '400 Bad Request',
    'REQUEST_NOT_VALID',
    'the request ended before its body was complete; send the whole body',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'REQUEST_TIMEOUT',
    'the request did not arrive in time; see --request-timeout',
  ],
}

/** Stops accepting connections, waits for running requests, and closes idle connections. */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    // A connection becomes idle only once its last answer was sent, so close again.
    const idle = setInterval(() => server.closeIdleConnections(), 20)
    const late = setTimeout(() => server.closeAllConnections(), drainMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(late)
      resolve()
    })
  })
}
