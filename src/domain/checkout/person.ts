import { createCustomer, customerByEmail } from '../customer/commands.ts'
import type { Customer } from '../customer/model.ts'
import type { Context, State } from '../kernel/state.ts'
import { bounds, Name, Phone } from '../kernel/values.ts'
import type { Person } from './model.ts'

/** Dialling codes of the countries whose currencies v3 collects, by currency. */
const diallingCodes: Readonly<Record<string, string>> = {
  NGN: '234',
  GHS: '233',
  KES: '254',
  UGX: '256',
  TZS: '255',
  RWF: '250',
  ZMW: '260',
  XOF: '225',
  XAF: '237',
  ZAR: '27',
  EGP: '20',
  USD: '1',
  GBP: '44',
}

const known = Object.values(diallingCodes)

/** A name in one text as first and last name. What a name cannot contain is left out. */
export function nameIn(text: string | undefined): Person['name'] {
  const [first, ...rest] = (text ?? '').trim().split(/\s+/)
  const parts = Object.entries({ first, last: rest.join(' ') }).filter(
    ([part, value]) => Name.safeParse({ [part]: value }).success,
  )
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

/** A phone number in one text: international, or in the form of the currency's country. Undefined if it is neither. */
export function phoneIn(text: string | undefined, currency: string): Person['phone'] {
  const digits = (text ?? '').replace(/\D/g, '').replace(/^00/, '')
  const home = diallingCodes[currency] ?? '234'
  const isHome = digits.startsWith('0') || digits.length <= 9
  const code = isHome ? home : [home, ...known].find((one) => digits.startsWith(one))
  const countryCode = code ?? home
  const national = isHome ? digits.replace(/^0/, '') : digits.slice(code?.length ?? 0)
  // Same as the service: numbers in programs and documents are often too long.
  const number = national.slice(-bounds.phoneDigits.max)
  const isPhone = Phone.safeParse({ country_code: countryCode, number }).success
  return isPhone ? { countryCode, number } : undefined
}

/** The customer of an e-mail address: the one who has it already (observed), or a new one. */
export const customerFor = (state: State, person: Person, context: Context): Customer =>
  customerByEmail(state, person.email) ?? createCustomer(state, person, context).result
