import type { Bank } from '../fixtures/v3.ts'
import { must } from '../kernel/errors.ts'

/** The banks of a country, by its two letters. Refuses a country without banks (404). */
export function banksOf(banks: readonly Bank[], country: string): Bank[] {
  const found = banks.filter((bank) => bank.country === country.toUpperCase())
  const countries = [...new Set(banks.map((bank) => bank.country))]
  must(found.length > 0, 'not_found', `no banks in "${country}"; there are banks in ${countries.join(', ')}`)
  return found
}

/** A bank by its code, in one of some countries, or anywhere. */
export const findBank = (
  banks: readonly Bank[],
  code: string,
  countries?: readonly string[],
): Bank | undefined =>
  banks.find((bank) => bank.code === code && (countries === undefined || countries.includes(bank.country)))
