import { type Decision, decision } from '../kernel/decision.ts'
import { mustFind } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Customer } from './model.ts'

/** A customer as a merchant sends it; an update leaves omitted members unchanged. */
export type CustomerDetails = Partial<Omit<Customer, 'id' | 'createdAt'>>

/** The customer with an e-mail address, whatever its case: the newest one, because several may share it. */
export const customerByEmail = (state: State, email: string): Customer | undefined =>
  state.customers.by('email', email.toLowerCase())

/** POST /customers. Chosen: several customers may share an e-mail address. */
export function createCustomer(
  _state: State,
  input: CustomerDetails & { email: string },
  context: Context,
): Decision<Customer> {
  const customer: Customer = {
    id: context.newId('cus'),
    email: input.email,
    name: input.name,
    phone: input.phone,
    address: input.address,
    meta: input.meta,
    createdAt: context.now,
  }
  return decision(customer, [{ into: 'customers', value: customer }])
}

/** PUT /customers/{id}: replaces what is sent. Charges keep the customer as it was when they were created. */
export function updateCustomer(
  state: State,
  { id, details }: { id: string; details: CustomerDetails },
): Decision<Customer> {
  const customer = findCustomer(state, id)
  const sent = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))
  const next: Customer = { ...customer, ...sent }
  return decision(next, [{ into: 'customers', value: next }])
}

/** A customer by the id in a path. Refuses an unknown one (404). */
export const findCustomer = (state: State, id: string): Customer => mustFind(state, 'customers', id)

/** Whether a customer matches all members of a search, ignoring case. */
export function customerMatches(
  customer: Customer,
  wanted: Partial<Record<keyof Customer, unknown>>,
): boolean {
  return holds(customer, wanted)
}

function holds(value: unknown, wanted: unknown): boolean {
  if (wanted === undefined) return true
  if (typeof wanted === 'string') return typeof value === 'string' && same(value, wanted)
  if (typeof wanted !== 'object' || wanted === null || typeof value !== 'object' || value === null)
    return false
  return Object.entries(wanted).every(([name, inner]) =>
    holds((value as Record<string, unknown>)[name], inner),
  )
}

const same = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()
