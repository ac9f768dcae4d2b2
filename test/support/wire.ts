import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { createApp } from '../../src/app.ts'
import { defaultLimits, type ServerLimits } from '../../src/config/limits.ts'
import { listen } from '../../src/node/listen.ts'
import type { Harness } from '../harness.ts'

/** What a client on a raw socket received. */
export interface Seen {
  /** All bytes, as latin1 text. */
  text: string
  /** How it ended: the server closed the connection, or reset it. */
  end: 'closed' | 'reset'
}

/** A harness's emulator on a real socket. */
export interface Wire {
  url: string
  port: number
  /** Sends a request as text and reads until the connection ends. */
  raw(request: string): Promise<Seen>
  /** Opens a connection that the test controls. */
  open(): Promise<Socket>
  /** Connections that the server has at the moment. */
  connections(): Promise<number>
  close(): Promise<void>
}

export async function wire(t: Harness, limits: ServerLimits = defaultLimits): Promise<Wire> {
  const { server, url, port } = await listen(createApp(t.emulator), {
    host: '127.0.0.1',
    port: 0,
    limits,
  })
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket))
      socket.once('error', reject)
    })
  return {
    url,
    port,
    open,
    connections: () => promisify(server.getConnections.bind(server))(),
    raw: async (request) => {
      const socket = await open()
      return new Promise((resolve) => {
        let text = ''
        let end: Seen['end'] = 'closed'
        socket.setEncoding('latin1')
        socket.on('data', (chunk) => {
          text += chunk
        })
        socket.on('error', () => {
          end = 'reset'
        })
        socket.on('close', () => resolve({ text, end }))
        socket.write(request)
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A request as it goes over the wire; the connection is closed after the answer. */
export const httpRequest = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body = '',
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body,
  ].join('\r\n')
