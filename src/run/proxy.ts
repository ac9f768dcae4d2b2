import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket } from 'node:tls'
import type { Authority } from '../certificates/authority.ts'
import { mappedHeader } from '../domain/kernel/mapped.ts'
import { type Breakable, type Destination, forward } from './forward.ts'
import { isLoopback, type MappedHosts, splitAuthority } from './hosts.ts'
import { proxyAuthorization, type Upstream } from './upstream.ts'

/** The first byte of a TLS connection. */
const tlsHandshake = 0x16

/** The longest request line and headers that are passed on; the emulator has a limit of its own. Bytes. */
const maxHeadBytes = 262_144

export interface ProxyOptions {
  hosts: MappedHosts
  /** Where the emulator listens, with the path of the world if it is not the default one. */
  emulator: URL
  authority: Authority
  /** Refuses hosts that are not mapped. */
  offline: boolean
  upstream: Upstream
  /** Called before the answer to a mapped request ends. */
  onAnswer?: (() => Promise<void>) | undefined
  /** Called if a client does not accept a certificate. */
  onRefusedCertificate?: ((host: string) => void) | undefined
}

export interface RunningProxy {
  /** `http://127.0.0.1:port`. */
  url: string
  port: number
  /** Requests to mapped hosts so far. */
  readonly mapped: number
  close(): Promise<void>
}

/** A connection, and the host that it was opened to with CONNECT. */
interface Origin {
  raw: Socket
  host?: string | undefined
  port?: number | undefined
}

/**
 * Starts a proxy on loopback. One port serves CONNECT, requests with an absolute address, and direct connections to mapped
 * hosts, with TLS or without: the first byte tells which it is.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { hosts, authority, offline, upstream } = options
  // By the port of the client: what wraps a connection has it, too.
  const origins = new Map<number, Origin>()
  const open = new Set<Socket>()
  let mapped = 0

  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }

  const http = createHttpServer({
    maxHeaderSize: maxHeadBytes,
    // Whoever answers has limits of its own.
    requestTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: 65_000,
    requireHostHeader: false,
  })
  const fallback = await authority.contextFor(hosts.names)
  const tls = createTlsServer({
    ...{ secureContext: fallback, ALPNProtocols: ['http/1.1'] },
    SNICallback: (name, done) => {
      if (!hosts.has(name)) done(null, fallback)
      else authority.contextFor([name]).then((context) => done(null, context), done)
    },
  })

  /** Looks at the first byte of a connection, and hands it to whoever speaks its language. */
  const accept = (socket: Socket): void => {
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const server = first[0] === tlsHandshake ? tls : http
      server.emit('connection', socket)
      if (server === http) socket.resume()
    })
  }

  const server = createServer((socket) => {
    if (!isLoopback(socket.remoteAddress ?? '')) {
      socket.destroy()
      return
    }
    keep(socket)
    const { remotePort = 0 } = socket
    origins.set(remotePort, { raw: socket })
    socket.once('close', () => origins.delete(remotePort))
    socket.on('error', () => undefined)
    accept(socket)
  })

  tls.on('secureConnection', (socket: TLSSocket) => {
    socket.on('error', (error) => noteRefused(error, socket))
    http.emit('connection', socket)
  })
  tls.on('tlsClientError', noteRefused)

  function noteRefused(error: NodeJS.ErrnoException, socket: TLSSocket): void {
    if (!/ALERT_(?:UNKNOWN_CA|CERTIFICATE_UNKNOWN|BAD_CERTIFICATE)/.test(error.code ?? '')) return
    const { host } = origins.get(socket.remotePort ?? 0) ?? {}
    options.onRefusedCertificate?.(host ?? String(socket.servername || hosts.names[0]))
  }

  http.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    socket.destroy()
  })

  http.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const asked = splitAuthority(incoming.url ?? '', 443)
    if (asked === undefined) return refuseTunnel(socket, 400, `"${incoming.url}" is not a host with a port`)
    if (hosts.has(asked.host)) {
      Object.assign(origins.get(socket.remotePort ?? 0) ?? {}, asked)
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) socket.unshift(head)
      accept(socket)
      return
    }
    const refusal = refusalOf(asked.host, asked.port)
    if (refusal !== undefined) return refuseTunnel(socket, 502, refusal)
    upstream.open(asked.host, asked.port).then(
      (other) => {
        keep(other)
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        if (head.length > 0) other.write(head)
        join(socket, other)
      },
      (error: Error) =>
        refuseTunnel(socket, 502, `${asked.host}:${asked.port} cannot be reached: ${error.message}`),
    )
  })

  http.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const socket = incoming.socket as TLSSocket
    const origin = origins.get(socket.remotePort ?? 0)
    const encrypted = socket.encrypted === true
    const absolute = /^http:\/\//i.test(incoming.url ?? '') || /^https:\/\//i.test(incoming.url ?? '')
    const url = absolute && URL.canParse(incoming.url ?? '') ? new URL(incoming.url ?? '') : undefined
    const named = url?.host ?? incoming.headers.host ?? ''
    const asked = splitAuthority(named, encrypted ? 443 : 80)
    const known = [asked?.host, origin?.host, socket.servername || undefined]
    const host = known.find((name) => name !== undefined && hosts.has(String(name)))
    const client = breakable(outgoing, origin?.raw)
    const target = url === undefined ? (incoming.url ?? '/') : `${url.pathname}${url.search}`
    const answerWith = (status: number, message: string): void => {
      outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
      outgoing.end(`payment-emulator run: ${message}\n`)
    }
    if (host !== undefined) {
      mapped++
      const port = origin?.port ?? (asked?.host === host ? asked.port : undefined)
      const address = addressOf(encrypted, String(host), port)
      void forward(
        incoming,
        outgoing,
        toEmulator(options.emulator, target, address),
        client,
        options.onAnswer,
      ).catch((error: Error) => answerWith(502, `the emulator does not answer: ${error.message}`))
      return
    }
    if (asked === undefined || encrypted || origin?.host !== undefined)
      return answerWith(
        421,
        `"${named.slice(0, 100)}" is not mapped, and this connection is for mapped hosts only`,
      )
    const refusal = refusalOf(asked.host, asked.port)
    if (refusal !== undefined) return answerWith(502, refusal)
    const destination = onward(upstream, asked, named, target)
    void forward(incoming, outgoing, destination, client).catch((error: Error) =>
      answerWith(502, `${named} cannot be reached: ${error.message}`),
    )
  })

  /** Why a host that is not mapped is not asked. */
  const refusalOf = (host: string, port: number): string | undefined => {
    // A loop: this is a proxy, and nobody else listens on its port.
    if (port === proxy.port) return `${proxy.url} is a proxy; there is nothing else at this port`
    if (!offline || isLoopback(host)) return undefined
    return `"${host.slice(0, 100)}" is not mapped, and --offline refuses all other hosts; add --map ${host.slice(0, 100)}, or leave out --offline`
  }

  await listening(server)
  const { port } = server.address() as AddressInfo
  const proxy = {
    port,
    url: `http://127.0.0.1:${port}`,
    get mapped() {
      return mapped
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      http.close()
      await closed
    },
  }
  return proxy
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })

/** `https://api.example.com`, with the port if it is not the usual one. */
function addressOf(encrypted: boolean, host: string, port: number | undefined): string {
  const usual = port === undefined || port === (encrypted ? 443 : 80)
  return `${encrypted ? 'https' : 'http'}://${host.toLowerCase()}${usual ? '' : `:${port}`}`
}

/** To the emulator by its own name, because the control interface answers only under names that it knows. */
const toEmulator = (emulator: URL, target: string, address: string): Destination => ({
  origin: emulator,
  target: `${emulator.pathname.replace(/\/$/, '')}${target}`,
  headers: ['Host', emulator.host, mappedHeader, address],
  // What comes from a browser comes from one that the command controls.
  without: /^sec-fetch-/,
})

/** To the host itself, or to the proxy that was already set. */
function onward(
  upstream: Upstream,
  { host, port }: { host: string; port: number },
  named: string,
  target: string,
): Destination {
  const proxy = upstream.for('http', host, port)
  const origin = new URL(`http://${named}`)
  if (proxy === undefined) return { origin, target, headers: ['Host', named] }
  return {
    origin: proxy,
    target: `http://${named}${target}`,
    headers: ['Host', named, ...proxyAuthorization(proxy)],
  }
}

const breakable = (outgoing: ServerResponse, raw: Socket | undefined): Breakable => ({
  reset: () => {
    if (raw === undefined) outgoing.destroy()
    else raw.resetAndDestroy()
  },
  end: () => {
    if (outgoing.socket) outgoing.socket.destroySoon()
    else outgoing.destroy()
  },
})

function refuseTunnel(socket: Socket, status: 400 | 502, message: string): void {
  const body = `payment-emulator run: ${message}\n`
  const line = status === 400 ? '400 Bad Request' : '502 Bad Gateway'
  socket.end(
    `HTTP/1.1 ${line}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Passes everything on in both directions until one side ends. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroySoon())
  }
}
