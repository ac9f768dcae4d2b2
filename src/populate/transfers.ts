import type { Bank } from '../domain/fixtures/v3.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import type { World } from '../emulator/world.ts'
import { type Country, countries } from './countries.ts'
import type { Dice } from './dice.ts'
import { transferPlans } from './plans.ts'
import type { Records } from './records.ts'

/** The share of a balance that all transfers together debit. */
const spent = 0.4

/** The number of digits of an account number. */
const accountDigits = 10

interface Route {
  readonly country: Country
  readonly currency: Transfer['currency']
  readonly banks: readonly Bank[]
  /** The most that one transfer may debit. */
  readonly most: number
  readonly least: number
}

const narrations = ['Weekly payout', 'Supplier invoice', 'Salary', 'Rider commission', 'Settlement of sales']

/** The merchant's payouts from its balances. */
export class Transfers {
  readonly #world: World
  readonly #dice: Dice
  readonly #records: Records
  readonly #routes: readonly Route[]

  /** `count` is the number of transfers to expect. */
  constructor(world: World, dice: Dice, records: Records, count: number) {
    this.#world = world
    this.#dice = dice
    this.#records = records
    this.#routes = countries.flatMap((country) => routeTo(world, country, count) ?? [])
  }

  /** Creates a transfer now. Does nothing if the fixtures allow no transfer. */
  pay(): void {
    const dice = this.#dice
    const name = dice.weighted(
      Object.fromEntries(this.#routes.map(({ country }, index) => [index, country.weight])),
    )
    const { country, currency, banks, most, least } = this.#routes[Number(name)] as Route
    const bank = dice.pick(banks)
    const plan = transferPlans[dice.weighted({ successful: 94, failed: 4, reversed: 2 })]
    this.#world.dispatch('transfer.create', {
      accountBank: bank.code,
      accountNumber: dice.digits(accountDigits),
      beneficiary: undefined,
      amount: Math.max(least, Math.min(most, dice.amount(8 * country.price.median, country.price.step))),
      narration: dice.pick(narrations),
      currency,
      reference: this.#records.reference('PAY'),
      beneficiaryName: undefined,
      callbackUrl: undefined,
      debitCurrency: undefined,
      destinationBranchCode: bank.branches[0]?.code,
      meta: undefined,
      plan,
    })
    this.#records.transfers++
  }

  get isPossible(): boolean {
    return this.#routes.length > 0
  }
}

/** How a payee in a country is paid; undefined if the fixtures, which users can replace, have no way. */
function routeTo(world: World, country: Country, count: number): Route | undefined {
  const { banks, transferCurrencies } = world.fixtures.v3
  const currency = country.currency as Transfer['currency']
  const rules = transferCurrencies[currency]
  const balance = world.state.balances.get(currency)
  if (rules === undefined || balance === undefined) return undefined
  if (!new RegExp(rules.accountNumber.pattern).test('0'.repeat(accountDigits))) return undefined
  const reached = banks.filter(
    ({ country: where, branches }) =>
      where === country.code &&
      rules.countries.includes(where) &&
      (currency !== 'GHS' || branches.length > 0),
  )
  const least = Math.max(country.price.step, rules.minimum ?? 0)
  const most = Math.min((2 * spent * balance.available) / count, rules.maximum ?? Number.POSITIVE_INFINITY)
  if (reached.length === 0 || most < least) return undefined
  return { country, currency, banks: reached, least, most: Math.floor(most * 100) / 100 }
}
