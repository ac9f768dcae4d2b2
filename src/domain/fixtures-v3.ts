import { z } from 'zod'
import type { Beneficiary } from './beneficiary.ts'
import { transferCurrencies } from './currencies.ts'
import { Duration } from './duration.ts'
import { Currency, camelKeys, Email, Identifier } from './values.ts'

const Money = z.number().min(0)
const Rate = z.number().positive()
const Country = z.string().regex(/^[A-Z]{2}$/, 'must be two uppercase letters (ISO 3166 alpha-2)')

/** A rule for identifiers: a regular expression, and the same in words. */
const Pattern = {
  pattern: z.string().refine(isRegExp, 'must be a regular expression'),
  is: z.string().min(1),
}

function isRegExp(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

const Branch = z
  .object({ id: z.int(), code: Identifier, name: Identifier, swift_code: z.string(), bic: z.string() })
  .strict()

const Bank = z
  .object({
    id: z.int(),
    code: Identifier,
    name: Identifier,
    country: Country,
    branches: z.array(Branch).default([]),
  })
  .strict()

const BillItem = z
  .object({
    code: Identifier,
    name: Identifier,
    fee: Money,
    minimum: Money,
    maximum: Money,
    customer: z.object({ label: Identifier, ...Pattern }).strict(),
  })
  .strict()

const BillCustomer = z
  .object({
    item: Identifier,
    customer: Identifier,
    name: z.string().optional(),
    address: z.string().optional(),
    email: Email.optional(),
    refuse: z.string().optional(),
  })
  .strict()
  .refine((entry) => entry.name !== undefined || entry.refuse !== undefined, 'must hold name or refuse')

const FeeTier = z
  .object({
    up_to: z.number().positive().optional(),
    flat: Money.optional(),
    percent: z.number().min(0).max(100).optional(),
    cap: Money.optional(),
  })
  .strict()

const TransferRules = z
  .object({
    countries: z.array(Country).min(1),
    account_number: z.object(Pattern).strict(),
    minimum: Money.optional(),
    maximum: z.number().positive().optional(),
    fees: z.array(FeeTier).min(1),
  })
  .strict()

/** The members of the fixtures that v3 works with. */
export const v3Members = {
  names: z.array(z.string().min(1)).min(1),
  banks: z.array(Bank),
  billers: z.array(
    z.object({ code: Identifier, name: Identifier, items: z.array(BillItem).min(1) }).strict(),
  ),
  bill_customers: z.array(BillCustomer),
  transfer_delays: z
    .object({ pending_after: Duration, settles_after: Duration, reverses_after: Duration })
    .strict(),
  transfer_currencies: z.record(z.enum(transferCurrencies), TransferRules),
  balances: z.partialRecord(Currency, Money),
  exchange_rates: z.partialRecord(Currency, Rate),
  beneficiaries: z.array(
    z
      .object({
        id: z.int().positive(),
        account_bank: Identifier,
        account_number: Identifier,
        name: Identifier,
        currency: Currency.optional(),
      })
      .strict(),
  ),
}

export interface Branch {
  id: number
  code: string
  name: string
  swiftCode: string
  bic: string
}

/** A bank, or a mobile money operator, that money can be sent to. */
export interface Bank {
  id: number
  code: string
  name: string
  country: string
  branches: Branch[]
}

/** Something that a biller is paid for; amounts are decimals, and a bound of 0 is none. */
export interface BillItem {
  code: string
  name: string
  fee: number
  minimum: number
  maximum: number
  customer: { label: string; pattern: string; is: string }
}

export interface Biller {
  code: string
  name: string
  items: BillItem[]
}

/** A customer of a bill item with an answer of its own. */
export interface BillCustomer {
  item: string
  customer: string
  name?: string
  address?: string
  email?: string
  refuse?: string
}

/** One step of a fee schedule: for amounts up to `upTo`. Decimals of the currency. */
export interface FeeTier {
  upTo?: number
  flat?: number
  percent?: number
  cap?: number
}

export interface TransferRules {
  countries: string[]
  accountNumber: { pattern: string; is: string }
  minimum?: number
  maximum?: number
  fees: FeeTier[]
}

/** What v3 works with. Delays in milliseconds, amounts in decimals of their currency. */
export interface V3Fixtures {
  names: string[]
  banks: Bank[]
  billers: Biller[]
  billCustomers: BillCustomer[]
  transferDelays: { pendingAfter: number; settlesAfter: number; reversesAfter: number }
  transferCurrencies: Record<string, TransferRules>
  balances: Record<string, number>
  /** Units of each currency for one US dollar. */
  exchangeRates: Record<string, number>
  /** Without the instant at which a world is made, which is their `createdAt`. */
  beneficiaries: Omit<Beneficiary, 'createdAt'>[]
}

const V3Document = z.object(v3Members)

/** The v3 part of checked fixture documents in the shape used inside. */
export function toV3Fixtures(document: z.output<typeof V3Document>): V3Fixtures {
  const { beneficiaries, ...rest } = document
  const inside = camelKeys(rest) as unknown as Omit<V3Fixtures, 'beneficiaries'>
  return {
    ...inside,
    beneficiaries: beneficiaries.map(({ id, account_bank, account_number, name, currency }) => ({
      id: String(id),
      accountNumber: account_number,
      bankCode: account_bank,
      bankName: inside.banks.find((bank) => bank.code === account_bank)?.name ?? 'N/A',
      fullName: name,
      currency,
      removed: false,
    })),
  }
}
