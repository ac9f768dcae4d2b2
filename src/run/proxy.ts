import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createServer as createTlsServer, type TLSSocket, type Server as TlsServer } from 'node:tls'
import type { Authority } from '../certificates/authority.ts'
import { mappedHeader } from '../domain/kernel/mapped.ts'
import { type Destination, forward } from './forward.ts'
import { isLoopback, type MappedHosts, splitAuthority } from './hosts.ts'
import { type Origin, openPort } from './port.ts'
import { proxyAuthorization, type Upstream } from './upstream.ts'

/** The longest request line and headers that are passed on; the emulator has a limit of its own. Bytes. */
const maxHeadBytes = 262_144

/** How long a connection may idle: longer than common connection pools keep one. Milliseconds. */
const keepAliveMs = 65_000

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

/**
 * Starts a proxy on loopback. One port serves CONNECT, requests with an absolute address, and direct connections to mapped
 * hosts, with TLS or without.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { hosts, upstream, emulator } = options
  const http = createServer({
    maxHeaderSize: maxHeadBytes,
    // The server that answers has its own limits.
    requestTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    requireHostHeader: false,
  })
  const tls = await tlsServer(options)
  const port = await openPort(http, tls)
  const url = `http://127.0.0.1:${port.number}`
  let mapped = 0

  /** Why a request to a host that is not mapped is refused; undefined if it is passed on. */
  const refusalOf = ({ host, port: asked }: Address): string | undefined => {
    if (asked === port.number) return `${url} is a proxy; nothing else listens on its port`
    if (!options.offline || isLoopback(host)) return undefined
    const name = host.slice(0, 100)
    return `"${name}" is not mapped, and --offline refuses all other hosts; add --map ${name}, or leave out --offline`
  }

  http.on('connect', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const asked = splitAuthority(incoming.url ?? '', 443)
    if (asked === undefined) return refuseTunnel(socket, `"${incoming.url}" is not a host with a port`)
    if (hosts.has(asked.host)) {
      Object.assign(port.originOf(socket) ?? {}, asked)
      socket.write(established)
      if (head.length > 0) socket.unshift(head)
      return port.accept(socket)
    }
    const refusal = refusalOf(asked)
    if (refusal !== undefined) return refuseTunnel(socket, refusal)
    upstream.open(asked.host, asked.port).then(
      (other) => {
        port.keep(other)
        socket.write(established)
        if (head.length > 0) other.write(head)
        join(socket, other)
      },
      (error: Error) =>
        refuseTunnel(socket, `${asked.host}:${asked.port} cannot be reached: ${error.message}`),
    )
  })

  http.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const origin = port.originOf(incoming.socket)
    const asked = requested(incoming, origin)
    const client = breakable(outgoing, origin)
    const { encrypted, servername } = incoming.socket as Partial<TLSSocket>
    const host = [asked.host, origin?.host, servername || ''].find((name) => hosts.has(name ?? ''))
    if (host !== undefined) {
      mapped++
      const address = addressOf(encrypted === true, host, origin?.port ?? asked.port)
      forward(incoming, outgoing, toEmulator(emulator, asked, address), client, options.onAnswer).catch(
        (error: Error) => answer(outgoing, 502, `the emulator does not answer: ${error.message}`),
      )
      return
    }
    const refusal = asked.host === '' ? undefined : refusalOf(asked)
    if (refusal !== undefined) return answer(outgoing, 502, refusal)
    if (asked.host === '' || encrypted || origin?.host !== undefined)
      return answer(outgoing, 421, `"${asked.host.slice(0, 100)}" is not mapped`)
    forward(incoming, outgoing, onward(upstream, asked), client).catch((error: Error) =>
      answer(outgoing, 502, `${asked.named} cannot be reached: ${error.message}`),
    )
  })

  http.on('clientError', (_error, socket) => {
    if (socket.writable) socket.write(badRequest)
    socket.destroy()
  })

  const noteRefused = (error: NodeJS.ErrnoException, socket: TLSSocket): void => {
    if (/ALERT_(?:UNKNOWN_CA|CERTIFICATE_UNKNOWN|BAD_CERTIFICATE)/.test(error.code ?? ''))
      options.onRefusedCertificate?.(
        port.originOf(socket)?.host ?? String(socket.servername || hosts.names[0]),
      )
  }
  tls.on('tlsClientError', noteRefused)
  tls.on('secureConnection', (socket) => {
    socket.on('error', (error) => noteRefused(error, socket))
    http.emit('connection', socket)
  })

  return {
    url,
    port: port.number,
    get mapped() {
      return mapped
    },
    close: () => port.close(),
  }
}

interface Address {
  host: string
  port: number
}

const established = 'HTTP/1.1 200 Connection established\r\n\r\n'
const badRequest = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * A certificate for each mapped host that a client names, and one for all for clients that name none. If all others are
 * refused, they have certificates too, because a client reads the refusal only from whom it trusts.
 */
async function tlsServer({ hosts, authority, offline }: ProxyOptions): Promise<TlsServer> {
  return createTlsServer({
    ...(await authority.issue(hosts.names)),
    ALPNProtocols: ['http/1.1', 'http/1.0'],
    SNICallback: (name, done) => {
      if (!hosts.has(name) && !offline) done(null)
      else authority.contextFor(name.toLowerCase()).then((context) => done(null, context), done)
    },
  })
}

/** A request's target as a path, and whom it is for: by an absolute address, by CONNECT or by the Host header. */
function requested(
  { url = '/', headers, socket }: IncomingMessage,
  origin: Origin | undefined,
): Address & { named: string; path: string } {
  const absolute = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined
  const named = absolute?.host ?? headers.host ?? ''
  const usual = origin?.port ?? ('encrypted' in socket ? 443 : 80)
  const path = absolute === undefined ? url : `${absolute.pathname}${absolute.search}`
  return { ...(splitAuthority(named, usual) ?? { host: '', port: usual }), named, path }
}

/** `https://api.example.com`, with the port if it is not the usual one. */
const addressOf = (encrypted: boolean, host: string, port: number): string =>
  `${encrypted ? 'https' : 'http'}://${host.toLowerCase()}${port === (encrypted ? 443 : 80) ? '' : `:${port}`}`

/** To the emulator by its own name, because the control interface answers only under names that it knows. */
const toEmulator = (emulator: URL, { path }: { path: string }, address: string): Destination => ({
  origin: emulator,
  target: `${emulator.pathname.replace(/\/$/, '')}${path}`,
  headers: ['Host', emulator.host, mappedHeader, address],
  // A browser that uses this proxy is one that the command controls.
  without: /^sec-fetch-/,
})

/** To the host itself, or to the proxy that was already set. */
function onward(upstream: Upstream, asked: Address & { named: string; path: string }): Destination {
  const { host, port, named, path } = asked
  const proxy = upstream.for('http', host, port)
  if (proxy === undefined)
    return { origin: new URL(`http://${named}`), target: path, headers: ['Host', named] }
  return {
    origin: proxy,
    target: `http://${named}${path}`,
    headers: ['Host', named, ...proxyAuthorization(proxy)],
  }
}

const breakable = (outgoing: ServerResponse, origin: Origin | undefined) => ({
  reset: () => (origin === undefined ? outgoing.destroy() : origin.raw.resetAndDestroy()),
  end: () => (outgoing.socket ? outgoing.socket.destroySoon() : outgoing.destroy()),
})

function answer(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
  outgoing.end(`payment-emulator run: ${message}\n`)
}

function refuseTunnel(socket: Socket, message: string): void {
  const body = `payment-emulator run: ${message}\n`
  socket.end(
    `HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
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
