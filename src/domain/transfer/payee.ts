import type { Bank, TransferRules, V3Fixtures } from '../fixtures/v3.ts'
import { invalidField, must, mustField } from '../kernel/errors.ts'
import { notFound } from '../kernel/find.ts'
import { nameFor } from '../kernel/names.ts'
import type { State } from '../kernel/state.ts'
import type { TransferMeta } from './model.ts'

/** The payee of a transfer. */
export interface Payee {
  accountNumber: string
  bankCode: string
  bankName: string
  fullName: string
}

/** How a request describes the payee. */
export interface PayeeInput {
  currency: string
  accountBank: string | undefined
  accountNumber: string | undefined
  beneficiary: string | undefined
  beneficiaryName: string | undefined
  meta: TransferMeta | undefined
}

/**
 * The payee of a transfer: a saved beneficiary, an account abroad that `meta` describes (USD), or a bank account.
 * Refuses what is missing or unknown, and banks that the currency does not reach (400).
 */
export function payeeOf(
  state: State,
  input: PayeeInput,
  rules: TransferRules,
  { banks, names }: Pick<V3Fixtures, 'banks' | 'names'>,
): Payee {
  if (input.beneficiary !== undefined) return savedPayee(state, input, rules, { banks })
  if (input.currency === 'USD' && input.accountBank === undefined) return payeeAbroad(input)
  const { accountBank, accountNumber, currency } = input
  mustField(
    accountBank,
    'account_bank',
    'must not be null; send account_bank and account_number, or the id of a saved beneficiary',
  )
  const account = { currency, bankCode: accountBank, accountNumber }
  const payee = holderOf(account, rules, { banks, names }, transferFields)
  return { ...payee, fullName: input.beneficiaryName ?? payee.fullName }
}

/** How a request names bank and number of an account. */
export interface AccountFields {
  bank: string
  number: string
}

const transferFields: AccountFields = { bank: 'account_bank', number: 'account_number' }

/** An account that money in `currency` can be sent to, and its holder. Refuses an unknown bank and a malformed number (400). */
export function holderOf(
  {
    currency,
    bankCode,
    accountNumber,
  }: { currency: string; bankCode: string; accountNumber: string | undefined },
  rules: TransferRules,
  { banks, names }: Pick<V3Fixtures, 'banks' | 'names'>,
  fields: AccountFields,
): Payee {
  const bank = findBank(banks, bankCode, rules.countries)
  mustField(bank, fields.bank, unknownBank(bankCode, currency, rules))
  mustField(accountNumber, fields.number, `must not be null; it must be ${rules.accountNumber.is}`)
  mustField(
    new RegExp(rules.accountNumber.pattern).test(accountNumber),
    fields.number,
    `must be ${rules.accountNumber.is} for a transfer in ${currency}`,
  )
  return {
    accountNumber,
    bankCode: bank.code,
    bankName: bank.name,
    fullName: accountHolder(names, bank, accountNumber),
  }
}

/** The name of an account's holder: always the same one for the same account. */
export const accountHolder = (names: readonly string[], { code }: Bank, accountNumber: string): string =>
  nameFor(names, `${code}:${accountNumber}`)

const unknownBank = (code: string, currency: string, { countries }: TransferRules): string =>
  `no bank "${code}" that ${currency} can be sent to; GET /v3/banks/${countries[0]} lists the codes`

function savedPayee(
  state: State,
  input: PayeeInput,
  rules: TransferRules,
  { banks }: Pick<V3Fixtures, 'banks'>,
): Payee {
  const saved = state.beneficiaries.get(input.beneficiary ?? '')
  if (saved === undefined || saved.removed)
    throw notFound('beneficiaries', input.beneficiary ?? '', 'beneficiary')
  const bank = findBank(banks, saved.bankCode, rules.countries)
  mustField(bank, 'beneficiary', unknownBank(saved.bankCode, input.currency, rules))
  const { accountNumber, fullName } = saved
  return { accountNumber, bankCode: bank.code, bankName: bank.name, fullName }
}

/** An account abroad, with number and bank in `meta`; names such as `AccountNumber` are accepted as well. */
function payeeAbroad(input: PayeeInput): Payee {
  const meta = Array.isArray(input.meta) ? input.meta[0] : input.meta
  mustField(
    meta,
    'meta',
    'must not be null: a transfer in USD needs account_bank and account_number, or meta with account_number, bank_name, beneficiary_name and swift_code or routing_number of the account abroad',
  )
  const members = new Map(
    Object.entries(meta as object).map(([name, value]) => [name.replaceAll('_', '').toLowerCase(), value]),
  )
  const text = (name: string): string | undefined => {
    const value = members.get(name.replaceAll('_', ''))
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  const needed = (name: string, value: string | undefined): string => {
    if (value === undefined)
      throw invalidField(`meta.${name}`, 'must not be null; a transfer to an account abroad needs it')
    return value
  }
  return {
    accountNumber: needed('account_number', text('account_number')),
    bankCode: needed('swift_code', text('swift_code') ?? text('routing_number')),
    bankName: needed('bank_name', text('bank_name')),
    fullName: needed('beneficiary_name', input.beneficiaryName ?? text('beneficiary_name')),
  }
}

/** A bank by its id. Refuses an unknown one (404); `listed`: the endpoint that lists them. */
export function bankById(banks: readonly Bank[], id: string, listed: string): Bank {
  const bank = banks.find((one) => String(one.id) === id)
  must(bank, 'not_found', `no bank "${id}"; ${listed} lists the existing ones`)
  return bank
}

/** The banks of a country, by its two-letter code. Refuses a country without banks (404). */
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
