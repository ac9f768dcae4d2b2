import type { Charge } from '../charge/model.ts'
import { type Decision, decision } from '../kernel/decision.ts'
import { invalidField, must } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import { scenarioHeader } from '../scenario/catalogue.ts'
import type { Plan } from '../stored/plan.ts'
import { checkOut, type Means, mustBeNew } from './charge.ts'
import { type LinkState, lastAttempt, type PaymentLink, stateOf } from './model.ts'

/** POST /v3/payments: a page on which the payer chooses. Refuses a `tx_ref` that has been paid or is in use (400). */
export function createLink(
  state: State,
  input: Omit<PaymentLink, 'id' | 'attempts' | 'createdAt'>,
  context: Context,
): Decision<PaymentLink> {
  const other = state.charges.by('txRef', input.txRef)
  // A link that was created twice, or whose payment failed, is nothing unusual: a shop tries again.
  if (other === undefined || other.v3?.linkId === undefined || other.status === 'succeeded')
    mustBeNew(state, input.txRef)
  const { plan } = input
  const methods = input.methods.filter(
    (method) => !plan.steps || !plan.paymentMethods || plan.paymentMethods.includes(method),
  )
  if (methods.length === 0)
    throw invalidField(
      scenarioHeader,
      `"${plan.key}" is a flow for ${plan.paymentMethods?.join(', ')}, and the payment offers ${input.methods.join(', ')}`,
    )
  const link: PaymentLink = {
    ...input,
    methods,
    id: context.newId('lnk'),
    attempts: [],
    createdAt: context.now,
  }
  return decision(link, [{ into: 'links', value: link }])
}

/** The payer has chosen a payment method: the charge is an attempt at the payment. Refuses (409) unless that is open. */
export function payLink(
  state: State,
  input: { id: string; means: Means; plan: Plan },
  context: Context,
): Decision<Charge> {
  const link = mustFind(state, 'links', input.id)
  const now = stateOf(link, lastAttempt(link, state.charges), context.now)
  must(now === 'open', 'conflict', refusals[now])
  const { txRef, amount, currency, meta, redirectUrl, person, baseUrl } = link
  const paid = checkOut(
    state,
    {
      txRef,
      linkId: link.id,
      amount,
      currency,
      meta,
      redirectUrl,
      person,
      means: input.means,
      recurring: false,
      plan: input.plan,
      baseUrl,
    },
    context,
  )
  const next: PaymentLink = { ...link, attempts: [...link.attempts, paid.result.id] }
  return { ...paid, saves: [...paid.saves, { into: 'links', value: next }] }
}

/** POST /v3/payments/link/disable: from now on the payer cannot choose a payment method. A payment that has begun goes on. */
export function disableLink(state: State, input: { id: string }, context: Context): Decision<PaymentLink> {
  const link = mustFind(state, 'links', input.id)
  const next: PaymentLink = { ...link, expiresAt: Math.min(link.expiresAt, context.now) }
  return decision(next, [{ into: 'links', value: next }])
}

const refusals: Record<LinkState, string> = {
  open: '',
  waiting: 'the payment waits for the payer already; go on with it, or decline it first',
  paid: 'it is paid already',
  failed: 'it has failed, and may not be tried again',
  expired: 'the time to pay is over; ask the shop for a new link',
}
