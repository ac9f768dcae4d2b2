import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import type { WebhookEndpoint } from '../domain/webhook/events.ts'
import type { Store } from './store.ts'

/** Fills an empty store with the fixtures and `endpoint`. `createdAt` in milliseconds. */
export function seedStore(
  store: Store,
  fixtures: Fixtures,
  endpoint: WebhookEndpoint | undefined,
  createdAt: number,
): void {
  for (const customer of fixtures.customers) store.customers.put({ ...customer, createdAt })
  for (const method of fixtures.paymentMethods) store.paymentMethods.put({ ...method, createdAt })
  for (const beneficiary of fixtures.v3.beneficiaries) store.beneficiaries.put({ ...beneficiary, createdAt })
  for (const [currency, amount = 0] of Object.entries(fixtures.v3.balances))
    store.balances.put({ id: currency, available: amount, ledger: amount })
  if (endpoint !== undefined) store.endpoints.put(endpoint)
}
