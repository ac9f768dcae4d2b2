import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isLoopback, plainName, splitAuthority } from './hosts.ts'

type Environment = Record<string, string | undefined>

/** How long an upstream proxy may take to open a tunnel, and a host to accept a connection. Milliseconds. */
const openMs = 60_000

/** The longest answer of an upstream proxy to CONNECT. Bytes. */
const maxHeadBytes = 65_536

/** The proxy that was already set for the command that starts us: hosts that are not mapped still go through it. */
export class Upstream {
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  #variable(name: string): string | undefined {
    return this.#environment[name.toLowerCase()] || this.#environment[name] || undefined
  }

  /** The proxy for a host; undefined: none. */
  for(scheme: 'http' | 'https', host: string, port: number): URL | undefined {
    const text = this.#variable(`${scheme.toUpperCase()}_PROXY`) ?? this.#variable('ALL_PROXY')
    if (text === undefined || isLoopback(host) || this.#excludes(host, port)) return undefined
    const address = text.includes('://') ? text : `http://${text}`
    if (!URL.canParse(address)) return undefined
    const url = new URL(address)
    return /^https?:$/.test(url.protocol) ? url : undefined
  }

  #excludes(host: string, port: number): boolean {
    const name = plainName(host)
    return (this.#variable('NO_PROXY') ?? '')
      .split(/[\s,]+/)
      .filter(Boolean)
      .some((entry) => {
        if (entry === '*') return true
        const { host: excluded, port: only } = splitAuthority(entry, port) ?? { host: entry, port }
        const suffix = plainName(excluded).replace(/^\*?\./, '')
        return only === port && (name === suffix || name.endsWith(`.${suffix}`))
      })
  }

  /** Opens a connection to a host, through the proxy if there is one. Rejects with an Error that says what failed. */
  async open(host: string, port: number): Promise<Socket> {
    const proxy = this.for('https', host, port)
    if (proxy === undefined) return opened(connect({ host, port }))
    const socket = await opened(connectProxy(proxy))
    return tunnel(socket, proxy, host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)
  }
}

/** The header that a proxy with a user name and a password expects. */
export const proxyAuthorization = ({ username, password }: URL): string[] =>
  username === ''
    ? []
    : [
        'Proxy-Authorization',
        `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      ]

function connectProxy({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:'
    ? connectTls({ host, port: Number(port || 443), servername: host })
    : connect({ host, port: Number(port || 80) })
}

const opened = (socket: Socket): Promise<Socket> =>
  new Promise((resolve, reject) => {
    socket.setTimeout(openMs, () => socket.destroy(new Error(`no connection within ${openMs} ms`)))
    socket.once('error', reject)
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0)
      socket.off('error', reject)
      resolve(socket)
    })
  })

/** Asks the proxy for a tunnel; the socket then belongs to the two ends of it. */
const tunnel = (socket: Socket, proxy: URL, authority: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    let head = Buffer.alloc(0)
    const fail = (reason: string): void => {
      socket.destroy()
      reject(new Error(`the proxy ${proxy.host} ${reason}`))
    }
    const onError = (error: Error): void => fail(`failed: ${error.message}`)
    const onEnd = (): void => fail('closed the connection')
    const onData = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) {
        if (head.length > maxHeadBytes) fail('sent no answer that can be used')
        return
      }
      socket.off('data', onData).off('error', onError).off('end', onEnd)
      const [status = ''] = head.toString('latin1', 0, end).split('\r\n')
      if (!/^HTTP\/1\.[01] 2/.test(status)) {
        fail(`answered "${status.slice(0, 100)}"`)
        return
      }
      socket.pause()
      if (head.length > end + 4) socket.unshift(head.subarray(end + 4))
      resolve(socket)
    }
    socket.on('data', onData).on('error', onError).on('end', onEnd)
    const [name, value] = proxyAuthorization(proxy)
    const extra = name === undefined ? '' : `${name}: ${value}\r\n`
    socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${extra}\r\n`)
  })
