import { type Decision, decision } from '../kernel/decision.ts'
import { mustField } from '../kernel/errors.ts'
import { notFound } from '../kernel/find.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Beneficiary } from './beneficiary.ts'
import { accountHolder, findBank } from './payee.ts'

export interface NewBeneficiary {
  accountBank: string
  accountNumber: string
  /** Undefined: the name of the account holder is looked up. */
  beneficiaryName: string | undefined
  currency: string | undefined
}

/** POST /v3/beneficiaries. Refuses an unknown bank (400). */
export function createBeneficiary(
  state: State,
  input: NewBeneficiary,
  context: Context,
): Decision<Beneficiary> {
  const { banks, names, transferCurrencies } = context.settings.v3
  const countries = input.currency === undefined ? undefined : transferCurrencies[input.currency]?.countries
  const bank = findBank(banks, input.accountBank, countries)
  mustField(
    bank,
    'account_bank',
    `no bank "${input.accountBank}"${input.currency ? ` that ${input.currency} can be sent to` : ''}; GET /v3/banks/{country} lists the codes`,
  )
  let last = 0
  for (const { id } of state.beneficiaries) last = Math.max(last, Number(id))
  const beneficiary: Beneficiary = {
    id: String(last + 1),
    accountNumber: input.accountNumber,
    bankCode: bank.code,
    bankName: bank.name,
    fullName: input.beneficiaryName ?? accountHolder(names, bank, input.accountNumber),
    currency: input.currency,
    createdAt: context.now,
    removed: false,
  }
  return decision(beneficiary, [{ into: 'beneficiaries', value: beneficiary }])
}

/** DELETE /v3/beneficiaries/{id}. */
export function removeBeneficiary(state: State, input: { id: string }): Decision<void> {
  const removed: Beneficiary = { ...findBeneficiary(state, input.id), removed: true }
  return decision(undefined, [{ into: 'beneficiaries', value: removed }])
}

/** A beneficiary that was not deleted. Refuses an unknown one (404). */
export function findBeneficiary(state: State, id: string): Beneficiary {
  const beneficiary = state.beneficiaries.get(id)
  if (beneficiary === undefined || beneficiary.removed) throw notFound('beneficiaries', id)
  return beneficiary
}
