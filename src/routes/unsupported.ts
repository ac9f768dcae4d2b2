import { pathPattern } from '../http/match.ts'

/**
 * Endpoints that similar public services have and this emulator does not, and what to use instead. COVERAGE.md lists them,
 * and the 404 and 405 of such requests contain the advice.
 */
export const unsupported = {
  'POST /v2/charge': 'v2 is out of support; the contract does not describe it.',
  'POST /v3/virtual-cards': 'Not in the contract.',
  'POST /v3/subaccounts': 'Split payments are not in the contract.',
  'POST /v3/payment-plans': 'Plans and subscriptions are not in the contract; charge with recurring true.',
  'DELETE /charges/{id}': 'A charge cannot be deleted; void its order or refund it.',
  'DELETE /customers/{id}': 'A customer cannot be deleted.',
  'PUT /payment-methods/{id}': 'A payment method cannot be changed; create another one.',
  'DELETE /payment-methods/{id}': 'A payment method cannot be deleted.',
  'PUT /refunds/{id}': 'A refund cannot be changed or cancelled.',
  'POST /realms/{realm}/protocol/openid-connect/revoke':
    'The contract has client credentials only; a token expires after 10 minutes.',
  'POST /realms/{realm}/protocol/openid-connect/token/introspect':
    'The contract has client credentials only; tokens verify against the key set.',
} as const satisfies Record<string, string>

const entries = Object.entries(unsupported).map(([operation, advice]) => {
  const [method = '', path = ''] = operation.split(' ')
  const pattern = pathPattern(path.replace(/\{(\w+)\}/g, ':$1'))
  return { method, pattern, below: new RegExp(`${pattern.source.slice(0, -1)}/`), advice }
})

/** What to do instead of an operation that has no endpoint, where that is known; `path` as it is routed. */
export const adviceFor = (method: string, path: string): string | undefined =>
  entries.find((entry) => entry.method === method && entry.pattern.test(path))?.advice

/** The same for a path that has no endpoint with any method, or that lies below one which would have. */
export const adviceBelow = (method: string, path: string): string | undefined =>
  adviceFor(method, path) ??
  entries.find(({ pattern, below }) => pattern.test(path) || below.test(path))?.advice
