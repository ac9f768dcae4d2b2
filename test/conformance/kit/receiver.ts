import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/**
 * A merchant's webhook endpoint on this machine: stores its requests, with the bodies as `read` converts them, and
 * answers with these statuses, then with 200.
 */
export async function receiver(
  read: (body: string) => string,
  ...statuses: number[]
): Promise<{ url: string; received: Received[]; close(): void }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      response.statusCode = statuses[received.length] ?? 200
      received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: read(body),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
