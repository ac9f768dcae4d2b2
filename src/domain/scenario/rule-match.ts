import type { Customer } from '../customer/model.ts'
import type { PaymentMethod } from '../customer/payment-method.ts'
import type { PaymentMethodType } from '../kernel/enums.ts'
import type { RuleWhen } from './rule.ts'

/** The part of a card that is compared, before the card is stored. */
interface NewCard {
  type: 'card'
  details: { first6: string; last4: string }
}

/** The properties of a request that rules compare. Customer and payment method are those that the request names. */
export interface RuleSubject {
  method: string
  path: string
  reference?: string | undefined
  customerId?: string | undefined
  paymentMethodId?: string | undefined
  paymentMethodType?: PaymentMethodType | undefined
  paymentMethod?: PaymentMethod | NewCard | undefined
  email?: Customer['email'] | undefined
  accountNumber?: string | undefined
  amount?: number | undefined
  currency?: string | undefined
  meta?: Readonly<Record<string, unknown>> | undefined
}

type Condition<K extends keyof RuleWhen> = (wanted: NonNullable<RuleWhen[K]>, subject: RuleSubject) => boolean

const conditions: { [K in keyof Required<RuleWhen>]: Condition<K> } = {
  method: (wanted, { method }) => method === wanted,
  path: (wanted, { path }) => isUnder(path, wanted),
  reference: (wanted, { reference }) => reference !== undefined && fits(wanted, reference),
  customerId: (wanted, { customerId }) => customerId === wanted,
  paymentMethodId: (wanted, { paymentMethodId }) => paymentMethodId === wanted,
  paymentMethod: (wanted, { paymentMethodType }) => paymentMethodType === wanted,
  card: ({ first6, last4 }, { paymentMethod }) =>
    paymentMethod?.type === 'card' &&
    (first6 === undefined || paymentMethod.details.first6 === first6) &&
    (last4 === undefined || paymentMethod.details.last4 === last4),
  email: (wanted, { email }) =>
    email !== undefined &&
    (isName(wanted)
      ? nameOf(email) === wanted.toLowerCase()
      : fits(wanted.toLowerCase(), email.toLowerCase())),
  accountNumber: (wanted, { accountNumber }) => accountNumber === wanted,
  amount: (wanted, { amount }) => amount === wanted,
  cents: (wanted, { amount }) => amount !== undefined && centsOf(amount) === wanted,
  currency: (wanted, { currency }) => currency === wanted,
  meta: (wanted, { meta }) =>
    meta !== undefined && Object.entries(wanted).every(([name, value]) => meta[name] === value),
}

/** Whether a request meets every condition of a rule. */
export function matches(when: RuleWhen, subject: RuleSubject): boolean {
  for (const name in when) {
    const wanted = when[name as keyof RuleWhen]
    if (wanted !== undefined && !conditions[name as keyof RuleWhen](wanted as never, subject)) return false
  }
  return true
}

/** Whether a rule has no conditions besides method and path. */
export function needsNoBody(when: RuleWhen): boolean {
  for (const name in when)
    if (name !== 'method' && name !== 'path' && when[name as keyof RuleWhen] !== undefined) return false
  return true
}

/** Whether an e-mail condition is a name, the part before `@` or `+`. */
export const isName = (wanted: string): boolean => !/[@*]/.test(wanted)

/** The part of an e-mail address before `@` or `+`, in lower case. */
export function nameOf(email: string): string {
  const at = email.indexOf('@')
  const plus = email.indexOf('+')
  const end = plus < 0 || (at >= 0 && at < plus) ? at : plus
  return (end < 0 ? email : email.slice(0, end)).toLowerCase()
}

/** The two decimals of an amount; undefined if it has more. */
export function centsOf(amount: number): number | undefined {
  const scaled = amount * 100
  const whole = Math.round(scaled)
  return Math.abs(scaled - whole) < 1e-4 ? whole % 100 : undefined
}

const fits = (pattern: string, text: string): boolean =>
  pattern.endsWith('*') ? text.startsWith(pattern.slice(0, -1)) : text === pattern

const isUnder = (path: string, top: string): boolean =>
  path === top || path.startsWith(top.endsWith('/') ? top : `${top}/`)

const words: { [K in keyof Required<RuleWhen>]: (wanted: NonNullable<RuleWhen[K]>) => string } = {
  method: (method) => `the method is ${method}`,
  path: (path) => `the path is ${path} or below it`,
  reference: (reference) => `the reference ${isOrBegins(reference)}`,
  customerId: (id) => `the customer is ${id}`,
  paymentMethodId: (id) => `the payment method is ${id}`,
  paymentMethod: (type) => `the payment method's type is ${type}`,
  card: ({ first6 = '', last4 = '' }) => `the card number is ${first6}…${last4}`,
  email: (email) =>
    isName(email)
      ? `the customer's e-mail begins with ${email}@ or ${email}+`
      : `the customer's e-mail ${isOrBegins(email)}`,
  accountNumber: (account) => `the account number is ${account}`,
  amount: (amount) => `the amount is ${amount}`,
  cents: (cents) => `the amount ends in .${String(cents).padStart(2, '0')}`,
  currency: (currency) => `the currency is ${currency}`,
  meta: (meta) =>
    `meta holds ${Object.entries(meta)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ')}`,
}

const isOrBegins = (pattern: string): string =>
  pattern.endsWith('*') ? `begins with ${pattern.slice(0, -1)}` : `is ${pattern}`

/** The conditions of a rule as text: `the amount ends in .51`. Empty if it has none. */
export const conditionsOf = (when: RuleWhen): string[] =>
  Object.entries(when).flatMap(([name, wanted]) =>
    wanted === undefined ? [] : [words[name as keyof RuleWhen](wanted as never)],
  )
