import type { Customer } from '../customer/model.ts'
import type { PaymentMethod } from '../customer/payment-method.ts'
import { type Decision, decision, type Save } from '../kernel/decision.ts'
import { invalidField } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import { mustBeUnused, v3Number } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import { planFor } from '../scenario/commands.ts'
import type { Plan } from '../stored/plan.ts'
import { type Authorization, answerOf } from './authorization.ts'
import { open } from './decide.ts'
import { feesOf } from './fees.ts'
import type { Charge, ChargeContext } from './model.ts'

export interface NewCharge {
  amount: number
  currency: string
  reference: string
  customerId: string
  paymentMethodId: string
  meta: Record<string, string> | undefined
  redirectUrl: string | undefined
  authorization: Authorization | undefined
  recurring: boolean
  orderId: string | undefined
  merchantVatAmount: number | undefined
  plan: Plan
  /** Origin and world prefix that the payer's browser can reach. */
  baseUrl: string
}

/** A charge apart from who pays it. */
export type Payment = Omit<NewCharge, 'customerId' | 'paymentMethodId'> &
  Pick<Partial<Charge>, 'v3' | 'virtualAccountId'>

/** Who pays, and with what. */
export interface Payer {
  customer: Customer
  method: PaymentMethod
}

/** Customer and payment method of a request body. Refuses unknown ones and those of another customer (400). */
export function payerOf(state: State, customerId: string, paymentMethodId: string): Payer {
  const customer = mustFind(state, 'customers', customerId, 'customer_id')
  const method = mustFind(state, 'paymentMethods', paymentMethodId, 'payment_method_id')
  if (method.customerId !== undefined && method.customerId !== customerId)
    throw invalidField(
      'payment_method_id',
      `payment method "${paymentMethodId}" belongs to another customer than "${customerId}"`,
    )
  return { customer, method }
}

/** A charge before its first decision. Refuses an unknown payer (400), a reference in use (409) and a flow for other payment methods (400). */
export const draftCharge = (state: State, input: NewCharge, context: Context): Charge =>
  draftFor(payerOf(state, input.customerId, input.paymentMethodId), state, input, context)

/** The same for a payer who may not be stored yet. */
export function draftFor(
  { customer, method }: Payer,
  state: State,
  input: Payment,
  context: Context,
): Charge {
  mustBeUnused(state, input.reference)
  const plan = context.catalogue.forCharge(planFor(state, input.plan, customer.id, context), method.type)
  const id = context.newId('chg')
  const fees = feesOf(
    context.settings.fees[method.type],
    input.amount,
    input.currency,
    input.merchantVatAmount,
  )
  return {
    id,
    number: v3Number('charges', state.charges.size),
    reference: input.reference,
    amount: input.amount,
    currency: input.currency,
    fees,
    customer,
    method,
    meta: input.meta ?? noMeta,
    redirectUrl: input.redirectUrl,
    orderId: input.orderId,
    recurring: input.recurring,
    merchantVatAmount: input.merchantVatAmount,
    createdAt: context.now,
    baseUrl: input.baseUrl,
    plan,
    status: 'pending',
    step: -1,
    tries: 0,
    nextAction: undefined,
    processorResponse: undefined,
    verdict: undefined,
    settled: false,
    settlementIds: none,
    refundedAmount: 0,
    refundingAmount: 0,
    disputedAmount: undefined,
    timers: none,
    history: none,
    v3: input.v3,
    virtualAccountId: input.virtualAccountId,
  }
}

/** The first decision about a draft, with the authorization of the request. */
export function openCharge(
  state: State,
  charge: Charge,
  authorization: Authorization | undefined,
  context: Context,
): Decision<Charge> {
  const answer = authorization && answerOf(state, authorization, context)
  const [opened, effects] = open(charge, chargeContext(context), answer)
  const saves: Save[] = [{ into: 'charges', value: opened }]
  if (answer?.nonce) saves.push({ into: 'nonces', value: { id: answer.nonce } })
  return decision(opened, saves, effects)
}

const none: readonly never[] = []
const noMeta: Record<string, string> = {}

export const chargeContext = (context: Context): ChargeContext => ({
  now: context.now,
  digits: context.digits,
  settleAfter: context.settings.settleAfterMs,
})
