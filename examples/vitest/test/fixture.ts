import { test as base } from 'payment-emulator/vitest'
import { Payments } from '../shop/payments.ts'
import { WebhookReceiver } from '../shop/webhooks.ts'

export interface Fixtures {
  /** The code under test, configured for the test's world: a merchant with credentials, charges, clock and webhooks of its own. */
  payments: Payments
  /** The shop's webhook handler, behind the webhook endpoint of that world. */
  shop: WebhookReceiver
}

export const test = base.extend<Fixtures>({
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
  shop: async ({ webhooks }, use) => {
    const shop = new WebhookReceiver(webhooks.secret)
    webhooks.answer = ({ headers, body }) => shop.receive(headers, body)
    await use(shop)
  },
})

export { expect } from 'payment-emulator/vitest'
