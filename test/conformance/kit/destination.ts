import { valueAt } from './answer.ts'
import { Skipped } from './rule.ts'
import type { Trial } from './trial.ts'

const countries: Record<string, string> = { NGN: 'NG', GHS: 'GH', KES: 'KE', UGX: 'UG', TZS: 'TZ' }

/** The form of a saved account in a currency; the first is the usual account number for tests. */
const accountNumbers: Record<string, string> = { NGN: '0690000031', GHS: '0031625807099' }

/** The most banks whose branches are requested. */
const askedBanks = 3

/** The members of a transfer that name its payee, from what the address says about its banks. */
export async function destination(t: Trial, currency: string): Promise<object> {
  // The bank code and account number that such services reserve for tests.
  if (currency === 'NGN') return { account_bank: '044', account_number: accountNumbers['NGN'] }
  if (currency === 'USD')
    return {
      beneficiary_name: 'Ada Okafor',
      meta: {
        account_number: '09182972BH',
        routing_number: '0000000002993',
        swift_code: 'ABJG190',
        bank_name: 'BANK OF AMERICA, N.A, SAN FRANCISCO, CA',
        beneficiary_name: 'Ada Okafor',
        beneficiary_address: '1 Main Street, San Francisco',
        beneficiary_country: 'US',
      },
    }
  const country = countries[currency]
  const banks = await t.v3('GET', `/v3/banks/${country}`)
  const [first] = banks.list('data')
  if (first === undefined)
    throw new Skipped(`no banks of ${country}: ${banks.status} ${banks.text.slice(0, 200)}`)
  const account_number = accountNumbers[currency] ?? '0031625807'
  if (currency !== 'GHS') return { account_bank: valueAt(first, 'code'), account_number }
  for (const bank of banks.list('data').slice(0, askedBanks)) {
    const branches = await t.v3('GET', `/v3/banks/${valueAt(bank, 'id')}/branches`)
    const [branch] = branches.list('data')
    if (branch !== undefined)
      return {
        account_bank: valueAt(bank, 'code'),
        account_number,
        destination_branch_code: valueAt(branch, 'branch_code'),
        beneficiary_name: 'Ama Boateng',
      }
  }
  throw new Skipped(`no branches of banks of ${country}`)
}
