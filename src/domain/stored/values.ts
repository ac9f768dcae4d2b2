import * as z from 'zod'
import { storedIdempotencyRecord, storedToken } from '../access/model.ts'
import { storedBill } from '../bill/model.ts'
import { storedCharge } from '../charge/model.ts'
import { storedChargeback } from '../chargeback/model.ts'
import { storedChargeBatch } from '../checkout/batch-model.ts'
import { storedLink } from '../checkout/model.ts'
import { storedCustomer } from '../customer/model.ts'
import { storedPaymentMethod } from '../customer/payment-method.ts'
import { storedFlag, storedNonce, storedSequenceUse } from '../kernel/marks.ts'
import type { Collections } from '../kernel/state.ts'
import { storedOrder } from '../order/model.ts'
import { storedRefund } from '../refund/model.ts'
import { storedRule } from '../scenario/rule.ts'
import { storedSettlement } from '../settlement/model.ts'
import { storedBalance } from '../transfer/balance.ts'
import { storedBatch } from '../transfer/batch-model.ts'
import { storedBeneficiary } from '../transfer/beneficiary.ts'
import { storedTransfer } from '../transfer/model.ts'
import { storedAccountBatch } from '../virtual-account/batch-model.ts'
import { storedVirtualAccount } from '../virtual-account/model.ts'
import { storedDelivery, storedEndpoint, storedEvent, storedReversal } from '../webhook/events.ts'
import { chargeRules } from './charge-rules.ts'
import { storedPlan, storedWebhooks } from './plan.ts'

/** Adds the issues of an inner schema to the outer context. */
function passOn(context: z.core.$RefinementCtx, issues: readonly z.core.$ZodIssue[]): never {
  for (const issue of issues) context.addIssue({ ...issue, path: [...issue.path] } as never)
  return z.NEVER
}

/**
 * Makes equal values of one snapshot share one object: a hundred thousand charges have few different customers, payment
 * methods and plans, and a restored world should need no more memory than the saved one.
 */
export class Interning {
  readonly #known: Map<string, unknown>[] = []

  /** Wraps a schema so that equal values become the same object. */
  of<S extends z.ZodType>(schema: S) {
    const known = new Map<string, z.output<S>>()
    this.#known.push(known)
    return z.unknown().transform((value, context): z.output<S> => {
      const key = JSON.stringify(value) ?? ''
      const same = known.get(key)
      if (same !== undefined) return same
      const result = schema.safeParse(value)
      if (!result.success) return passOn(context, result.error.issues)
      known.set(key, result.data)
      return result.data
    })
  }

  /** Drops all values. Called after each snapshot. */
  clear(): void {
    for (const known of this.#known) known.clear()
  }
}

/** The schema of the values in each collection of a snapshot; `interning` lets equal parts share one object. */
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
    links: storedLink({ plan }),
    orders,
    refunds,
    settlements: storedSettlement(),
    chargebacks: storedChargeback({ plan }),
    transfers,
    batches: storedBatch(),
    chargeBatches: storedChargeBatch(),
    bills: storedBill(),
    virtualAccounts: storedVirtualAccount({ plan }),
    accountBatches: storedAccountBatch(),
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
    rules: storedRule(),
    reversals: storedReversal(),
  }
}
