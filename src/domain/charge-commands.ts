import { type Authorization, answerOf } from './authorization.ts'
import type { Plan } from './catalogue.ts'
import {
  type Charge,
  type ChargeCommand,
  type ChargeContext,
  decide,
  open,
  type TimerName,
} from './charge.ts'
import { type Decision, decision, type Effect, type Save } from './decision.ts'
import { must, mustField } from './errors.ts'
import { feesOf } from './fees.ts'
import { capturable } from './order.ts'
import { recordCapture } from './order-commands.ts'
import type { ProcessorResponse } from './processor-responses.ts'
import type { Context, State } from './state.ts'

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

/** Refuses a reference that any transaction of the merchant has taken (409). */
export function mustBeFresh(state: State, reference: string): void {
  must(
    !state.charges.by('reference', reference),
    'conflict',
    `reference "${reference}" is taken; a reference must be unique across all transactions`,
  )
}

/** Customer and payment method of a request body. Refuses unknown ones and those of another customer (400). */
export function payerOf(state: State, customerId: string, paymentMethodId: string) {
  const customer = state.customers.get(customerId)
  mustField(customer, 'customer_id', `no customer "${customerId}"; GET /customers lists those there are`)
  const method = state.paymentMethods.get(paymentMethodId)
  mustField(
    method,
    'payment_method_id',
    `no payment method "${paymentMethodId}"; GET /payment-methods lists those there are`,
  )
  mustField(
    method.customerId === undefined || method.customerId === customerId,
    'payment_method_id',
    `payment method "${paymentMethodId}" belongs to another customer than "${customerId}"`,
  )
  return { customer, method }
}

/** POST /charges (contract, Create a charge). */
export function createCharge(state: State, input: NewCharge, context: Context): Decision<Charge> {
  const { customer, method } = payerOf(state, input.customerId, input.paymentMethodId)
  mustBeFresh(state, input.reference)
  const plan = context.catalogue.forCharge(planFor(state, input.plan, input.customerId, context), method.type)
  const id = context.newId('chg')
  const fees = feesOf(
    context.settings.fees[method.type],
    input.amount,
    input.currency,
    input.merchantVatAmount,
  )
  const charge: Charge = {
    id,
    number: state.charges.size + 1,
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
    payerUrl: `${input.baseUrl}/_emulator/pay/${id}`,
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
    timers: none,
    history: none,
  }
  if (input.orderId !== undefined) return captureByCharge(state, charge, input.orderId, context)
  const answer = input.authorization && answerOf(state, input.authorization, context)
  const [opened, effects] = open(charge, chargeContext(context), answer)
  const saves: Save[] = [{ into: 'charges', value: opened }]
  if (answer?.nonce) saves.push({ into: 'nonces', value: { id: answer.nonce } })
  return decision(opened, saves, effects)
}

const none: readonly never[] = []
const noMeta: Record<string, string> = {}

/** How often a sequence was used by one customer; other endpoints than charges count under no customer. */
function useSequence(state: State, plan: Plan, customerId: string): { id: string; uses: number } {
  const id = `${plan.key} ${customerId}`
  return (plan.sequence && state.sequences.get(id)) ?? { id, uses: 0 }
}

/** What a key means for this use: of a sequence, the element whose turn it is. */
export function planFor(state: State, plan: Plan, customerId: string, context: Context): Plan {
  return plan.sequence ? context.catalogue.resolveUse(plan, useSequence(state, plan, customerId).uses) : plan
}

/** Counts a use of a sequence. */
export function countUse(state: State, input: { plan: Plan; customerId: string }): Decision<void> {
  const use = useSequence(state, input.plan, input.customerId)
  return decision(undefined, [{ into: 'sequences', value: { ...use, uses: use.uses + 1 } }])
}

/** A charge with `order_id`: captures a preauthorised amount, wholly or in part. */
function captureByCharge(state: State, charge: Charge, orderId: string, context: Context): Decision<Charge> {
  const order = state.orders.get(orderId)
  mustField(order, 'order_id', `no order "${orderId}"; GET /orders lists those there are`)
  mustField(
    order.customerId === charge.customer.id,
    'customer_id',
    `order "${orderId}" belongs to another customer`,
  )
  mustField(
    order.paymentMethodId === charge.method.id,
    'payment_method_id',
    `order "${orderId}" was authorised with payment method "${order.paymentMethodId}"`,
  )
  mustField(order.currency === charge.currency, 'currency', `order "${orderId}" is in ${order.currency}`)
  must(
    order.status === 'authorized',
    'conflict',
    `order ${orderId} is ${order.status}; only an authorized order can be captured`,
  )
  mustField(
    charge.amount <= capturable(order),
    'amount',
    `more than the ${capturable(order)} ${order.currency} of order "${orderId}" that can still be captured`,
  )
  const authorised = state.charges.get(order.chargeId)
  must(authorised, 'internal', `order ${orderId} has lost its charge`)
  // A capture has no flow of its own: the money was authorised before. The issuer of either key can still say no.
  const verdict = charge.plan.processorResponse ?? authorised.plan.processorResponse
  const [captured, effects] = open({ ...charge, recurring: true, verdict }, chargeContext(context), undefined)
  const done = { ...captured, recurring: charge.recurring, verdict: undefined }
  if (done.status !== 'succeeded') return decision(done, [{ into: 'charges', value: done }], effects)
  const rest = recordCapture(order, authorised, done, chargeContext(context))
  return decision(done, [{ into: 'charges', value: done }, ...rest.saves], [...effects, ...rest.effects])
}

/** PUT /charges/{id}: answers a next action, replaces `meta`. */
export function updateCharge(
  state: State,
  input: { id: string; authorization: Authorization | undefined; meta: Record<string, string> | undefined },
  context: Context,
): Decision<Charge> {
  let charge = find(state, input.id)
  const effects: Effect[] = []
  const saves: Save[] = []
  const apply = (command: ChargeCommand): void => {
    const [next, more] = decide(charge, command, chargeContext(context))
    charge = next
    effects.push(...more)
  }
  // The description first: an authorization may end the charge.
  if (input.meta) apply({ type: 'describe', meta: input.meta })
  if (input.authorization) {
    must(
      charge.status === 'pending',
      'conflict',
      `charge ${charge.id} is already ${charge.status} and cannot change`,
    )
    const answer = answerOf(state, input.authorization, context)
    if (answer.nonce) saves.push({ into: 'nonces', value: { id: answer.nonce } })
    apply({ type: 'authorize', kind: answer.kind, answer: answer.answer })
  }
  return decision(charge, [...saves, { into: 'charges', value: charge }], effects)
}

/** GET /charges/{id} by the merchant: counts as a read where the charge waits for one. */
export const readCharge = (state: State, input: { id: string }, context: Context): Decision<Charge> =>
  apply(state, input.id, { type: 'read' }, context)

/** The payer acts: on the hosted page, by the control interface, or by the scenario's plan. */
export const payCharge = (
  state: State,
  input: {
    id: string
    action: 'approve' | 'decline' | 'abandon'
    processorResponse?: ProcessorResponse | undefined
  },
  context: Context,
): Decision<Charge> => apply(state, input.id, { type: 'payer', ...pick(input) }, context)

const pick = ({ action, processorResponse }: Parameters<typeof payCharge>[1]) => ({
  action,
  processorResponse,
})

/** One of the charge's timers fires. */
export const fireChargeTimer = (
  state: State,
  input: { id: string; name: TimerName; step: number },
  context: Context,
): Decision<Charge> => apply(state, input.id, { type: 'timer', name: input.name, step: input.step }, context)

function apply(state: State, id: string, command: ChargeCommand, context: Context): Decision<Charge> {
  const charge = find(state, id)
  const [next, effects] = decide(charge, command, chargeContext(context))
  return decision(next, next === charge ? [] : [{ into: 'charges', value: next }], effects)
}

function find(state: State, id: string): Charge {
  const charge = state.charges.get(id)
  must(charge, 'not_found', `no charge "${id}"; GET /charges lists those there are`)
  return charge
}

export const chargeContext = (context: Context): ChargeContext => ({
  now: context.now,
  digits: context.digits,
  newId: context.newId,
  settleAfter: context.settings.settleAfterMs,
})
