import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import { isLoopback } from './hosts.ts'

/** The first byte of a TLS connection. */
const tlsHandshake = 0x16

/** A connection, and the host that it was opened to with CONNECT. */
export interface Origin {
  raw: Socket
  host?: string
  port?: number
}

/** One port for HTTP, with TLS and without. */
export interface Port {
  number: number
  /** Passes a connection to the server for TLS or for plain HTTP, depending on its first byte. */
  accept(socket: Socket): void
  /** What is known of a connection, or of the connection below a TLS socket. */
  originOf(socket: Socket): Origin | undefined
  /** Closes a connection with the port. */
  keep(socket: Socket): void
  close(): Promise<void>
}

/** Listens on loopback, for this machine only. */
export async function openPort(http: HttpServer, tls: TlsServer): Promise<Port> {
  // By the client's port, because a TLS socket on top of a connection has the same one.
  const origins = new Map<number, Origin>()
  const open = new Set<Socket>()

  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  const accept = (socket: Socket): void => {
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const isTls = first[0] === tlsHandshake
      const server = isTls ? tls : http
      server.emit('connection', socket)
      if (!isTls) socket.resume()
    })
  }

  const server = createServer((socket) => {
    const { remotePort = 0, remoteAddress = '' } = socket
    if (!isLoopback(remoteAddress)) {
      socket.destroy()
      return
    }
    keep(socket)
    origins.set(remotePort, { raw: socket })
    socket.once('close', () => origins.delete(remotePort))
    socket.on('error', () => undefined)
    accept(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    number: (server.address() as AddressInfo).port,
    accept,
    originOf: ({ remotePort = 0 }) => origins.get(remotePort),
    keep,
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
      for (const socket of open) socket.destroy()
      http.close()
      await closed
    },
  }
}
