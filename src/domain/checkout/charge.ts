import { draftFor, openCharge, type Payment } from '../charge/create.ts'
import type { Charge } from '../charge/model.ts'
import { addPaymentMethod, type NewPaymentMethod } from '../customer/payment-method-commands.ts'
import type { Decision, Save } from '../kernel/decision.ts'
import { invalidField } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import { isUnused } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import { bounds } from '../kernel/values.ts'
import { withCapture } from '../order/commands.ts'
import { withFlow } from '../scenario/commands.ts'
import type { Person } from './model.ts'
import { customerFor } from './person.ts'

/** What a payer pays with: something new, or a stored payment method. */
export type Means = Omit<NewPaymentMethod, 'customerId' | 'meta'> | { readonly id: string }

/** A charge of v3, which names its payer instead of ids. */
export interface NewCheckout
  extends Omit<Payment, 'reference' | 'v3' | 'authorization' | 'orderId' | 'merchantVatAmount'> {
  txRef: string
  linkId?: string | undefined
  person: Person
  means: Means
  /** The key of the flow of its type, unless that is the usual one of the payment method. */
  flow?: string | undefined
  /** Holds the amount until the merchant captures or voids it. */
  preauthorize?: boolean
}

/**
 * POST /v3/charges and /v3/tokenized-charges: creates customer, payment method and charge together. A known e-mail address is
 * a known customer. Refuses a `tx_ref` in use, and what the payment method is refused for (400).
 */
export function createCheckout(state: State, input: NewCheckout, context: Context): Decision<Charge> {
  mustBeNew(state, input.txRef)
  return checkOut(state, input, context)
}

/** Refuses a `tx_ref` that a transaction has already (400). */
export function mustBeNew(state: State, txRef: string): void {
  if (!state.charges.by('txRef', txRef) && !state.transfers.by('reference', txRef)) return
  throw invalidField(
    'tx_ref',
    `"${txRef}" is in use; it must be unique across all transactions. GET /v3/transactions/verify_by_reference shows the transaction`,
  )
}

/** Creates the charge, whatever its `tx_ref`: a hosted payment has several attempts with the same one. */
export function checkOut(
  state: State,
  { person, means, txRef, linkId, flow, preauthorize = false, ...payment }: NewCheckout,
  context: Context,
): Decision<Charge> {
  const saves: Save[] = []
  const payer = 'id' in means ? storedPayer(state, means.id, person, context) : newPayer(means)
  const draft = draftFor(
    payer,
    state,
    {
      ...payment,
      plan: withFlow(payment.plan, flow, context.catalogue),
      reference: referenceFor(state, txRef),
      authorization: undefined,
      orderId: undefined,
      merchantVatAmount: undefined,
      v3: { txRef, linkId },
    },
    context,
  )
  const charge = preauthorize ? { ...draft, plan: withCapture(draft.plan) } : draft
  const opened = openCharge(state, charge, undefined, context)
  if (!state.customers.has(payer.customer.id)) saves.unshift({ into: 'customers', value: payer.customer })
  return { ...opened, saves: [...saves, ...opened.saves] }

  function newPayer(sent: Exclude<Means, { id: string }>) {
    const customer = customerFor(state, person, context)
    const added = addPaymentMethod(state, { ...sent, customerId: customer.id, meta: undefined }, context)
    saves.push(...added.saves)
    return { customer, method: added.result.method }
  }
}

/** The payer of a stored payment method, who has the e-mail address of the request. */
function storedPayer(state: State, id: string, person: Person, context: Context) {
  const method = mustFind(state, 'paymentMethods', id, 'token')
  const owner = method.customerId === undefined ? undefined : state.customers.get(method.customerId)
  if (owner !== undefined && owner.email.toLowerCase() !== person.email.toLowerCase())
    throw invalidField('email', 'must be that of the customer to whom the token belongs')
  return { customer: owner ?? customerFor(state, person, context), method }
}

/**
 * A reference of the charge interface for a `tx_ref`, whose form is free: the same where the contract allows it and no other
 * charge has it. `isFree`: what else must not have it.
 */
export function referenceFor(
  state: State,
  txRef: string,
  isFree: (reference: string) => boolean = () => true,
): string {
  const { min, max } = bounds.reference
  const plain = txRef.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, max)
  const whole = plain.length < min ? `tx-ref-${plain}` : plain
  let reference = whole
  for (let number = 2; !isUnused(state, reference) || !isFree(reference); number++) {
    const end = `-R${number}`
    reference = whole.slice(0, max - end.length) + end
  }
  return reference
}
