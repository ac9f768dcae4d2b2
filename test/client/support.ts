import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Charge, World } from '../../src/index.ts'
import { chargeBody } from '../support/charge.ts'

/** Creates a charge in a world as a merchant does; returns its data. */
export async function charge(world: World, reference: string, scenario?: string): Promise<Charge> {
  const response = await world.fetch('/charges', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await world.token()}`,
      'content-type': 'application/json',
      ...(scenario !== undefined && { 'x-scenario-key': scenario }),
    },
    body: JSON.stringify({ ...chargeBody(), reference }),
  })
  if (response.status !== 201)
    throw new Error(`expected 201, got ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { data: Charge }).data
}

export interface Receiver {
  url: string
  received: { headers: IncomingHttpHeaders; body: string }[]
  close(): void
}

/** A merchant's webhook endpoint that answers with these statuses, then with 200. */
export async function receiver(...statuses: number[]): Promise<Receiver> {
  const received: Receiver['received'] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      response.statusCode = statuses[received.length] ?? 200
      received.push({ headers: request.headers, body })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
