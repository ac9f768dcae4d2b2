import { draftFor, openCharge, type Payer, type Payment } from '../charge/create.ts'
import type { Charge } from '../charge/model.ts'
import { type CustomerDetails, createCustomer, customerByEmail } from '../customer/commands.ts'
import { addPaymentMethod, type NewPaymentMethod } from '../customer/payment-method-commands.ts'
import { type Decision, decision, type Save } from '../kernel/decision.ts'
import { mustField, within } from '../kernel/errors.ts'
import type { Context, State } from '../kernel/state.ts'
import { type NewOrder, orderFor } from '../order/commands.ts'
import type { Order } from '../order/model.ts'

/** Who pays, as a merchant sends it with the payment. */
export interface NewPayer {
  customer: CustomerDetails & { email: string }
  paymentMethod: Omit<NewPaymentMethod, 'customerId'>
}

/** What one call created; `isStandIn`: a card of the fixtures replaces one whose number does not decrypt. */
interface Direct<T> {
  made: T
  isStandIn: boolean
}

/** POST /orchestration/direct-charges: customer, payment method and charge, or nothing if one of them is refused. */
export const createDirectCharge = (
  state: State,
  { payer, ...payment }: Omit<Payment, 'recurring' | 'orderId'> & { payer: NewPayer },
  context: Context,
): Decision<Direct<Charge>> =>
  withPayer(state, payer, context, (stored) => {
    const input = { ...payment, recurring: false, orderId: undefined }
    return openCharge(state, draftFor(stored, state, input, context), payment.authorization, context)
  })

/** POST /orchestration/direct-orders: the same with an order. */
export const createDirectOrder = (
  state: State,
  { payer, ...order }: NewOrder & { payer: NewPayer },
  context: Context,
): Decision<Direct<Order>> =>
  withPayer(state, payer, context, (stored) => orderFor(stored, state, order, context))

/** Creates what is missing of the payer, and then what they pay. A customer with a known e-mail address stays as it is. */
export function withPayer<T>(
  state: State,
  { customer: details, paymentMethod }: NewPayer,
  context: Context,
  pay: (payer: Payer) => Decision<T>,
): Decision<Direct<T>> {
  const known = customerByEmail(state, details.email)
  const customer = known ?? createCustomer(state, details, context).result
  const added = within('payment_method', () =>
    addPaymentMethod(state, { ...paymentMethod, customerId: customer.id }, context),
  )
  const { method, isStandIn } = added.result
  const paid = pay({ customer, method })
  const saves: Save[] = known ? [] : [{ into: 'customers', value: customer }]
  saves.push(...added.saves, ...paid.saves)
  const nonces = saves.flatMap(({ into, value }) => (into === 'nonces' ? [value.id] : []))
  mustField(
    new Set(nonces).size === nonces.length,
    'authorization.pin.nonce',
    'was used for the card of the same request; create a new nonce for each',
  )
  return decision({ made: paid.result, isStandIn }, saves, paid.effects)
}
