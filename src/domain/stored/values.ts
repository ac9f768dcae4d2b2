import type { z } from 'zod'
import { storedBalance } from '../balance.ts'
import { storedBeneficiary } from '../beneficiary.ts'
import { storedCharge } from '../charge.ts'
import { storedCustomer } from '../customer.ts'
import { storedDelivery, storedEndpoint, storedEvent } from '../events.ts'
import { storedFault } from '../fault-commands.ts'
import { storedIdempotencyRecord } from '../idempotency.ts'
import { storedFlag, storedNonce, storedSequenceUse } from '../marks.ts'
import { storedOrder } from '../order.ts'
import { storedPaymentMethod } from '../payment-method.ts'
import { storedRefund } from '../refund.ts'
import type { Collections } from '../state.ts'
import { storedToken } from '../token.ts'
import { storedTransfer } from '../transfer.ts'
import { storedReversal } from '../webhook-plan.ts'
import { chargeRules } from './charge-rules.ts'
import type { Interning } from './interned.ts'
import { storedPlan, storedWebhooks } from './plan.ts'

/** The schema of what each collection of a snapshot holds; `interning` makes equal parts one. */
export function storedValues(interning: Interning): { [K in keyof Collections]: z.ZodType<Collections[K]> } {
  const plan = interning.of(storedPlan())
  const webhooks = interning.of(storedWebhooks())
  const customers = interning.of(storedCustomer())
  const paymentMethods = interning.of(storedPaymentMethod())
  const endpoints = interning.of(storedEndpoint())
  const charges = storedCharge({ customer: customers, method: paymentMethods, plan }).superRefine(chargeRules)
  const orders = storedOrder()
  const refunds = storedRefund({ plan })
  const transfers = storedTransfer({ webhooks })
  return {
    customers,
    paymentMethods,
    charges,
    orders,
    refunds,
    transfers,
    beneficiaries: storedBeneficiary(),
    balances: storedBalance(),
    events: storedEvent({ webhooks, charges, orders, refunds, transfers }),
    deliveries: storedDelivery({ endpoint: endpoints }),
    endpoints,
    nonces: storedNonce(),
    sequences: storedSequenceUse(),
    tokens: storedToken(),
    idempotency: storedIdempotencyRecord(),
    flags: storedFlag(),
    faults: storedFault(),
    reversals: storedReversal(),
  }
}
