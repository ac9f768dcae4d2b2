import { pathPattern } from '../http/match.ts'

/**
 * What public services of this family have and this emulator does not, and what to do instead: COVERAGE.md says the same,
 * and so do the 404 and the 405 that such a request gets.
 */
export const unsupported = {
  'POST /v2/charge': 'v2 is out of support; its interface is not shown.',
  'POST /v3/charges':
    'The direct card charge of v3 is only named by the contract, and needs a certificate; charge cards with POST /charges.',
  'POST /v3/payments':
    'Inline, standard and mobile checkout of v3 are only named by the contract; the payer pages stand for hosted payment.',
  'POST /v3/tokenized-charges': 'Not in the contract; charge with recurring true.',
  'POST /v3/accounts/resolve': 'Not in the contract; full_name of a transfer tells the account holder.',
  'GET /v3/transfers/rates': 'Not in the contract; the rates stand in the fixtures.',
  'POST /v3/bulk-transfers': 'Not in the contract; send transfers one by one.',
  'GET /v3/transactions/fee': 'Not in the contract; the fees stand in the charge.',
  'POST /v3/transactions/{id}/refund': 'Not in the contract; refund with POST /refunds.',
  'GET /v3/transactions/{id}/events': 'Not in the contract; GET /_emulator/charges/{id} tells the history.',
  'POST /v3/transactions/{id}/resend-hook':
    'Not in the contract; POST /_emulator/webhooks/deliveries/{id}/redeliver does so.',
  'GET /v3/bill-categories': 'The contract shows the validation of a bill customer only.',
  'POST /v3/bills': 'Paying a bill is not in the contract; its customer is validated, nothing is paid.',
  'GET /v3/wallet/statement': 'Not in the contract; GET /v3/balances tells what there is.',
  'POST /v3/virtual-account-numbers': 'Not in the contract; a charge by bank transfer names an account.',
  'POST /v3/virtual-cards': 'Not in the contract.',
  'POST /v3/subaccounts': 'Split payments are not in the contract.',
  'POST /v3/payment-plans': 'Plans and subscriptions are not in the contract; charge with recurring true.',
  'GET /v3/chargebacks': 'Chargebacks are not in the contract, and there are no events about them.',
  'POST /disputes': 'Disputes are no part of the interface; disputed is always false.',
  'GET /settlements':
    'A charge names its settlement a day after its success; there is nothing more to fetch.',
  'DELETE /charges/{id}': 'Nothing deletes a charge; void its order, or refund it.',
  'DELETE /customers/{id}': 'Nothing deletes a customer.',
  'PUT /payment-methods/{id}': 'A payment method does not change; make another one.',
  'DELETE /payment-methods/{id}': 'Nothing deletes a payment method.',
  'PUT /refunds/{id}': 'A refund cannot be changed or called back.',
  'POST /realms/{realm}/protocol/openid-connect/revoke':
    'The contract has client credentials only; a token ends after 10 minutes.',
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
