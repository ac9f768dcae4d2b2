import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address whose requests a function answers. */
export interface Relay {
  url: string
  close(): Promise<void>
}

/** Opens an address on this machine for webhooks that a function takes. */
export async function openRelay(answer: (request: Request) => Response | Promise<Response>): Promise<Relay> {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const headers = Object.entries(incoming.headers).map(
      ([name, value]) => [name, String(value)] as [string, string],
    )
    try {
      const response = await answer(
        new Request(`http://127.0.0.1${incoming.url}`, {
          method: incoming.method ?? 'POST',
          headers,
          body: Buffer.concat(chunks),
        }),
      )
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    } catch (error) {
      // As a server would: the exception of a handler is a 500.
      outgoing.writeHead(500).end(error instanceof Error ? error.message : String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
