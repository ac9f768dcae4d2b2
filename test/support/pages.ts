import { pages } from '../../src/dashboard/index.ts'
import type { World } from '../../src/emulator/world.ts'
import { operations } from '../../src/operations.ts'
import { harness } from '../harness.ts'

/** Method and path of every HTML page, in Hono's notation; each once, however many handlers it has. */
export const pageRoutes: readonly { method: string; path: string }[] = [
  ...new Map(
    pages(harness().emulator, operations).routes.map(({ method, path }) => [
      `${method} ${path}`,
      { method: method.toLowerCase(), path },
    ]),
  ).values(),
]

/** Ids with which each page of one value can be opened, by its path; pages of other paths have none. */
export function idsOf(world: World): { readonly [path: string]: readonly string[] } {
  const { charges, orders, refunds, transfers, customers, paymentMethods, events, deliveries } = world.state
  const { settlements, chargebacks, virtualAccounts } = world.state
  const ids = (values: Iterable<{ id: string | number }>): string[] =>
    Array.from(values, ({ id }) => String(id))
  return {
    '/_emulator/ui/charges/:id': ids(charges),
    '/_emulator/ui/orders/:id': ids(orders),
    '/_emulator/ui/refunds/:id': ids(refunds),
    '/_emulator/ui/transfers/:id': ids(transfers),
    '/_emulator/ui/customers/:id': ids(customers),
    '/_emulator/ui/payment-methods/:id': ids(paymentMethods),
    '/_emulator/ui/settlements/:id': ids(settlements),
    '/_emulator/ui/chargebacks/:id': ids(chargebacks),
    '/_emulator/ui/virtual-accounts/:id': ids(virtualAccounts),
    '/_emulator/ui/webhooks/:id': ids(events),
    '/_emulator/ui/requests/:id': ids(world.requests),
    '/_emulator/ui/requests/:id/again': ids(world.requests),
    '/_emulator/ui/deliveries/:id/again': ids(deliveries),
    '/_emulator/ui/scenarios/:id': [...world.catalogue.fragments.keys()].slice(-1),
  }
}
