import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'

/** A webhook endpoint on a real socket, which can misbehave. */
export interface RawReceiver {
  url: string
  port: number
  /** All connections so far. */
  connections: number
  /** Requests whose head has arrived. */
  requests: number
  close(): Promise<void>
}

/** Listens on a free port of this machine; `answer` is called for each request's head that arrives. */
export async function rawReceiver(answer: (socket: Socket, requests: number) => void): Promise<RawReceiver> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    receiver.connections++
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      if (!chunk.includes('POST ')) return
      receiver.requests++
      answer(socket, receiver.requests)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: RawReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    connections: 0,
    requests: 0,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
  return receiver
}

/** A whole HTTP answer as text. */
export const httpAnswer = (status: string, body = '', headers: string[] = []): string =>
  [`HTTP/1.1 ${status}`, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n')
