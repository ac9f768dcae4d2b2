import { type CheckedCard, checkCard, type NewCard } from '../domain/customer/card.ts'
import { customerByEmail } from '../domain/customer/commands.ts'
import type { Customer } from '../domain/customer/model.ts'
import type { PaymentMethod } from '../domain/customer/payment-method.ts'
import { Refusal } from '../domain/kernel/errors.ts'
import { camelKeys } from '../domain/kernel/values.ts'
import { decryptionOf } from '../emulator/context.ts'
import type { Call } from './call.ts'

/** Who pays by a request: stored already, or described in its body. */
export interface SentPayer {
  customerId: string | undefined
  email: string | undefined
  paymentMethodId: string | undefined
  paymentMethod: PaymentMethod | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The payer of a request with a valid body. Cards are looked up or decrypted, so encrypted ones match rules as well. */
export function payerOf(call: Pick<Call, 'world' | 'emulator'>, sent: Record<string, unknown>): SentPayer {
  const { state } = call.world
  if (typeof sent['payment_method'] === 'object') return directPayer(call, sent)
  const customerId = text(sent['customer_id'])
  const paymentMethodId = text(sent['payment_method_id'])
  return {
    customerId,
    email: customerId === undefined ? undefined : state.customers.get(customerId)?.email,
    paymentMethodId,
    paymentMethod: paymentMethodId === undefined ? undefined : state.paymentMethods.get(paymentMethodId),
  }
}

/** Customer and payment method that a direct charge or order describes. */
function directPayer(call: Pick<Call, 'world' | 'emulator'>, sent: Record<string, unknown>): SentPayer {
  const { email } = sent['customer'] as Pick<Customer, 'email'>
  const method = sent['payment_method'] as { type: PaymentMethod['type'] } & Record<string, object>
  const details = method.type === 'card' ? cardDetails(call, camelKeys(method['card'] ?? {}) as NewCard) : {}
  return {
    customerId: customerByEmail(call.world.state, email)?.id,
    email,
    paymentMethodId: undefined,
    // What is not stored yet has no id, which rules do not read.
    paymentMethod: details && ({ type: method.type, details } as PaymentMethod),
  }
}

/** The details of a card as they would be stored; undefined if it will be refused. */
function cardDetails({ world, emulator }: Pick<Call, 'world' | 'emulator'>, card: NewCard) {
  let checked: CheckedCard | undefined
  try {
    checked = checkCard(card, decryptionOf(emulator.ports, world.fixtures))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  return checked?.stored
}

/**
 * Whose use of a sequence a request counts as: that of its customer. Direct charges name an e-mail address, which stands for
 * a customer who does not exist yet.
 */
export function sequenceUser(world: Call['world'], body: unknown): string {
  const { customer_id, customer } = (body ?? {}) as { customer_id?: unknown; customer?: { email?: unknown } }
  const email = text(customer?.email)
  const id = customer_id ?? (email && (customerByEmail(world.state, email)?.id ?? email.toLowerCase()))
  return String(id ?? '')
}
