import type { Chargebacks, VirtualAccounts } from './collections.ts'
import type { Ask } from './http.ts'

/** Options as they are sent. */
export const snakeCase = (options: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).map(([name, wanted]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      wanted,
    ]),
  )

/** Chargebacks and virtual accounts of one world. */
export const moneyCalls = (ask: Ask): { chargebacks: Chargebacks; virtualAccounts: VirtualAccounts } => ({
  chargebacks: {
    outcome: (id, status) => ask('POST', `/chargebacks/${encodeURIComponent(id)}/outcome`, { status }),
  },
  virtualAccounts: {
    pay: (id, options = {}) =>
      ask('POST', `/virtual-accounts/${encodeURIComponent(id)}/pay`, snakeCase(options)),
  },
})
