import type { z } from 'zod'
import { storedIdempotencyRecord, storedToken } from '../access/model.ts'
import { storedCharge } from '../charge/model.ts'
import { storedCustomer } from '../customer/model.ts'
import { storedPaymentMethod } from '../customer/payment-method.ts'
import { storedFlag, storedNonce, storedSequenceUse } from '../kernel/marks.ts'
import type { Collections } from '../kernel/state.ts'
import { storedOrder } from '../order/model.ts'
import { storedRefund } from '../refund/model.ts'
import { storedFault } from '../scenario/rule.ts'
import { storedBalance } from '../transfer/balance.ts'
import { storedBeneficiary } from '../transfer/beneficiary.ts'
import { storedTransfer } from '../transfer/model.ts'
import { storedDelivery, storedEndpoint, storedEvent, storedReversal } from '../webhook/events.ts'
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
