import { pathPattern } from '../http/match.ts'

/**
 * Endpoints that similar public services have and this emulator does not, and what to use instead. COVERAGE.md lists them,
 * and the 404 and 405 of such requests contain the advice.
 */
export const unsupported = {
  'POST /v2/charge': 'v2 is out of support; the contract does not describe it.',
  'POST /v3/virtual-cards':
    'Cards that the service issues are not emulated: what is paid with them never passes through here. Stub these calls.',
  'POST /v3/subaccounts':
    'A world belongs to one merchant, so payments cannot be split; settlements pay out in full: GET /v3/settlements.',
  'POST /v3/payout-subaccounts':
    'A world belongs to one merchant, whose balances GET /v3/balances lists; transfers are paid from them.',
  'POST /v3/payment-plans':
    'Nothing is charged without a request. When a payment is due, charge the token of the card: POST /v3/tokenized-charges, or many with POST /v3/bulk-tokenized-charges.',
  'GET /v3/subscriptions':
    'Nothing is charged without a request, so there is nothing to cancel. Charge the token of a card when a payment is due: POST /v3/tokenized-charges.',
  'POST /v3/chargebacks':
    'Payers open chargebacks, not merchants. To test, create one with POST /chargebacks of the charge interface.',
  'PUT /v3/virtual-account-numbers/{order_ref}':
    'An account cannot be changed. Close it with POST and status inactive, and create another one.',
  'GET /v3/top-bill-categories':
    'Bills have no groups here. GET /v3/bill-categories lists every item of every biller.',
  'GET /v3/bills/{category}/billers':
    'Bills have no groups here. GET /v3/bill-categories lists every item of every biller.',
  'GET /v3/mobile-networks/{country}': 'Operators are among the banks of a country: GET /v3/banks/{country}.',
  'POST /v3/ebills':
    'Invoices are not emulated. POST /v3/payments creates a page on which a customer pays an amount.',
  'POST /v3/otps':
    'Nothing is sent by SMS or e-mail. GET /_emulator/charges/{id} shows the OTP that a charge accepts.',
  'POST /v3/bvn/verifications':
    'Data about the identity of people is not emulated, because it could only be invented. Stub this call.',
  'GET /v3/kyc/bvns/{bvn}':
    'Data about the identity of people is not emulated, because it could only be invented. Stub this call.',
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
