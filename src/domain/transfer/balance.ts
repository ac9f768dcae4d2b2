import * as z from 'zod'
import { must } from '../kernel/errors.ts'
import { add, remainder } from '../kernel/money.ts'
import { Currency, NonNegative } from '../kernel/values.ts'
import type { Stored } from '../stored/parts.ts'

/** The merchant's money in one currency, as it is stored: `id` is the currency. Decimals of it. */
export const storedBalance = () =>
  z.strictObject({
    id: Currency,
    /** The available amount, without transfers in progress. */
    available: NonNegative,
    /** The total, including transfers in progress. */
    ledger: NonNegative,
  })
export type Balance = Stored<typeof storedBalance>

/** The balance in a currency. Refuses one without (404); `listed`: the endpoint that lists them. */
export function findBalance(
  balances: { get(currency: string): Balance | undefined },
  currency: string,
  listed: string,
): Balance {
  const balance = balances.get(currency.toUpperCase())
  must(balance, 'not_found', `no balance in "${currency}"; ${listed} lists the existing ones`)
  return balance
}

/**
 * What a transfer does to its balance: holds its money, spends or releases what it holds, or returns what was spent.
 */
export type Movement = 'hold' | 'spend' | 'release' | 'return'

/** A balance after a movement of `amount`. */
export function move(balance: Balance, movement: Movement, amount: number): Balance {
  const { available, ledger } = balance
  switch (movement) {
    case 'hold':
      return { ...balance, available: remainder(available, amount) }
    case 'spend':
      return { ...balance, ledger: remainder(ledger, amount) }
    case 'release':
      return { ...balance, available: add(available, amount) }
    case 'return':
      return { ...balance, available: add(available, amount), ledger: add(ledger, amount) }
  }
}
