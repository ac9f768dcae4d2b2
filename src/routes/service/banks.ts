import * as z from 'zod'
import { transferCurrencies } from '../../domain/kernel/enums.ts'
import { mustField } from '../../domain/kernel/errors.ts'
import { Identifier } from '../../domain/kernel/values.ts'
import { type AccountFields, bankById, holderOf } from '../../domain/transfer/payee.ts'
import { Envelope } from '../../http/list.ts'
import { operation, type Request } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { reads } from './common.ts'

const text = (example: string) => z.string().meta({ examples: [example] })

const WireBank = z
  .strictObject({ id: text('191'), code: text('044'), name: text('Anchor Bank') })
  .meta({ id: 'ServiceBank', description: 'A bank' })

const WireBranch = z
  .strictObject({
    id: text('992'),
    code: text('GH190101'),
    name: text('ACCRA MAIN'),
    swift_code: text('ACUBGHAC'),
    bic: text('ACUBGHACXXX'),
  })
  .meta({ id: 'ServiceBankBranch', description: 'A branch of a bank' })

const WireNetwork = z
  .strictObject({ id: text('290'), network: text('MTN'), name: text('Mobile money M') })
  .meta({ id: 'MobileNetwork', description: 'An operator of mobile money' })

const WireAccount = z
  .strictObject({
    bank_code: text('044'),
    account_number: text('0690000031'),
    account_name: text('Forrest Greene'),
  })
  .meta({ id: 'ResolvedAccount', description: 'An account and its holder' })

const ByCountry = z.object({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'must be two letters (ISO 3166 alpha-2)')
    .transform((letters) => letters.toUpperCase())
    .meta({ type: 'string', examples: ['NG'] }),
})

const ResolveAccount = z.object({
  currency: z.enum(transferCurrencies),
  account: z.object({
    code: Identifier.describe('Code of the bank').meta({ examples: ['044'] }),
    number: Identifier.meta({ examples: ['0690000031'] }),
  }),
})

/** Banks or operators of a country; none is not an error. */
function inCountry({ world, query, warn }: Request<unknown, z.output<typeof ByCountry>>, mobile: boolean) {
  const all = world.fixtures.v3.banks.filter((bank) => bank.mobile === mobile)
  const found = all.filter(({ country }) => country === query.country)
  const countries = [...new Set(all.map(({ country }) => country))]
  if (found.length === 0) warn(`the fixtures have none in ${query.country}, but in ${countries.join(', ')}`)
  return found
}

/** The key that an account without a holder has, in the header or by the test data for transfers. */
const noAccount = 'scenario:no_account_found'

/** Looks up the holder of an account. Refuses an account that the bank does not know (400). */
export function resolveAccount(
  { world, emulator, plan }: Pick<Request<unknown, unknown>, 'world' | 'emulator' | 'plan'>,
  account: Parameters<typeof holderOf>[0],
  fields: AccountFields,
) {
  const { v3 } = world.fixtures
  const rules = v3.transferCurrencies[account.currency]
  mustField(rules, 'currency', `the fixtures have no accounts in ${account.currency}`)
  const holder = holderOf(account, rules, v3, fields)
  const transfer = { method: 'POST', path: '/v3/transfers', accountNumber: holder.accountNumber }
  const isUnknown =
    plan.uses.includes(noAccount) || emulator.standing.find(transfer, (rule) => rule.key === noAccount)
  mustField(!isUnknown, fields.number, `${holder.bankName} has no account with this number`)
  return holder
}

const common = reads('Banks')

export const bankOperations = [
  operation({
    ...common,
    id: 'listServiceBanks',
    method: 'get',
    path: '/banks',
    summary: 'List the banks of a country',
    query: ByCountry,
    responses: { 200: Envelope(z.array(WireBank)) },
    handle: (request) => {
      const banks = inCountry(request, false).map(({ id, code, name }) => ({ id: String(id), code, name }))
      return success(200, 'Banks fetched', banks)
    },
  }),
  operation({
    ...common,
    id: 'listServiceBankBranches',
    method: 'get',
    path: '/banks/:id/branches',
    summary: 'List the branches of a bank',
    responses: { 200: Envelope(z.array(WireBranch)) },
    refusals: [404],
    handle: ({ world, param }) => {
      const { branches } = bankById(world.fixtures.v3.banks, param('id'), 'GET /banks?country=NG')
      const shown = branches.map(({ id, swiftCode, ...branch }) => ({
        id: String(id),
        ...branch,
        swift_code: swiftCode,
      }))
      return success(200, 'Bank branches fetched', shown)
    },
  }),
  operation({
    ...common,
    id: 'resolveBankAccount',
    method: 'post',
    path: '/banks/account-resolve',
    storesNothing: true,
    summary: 'Look up the holder of a bank account',
    body: ResolveAccount,
    responses: { 200: Envelope(WireAccount) },
    handle: (request) => {
      const { currency, account } = request.body
      const { bankCode, accountNumber, fullName } = resolveAccount(
        request,
        { currency, bankCode: account.code, accountNumber: account.number },
        { bank: 'account.code', number: 'account.number' },
      )
      return success(200, 'Bank account resolved', {
        bank_code: bankCode,
        account_number: accountNumber,
        account_name: fullName,
      })
    },
  }),
  operation({
    ...common,
    id: 'listMobileNetworks',
    method: 'get',
    path: '/mobile-networks',
    summary: 'List the operators of mobile money in a country',
    query: ByCountry,
    responses: { 200: Envelope(z.array(WireNetwork)) },
    handle: (request) => {
      const networks = inCountry(request, true).map(({ id, code, name }) => ({
        id: String(id),
        network: code,
        name,
      }))
      return success(200, 'Mobile networks fetched', networks)
    },
  }),
]
