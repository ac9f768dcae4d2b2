import { mustBeUnusedNonce } from '../charge/authorization.ts'
import { type Decision, decision, type Save } from '../kernel/decision.ts'
import type { PaymentMethodType } from '../kernel/enums.ts'
import { mustField } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import { type CheckedCard, checkCard, type NewCard } from './card.ts'
import type { PaymentMethod } from './payment-method.ts'

/** A payment method as a merchant sends it: `details` is the member that has the type's name. */
export interface NewPaymentMethod {
  type: PaymentMethodType
  customerId: string | undefined
  details: object
  meta: Record<string, string> | undefined
  deviceFingerprint: string | undefined
  clientIp: string | undefined
}

/** A payment method; `isStandIn`: a card of the fixtures replaces one whose number does not decrypt. */
export interface CreatedMethod {
  method: PaymentMethod
  isStandIn: boolean
}

/** POST /payment-methods. Refuses an unknown customer and an invalid card (400). */
export function createPaymentMethod(
  state: State,
  input: NewPaymentMethod,
  context: Context,
): Decision<CreatedMethod> {
  if (input.customerId !== undefined) mustFind(state, 'customers', input.customerId, 'customer_id')
  return addPaymentMethod(state, input, context)
}

/** The same for a customer who may not be stored yet. */
export function addPaymentMethod(
  state: State,
  input: NewPaymentMethod,
  context: Context,
): Decision<CreatedMethod> {
  const saves: Save[] = []
  const card = input.type === 'card' ? cardDetails(state, input, context, saves) : undefined
  const method = {
    id: context.newId('pmd'),
    type: input.type,
    customerId: input.customerId,
    details: card?.stored ?? otherDetails(input),
    meta: input.meta,
    deviceFingerprint: input.deviceFingerprint,
    clientIp: input.clientIp,
    createdAt: context.now,
    // The details were checked as those of the type, which the compiler cannot see.
  } as PaymentMethod
  const isStandIn = card !== undefined && card.number === undefined
  return decision({ method, isStandIn }, [...saves, { into: 'paymentMethods', value: method }])
}

/** A payment method by the id in a path. Refuses an unknown one (404). */
export const findPaymentMethod = (state: State, id: string): PaymentMethod =>
  mustFind(state, 'paymentMethods', id)

function cardDetails(state: State, input: NewPaymentMethod, context: Context, saves: Save[]): CheckedCard {
  const card = input.details as NewCard
  if (card.nonce !== undefined) {
    mustBeUnusedNonce(state, card.nonce, 'card.nonce')
    saves.push({ into: 'nonces', value: { id: card.nonce } })
  }
  const { stored, number } = checkCard(card, context)
  if (number === undefined) return { stored, number }
  const { customerId, meta, deviceFingerprint, clientIp } = input
  const place = placeOf(number, { customerId, meta, deviceFingerprint, clientIp, card: stored }, '')
  mustField(place === undefined, place ?? '', 'must not contain the card number, which is never stored')
  return { stored, number }
}

/** The dotted name of the first member that contains a card number, with or without separators. */
function placeOf(number: string, value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.replace(/\D/g, '').includes(number) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const field = path === 'meta' ? path : [path, wireName(name)].filter(Boolean).join('.')
    const place = placeOf(number, name, path) ?? placeOf(number, inner, field)
    if (place !== undefined) return place
  }
  return undefined
}

const wireName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** An originator's account number is shown masked, so it is stored masked (contract, Bank transfer). */
function otherDetails({ details }: NewPaymentMethod): object {
  const { originatorAccountNumber: account, ...rest } = details as { originatorAccountNumber?: string }
  if (account === undefined) return rest
  return { ...rest, originatorAccountNumber: account.slice(0, -4).replace(/[^*]/g, '*') + account.slice(-4) }
}
