import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type World } from 'payment-emulator/client'
import { test as base, inject } from 'vitest'
import { Payments } from '../shop/payments.ts'
import { WebhookReceiver } from '../shop/webhooks.ts'

const webhookSecret = 'shop-webhook-secret'

/**
 * The shop's HTTP server, shared by the tests of a file and closed after them. Each test has its own path,
 * `/webhooks/{world}`.
 */
interface ShopServer {
  url: string
  receivers: Map<string, (headers: IncomingMessage['headers'], body: string) => number>
}

export interface Fixtures {
  shopServer: ShopServer
  /**
   * A separate merchant for each test: credentials, charges, clock, webhooks. It is not closed after the test: all
   * worlds end with their emulator.
   */
  world: World
  /** The code under test, configured for that world. */
  payments: Payments
  webhooks: WebhookReceiver
}

export const test = base.extend<Fixtures>({
  shopServer: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    async ({}, use) => {
      const receivers: ShopServer['receivers'] = new Map()
      const server = createServer(async (request, response) => {
        let body = ''
        for await (const chunk of request.setEncoding('utf8')) body += chunk
        response.statusCode = receivers.get(request.url ?? '')?.(request.headers, body) ?? 404
        response.end()
      })
      await use({ url: await listen(server), receivers })
      server.closeAllConnections()
      server.close()
    },
    { scope: 'file' },
  ],
  world: async ({ task }, use) => {
    await use(connect(inject('emulatorUrl')).newWorld(task.name))
  },
  payments: async ({ world }, use) => {
    await use(
      new Payments({
        baseUrl: world.url,
        authUrl: world.url,
        clientId: 'sandbox-client',
        clientSecret: 'sandbox-secret',
      }),
    )
  },
  webhooks: async ({ world, shopServer }, use) => {
    const receiver = new WebhookReceiver(webhookSecret)
    const path = `/webhooks/${world.name}`
    shopServer.receivers.set(path, (headers, body) => receiver.receive(headers, body))
    await world.webhooks.endpoints.add({ url: shopServer.url + path, secret: webhookSecret })
    await use(receiver)
  },
})

export { expect } from 'vitest'

/** An emulator in a container reaches this machine under a different name: SHOP_HOST=host.docker.internal. */
const shopHost = process.env['SHOP_HOST']

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, shopHost ? '0.0.0.0' : '127.0.0.1', () =>
      resolve(`http://${shopHost ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`),
    ),
  )
