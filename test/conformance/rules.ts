import { access } from './areas/access.ts'
import { authorization } from './areas/authorization.ts'
import { bills } from './areas/bills.ts'
import { chargeObject } from './areas/charge-object.ts'
import { charges } from './areas/charges.ts'
import { customers } from './areas/customers.ts'
import { errorRules } from './areas/errors.ts'
import { headers } from './areas/headers.ts'
import { idempotency } from './areas/idempotency.ts'
import { nextActions } from './areas/next-actions.ts'
import { orders } from './areas/orders.ts'
import { paymentMethods } from './areas/payment-methods.ts'
import { quickdocs } from './areas/quickdocs.ts'
import { reads } from './areas/reads.ts'
import { refunds } from './areas/refunds.ts'
import { token } from './areas/token.ts'
import { transactions } from './areas/transactions.ts'
import { transferLife } from './areas/transfer-life.ts'
import { transferMembers } from './areas/transfer-members.ts'
import { transfers } from './areas/transfers.ts'
import { v3Collections } from './areas/v3-collections.ts'
import { webhooks } from './areas/webhooks.ts'
import { whole } from './areas/whole.ts'
import type { Rule } from './kit/rule.ts'

/** Every rule of the service interface that can be checked from outside, in order of execution. */
export const rules: readonly Rule[] = [
  ...token,
  ...access,
  ...charges,
  ...headers,
  ...authorization,
  ...idempotency,
  ...nextActions,
  ...chargeObject,
  ...reads,
  ...customers,
  ...paymentMethods,
  ...orders,
  ...refunds,
  ...bills,
  ...transfers,
  ...transferMembers,
  ...transferLife,
  ...transactions,
  ...v3Collections,
  ...quickdocs,
  ...errorRules,
  ...webhooks,
  ...whole,
]
