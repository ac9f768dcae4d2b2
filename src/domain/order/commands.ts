import { chargeContext, draftFor, openCharge, type Payer, type Payment, payerOf } from '../charge/create.ts'
import { decide, open } from '../charge/decide.ts'
import { feesOf } from '../charge/fees.ts'
import { captureStep, conclude } from '../charge/flow.ts'
import type { Charge, ChargeContext } from '../charge/model.ts'
import type { ProcessorResponse } from '../charge/processor-responses.ts'
import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import type { OrderStatus } from '../kernel/enums.ts'
import { must, mustField } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import { add } from '../kernel/money.ts'
import type { Context, State } from '../kernel/state.ts'
import { withFlow } from '../scenario/commands.ts'
import type { Plan } from '../stored/plan.ts'
import { capturable, chargeOf, isHeld, type Order } from './model.ts'

/** An order apart from who pays it. */
export type NewOrder = Omit<Payment, 'recurring' | 'orderId'> & {
  description?: string | undefined
  wants3ds?: boolean
}

/** POST /orders: the order and the charge for its authorisation. */
export const createOrder = (
  state: State,
  input: NewOrder & { customerId: string; paymentMethodId: string },
  context: Context,
): Decision<Order> => orderFor(payerOf(state, input.customerId, input.paymentMethodId), state, input, context)

/** The same for a payer who may not be stored yet. */
export function orderFor(
  payer: Payer,
  state: State,
  { description, wants3ds, ...payment }: NewOrder,
  context: Context,
): Decision<Order> {
  const flow = wants3ds && payer.method.type === 'card' ? 'scenario:auth_3ds' : undefined
  const plan = withFlow(payment.plan, flow, context.catalogue)
  const draft = draftFor(payer, state, { ...payment, plan, recurring: false, orderId: undefined }, context)
  const charge = { ...draft, plan: withCapture(draft.plan) }
  const order: Order = { ...newOrder(charge, context), description }
  const { saves, effects } = openCharge(state, charge, payment.authorization, context)
  return decision(order, [{ into: 'orders', value: order }, ...saves], effects)
}

/** Adds a step for the capture before the end of a flow, if it has none. */
export function withCapture(plan: Plan): Plan {
  if (plan.steps === undefined || captureStep(plan) >= 0) return plan
  const hold = { ask: 'requires_capture', expired: 'no_action_taken' } as const
  return { ...plan, steps: [...plan.steps.slice(0, -1), hold, ...plan.steps.slice(-1)] }
}

/** A charge waits for its capture: its order is authorised, and created if the charge was created without one. */
export function authorizeOrder(state: State, input: { chargeId: string }, context: Context): Decision<Order> {
  const charge = state.charges.get(input.chargeId)
  must(charge, 'internal', `charge ${input.chargeId} is gone`)
  const order: Order = {
    ...(state.orders.by('chargeId', charge.id) ?? newOrder(charge, context)),
    status: 'authorized',
  }
  return decision(
    order,
    [{ into: 'orders', value: order }],
    [
      {
        kind: 'emit',
        type: 'order.authorization',
        subject: { collection: 'orders', value: order },
        plan: charge.plan.webhooks,
      },
    ],
  )
}

/** The order of a charge with an authorisation. */
export const newOrder = (charge: Charge, context: Context): Order => ({
  id: context.newId('ord'),
  reference: charge.reference,
  chargeId: charge.id,
  amount: charge.amount,
  fees: charge.fees,
  currency: charge.currency,
  customerId: charge.customer.id,
  paymentMethodId: charge.method.id,
  description: undefined,
  meta: charge.meta,
  status: 'pending',
  capturedAmount: 0,
  captures: [],
  createdAt: context.now,
})

/** The authorised charge has ended: so does its order. */
export function closeOrder(state: State, input: { chargeId: string }): Decision<Order | undefined> {
  const charge = state.charges.get(input.chargeId)
  const order = state.orders.by('chargeId', input.chargeId)
  if (!charge || !order) return decision(undefined, [])
  const taken = charge.status === 'succeeded'
  const capturedAmount = taken ? add(order.capturedAmount, charge.amount) : order.capturedAmount
  const ends = { succeeded: 'completed', voided: 'voided', failed: 'failed', pending: order.status } as const
  const closed: Order = {
    ...order,
    fees: charge.fees,
    status: capturedAmount > 0 ? statusAfter(order, capturedAmount) : ends[charge.status],
    capturedAmount,
    captures: taken ? [...order.captures, charge.id] : order.captures,
  }
  return decision(closed, [{ into: 'orders', value: closed }])
}

/** The status of an order after a capture. */
const statusAfter = (order: Order, capturedAmount: number): OrderStatus =>
  capturable({ ...order, capturedAmount }) > 0 ? 'partially-completed' : 'completed'

/**
 * Captures the rest, or `amount` of it, with the authorised charge, and releases the remainder. `verdict` is the
 * issuer's decision on this capture, if the request sets one.
 */
export function captureOrder(
  state: State,
  input: { id: string; amount: number | undefined; verdict: ProcessorResponse | undefined },
  context: Context,
): Decision<Charge> {
  const { order, charge } = find(state, input.id)
  mustBeHeld(order, charge, 'captured')
  const amount = input.amount ?? capturable(order)
  mustBeCapturable(order, amount)
  const fees = feesOf(
    context.settings.fees[charge.method.type],
    amount,
    order.currency,
    charge.merchantVatAmount,
  )
  const command = { type: 'capture', amount, fees, verdict: input.verdict } as const
  const [captured, effects] = decide(charge, command, chargeContext(context))
  return decision(captured, [{ into: 'charges', value: captured }], effects)
}

/** Releases the authorisation: the charge becomes voided. */
export function voidOrder(state: State, input: { id: string }, context: Context): Decision<Charge> {
  const { order, charge } = find(state, input.id)
  mustBeHeld(order, charge, 'voided')
  const [voided, effects] = decide(charge, { type: 'void', note: 'order voided' }, chargeContext(context))
  return decision(voided, [{ into: 'charges', value: voided }], effects)
}

/** A charge with `order_id`: captures a preauthorised amount, in whole or in part. */
export function captureByCharge(
  state: State,
  charge: Charge,
  orderId: string,
  context: Context,
): Decision<Charge> {
  const order = mustFind(state, 'orders', orderId, 'order_id')
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
  const authorised = chargeOf(order, state.charges)
  mustBeHeld(order, authorised, 'captured')
  mustBeCapturable(order, charge.amount)
  // A capture has no flow, because the money was authorised before. The issuer response of either key can still decline it.
  const verdict = charge.plan.processorResponse ?? authorised.plan.processorResponse ?? 'approved'
  const within = chargeContext(context)
  const [done, effects] = charge.plan.unknown
    ? open(charge, within, undefined)
    : conclude(charge, within, verdict, 'issuer', `captures a part of ${orderId}`)
  if (done.status !== 'succeeded') return decision(done, [{ into: 'charges', value: done }], effects)
  const rest = recordCapture(order, authorised, done, within)
  return decision(done, [{ into: 'charges', value: done }, ...rest.saves], [...effects, ...rest.effects])
}

/** A charge with `order_id` captured its part; the authorisation is released once nothing is left. */
function recordCapture(
  order: Order,
  authorised: Charge,
  capture: Charge,
  context: ChargeContext,
): { saves: Save[]; effects: Effect[] } {
  const capturedAmount = add(order.capturedAmount, capture.amount)
  const next: Order = {
    ...order,
    status: statusAfter(order, capturedAmount),
    capturedAmount,
    captures: [...order.captures, capture.id],
  }
  const saves: Save[] = [{ into: 'orders', value: next }]
  if (capturable(next) > 0) return { saves, effects: [] }
  const note = `authorisation used up by ${next.captures.join(', ')}`
  const [released, effects] = decide(authorised, { type: 'void', note }, context)
  return { saves: [...saves, { into: 'charges', value: released }], effects }
}

function mustBeHeld(order: Order, charge: Charge, what: string): void {
  must(
    isHeld(charge),
    'conflict',
    `order ${order.id} is ${order.status} and has no authorised amount; only an order with one can be ${what}`,
  )
}

function mustBeCapturable(order: Order, amount: number): void {
  const left = capturable(order)
  mustField(
    amount <= left,
    'amount',
    `must be at most ${left}, the ${order.currency} of order "${order.id}" that can still be captured`,
  )
}

/** PUT /orders/{id} with `meta`: replaces it in any state of the order. */
export function describeOrder(
  state: State,
  input: { id: string; meta: Record<string, string> },
): Decision<Order> {
  const order = { ...mustFind(state, 'orders', input.id), meta: input.meta }
  return decision(order, [{ into: 'orders', value: order }])
}

function find(state: State, id: string): { order: Order; charge: Charge } {
  const order = mustFind(state, 'orders', id)
  return { order, charge: chargeOf(order, state.charges) }
}
