import { connect as connectSocket, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { type Authority, createAuthority } from '../../src/certificates/authority.ts'
import { createEmulator } from '../../src/node/in-process.ts'
import { MappedHosts } from '../../src/run/hosts.ts'
import { type ProxyOptions, type RunningProxy, startProxy } from '../../src/run/proxy.ts'
import { Upstream } from '../../src/run/upstream.ts'

export interface Running {
  emulator: Awaited<ReturnType<typeof createEmulator>>
  authority: Authority
  proxy: RunningProxy
  /** Where the emulator listens. */
  url: string
}

/** A proxy that maps `api.example.com` and `*.example.org` to an emulator, until the test ends. */
export async function running(options: Partial<ProxyOptions> = {}): Promise<Running> {
  const emulator = await createEmulator({ seed: 'run' })
  onTestFinished(() => emulator.close())
  const url = await emulator.listen()
  const authority = await createAuthority()
  const proxy = await startProxy({
    hosts: new MappedHosts(['api.example.com', '*.example.org']),
    emulator: new URL(url),
    authority,
    offline: false,
    upstream: new Upstream({}),
    ...options,
  })
  onTestFinished(() => proxy.close())
  return { emulator, authority, proxy, url }
}

/** Everything that a socket receives until it ends; rejects as the socket does. */
export const textOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('close', () => resolve(text))
    socket.on('error', (error) => reject(error))
    socket.resume()
  })

export function open(port: number): Socket {
  const socket = connectSocket(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  return socket
}

/** Asks the proxy for a tunnel; the status line and the socket. */
export async function tunnel(port: number, host: string): Promise<[status: string, socket: Socket]> {
  const socket = open(port)
  socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const first = await new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk)))
  })
  socket.pause()
  const end = first.indexOf('\r\n\r\n') + 4
  if (first.length > end) socket.unshift(first.slice(end))
  return [first.split('\r\n')[0] ?? '', socket]
}

/** TLS in a tunnel, as a client that trusts the authority speaks it. */
export async function secured(
  socket: Socket,
  servername: string,
  { certificate }: Authority,
  ALPNProtocols: string[] = [],
): Promise<TLSSocket> {
  const secure = connectTls({ socket, servername, ca: certificate, ALPNProtocols })
  await new Promise<void>((resolve, reject) => {
    secure.once('secureConnect', resolve)
    secure.once('error', reject)
  })
  return secure
}

/** Sends a request through a tunnel to a mapped host; the whole answer. */
export async function request(
  { proxy, authority }: Running,
  host: string,
  head: string,
  body = '',
): Promise<string> {
  const [, socket] = await tunnel(proxy.port, `${host}:443`)
  const secure = await secured(socket, host, authority)
  secure.write(
    `${head}\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return textOf(secure)
}
