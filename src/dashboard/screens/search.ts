import type { Customer } from '../../domain/customer/model.ts'
import { isoTime } from '../../wire/time.ts'

/** Instants are stored as milliseconds and shown as text; no usual amount is as large. */
const isInstant = (value: number): boolean =>
  Number.isInteger(value) && value >= 100_000_000_000 && value <= 253_402_300_799_999

/** A customer's name, as it is shown. */
export const nameOf = (customer: Pick<Customer, 'name'> | undefined): string =>
  [customer?.name?.first, customer?.name?.last].filter(Boolean).join(' ')

/**
 * A function that tells whether one of its arguments contains a text, whatever the case, in any member at any depth. An
 * empty text is in everything. Parts that many values share, such as customers and plans, are searched once.
 */
export function searchFor(text: string): (...values: unknown[]) => boolean {
  const wanted = text.trim()
  if (wanted === '') return () => true
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu')
  const known = new Map<object, boolean>()
  const has = (value: unknown): boolean => {
    if (typeof value === 'string') return pattern.test(value)
    if (typeof value === 'number') return pattern.test(isInstant(value) ? isoTime(value) : String(value))
    if (typeof value !== 'object' || value === null) return false
    let found = known.get(value)
    if (found === undefined) {
      found = Object.entries(value).some(([name, inner]) =>
        // The names in it are the merchant's own.
        name === 'meta' ? pattern.test(JSON.stringify(inner) ?? '') : has(inner),
      )
      known.set(value, found)
    }
    return found
  }
  return (...values) => values.some(has)
}
