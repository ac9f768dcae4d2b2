import * as z from 'zod'
import { transferCurrencies } from '../../domain/kernel/enums.ts'
import { findBank } from '../../domain/transfer/payee.ts'
import type { World } from '../../emulator/world.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { resolveAccount } from '../service/banks.ts'
import { serviceHeaders } from '../service/common.ts'
import { text } from './checkout-schemas.ts'
import { V3Envelope } from './envelope.ts'

const message = 'Account details fetched'

/** The currency of an account: one that its bank receives, in which the number has the right form. */
function currencyOf({ fixtures }: World, code: string, number: string): string {
  const { banks, transferCurrencies: rules } = fixtures.v3
  const reached = transferCurrencies.filter((name) => findBank(banks, code, rules[name]?.countries ?? []))
  const fitting = reached.find((name) => new RegExp(rules[name]?.accountNumber.pattern ?? '').test(number))
  return fitting ?? reached[0] ?? 'NGN'
}

export const accountOperations = [
  operation({
    id: 'createAccountResolution',
    method: 'post',
    path: '/v3/accounts/resolve',
    family: 'v3',
    access: 'secret_key',
    tag: 'v3 banks',
    headers: serviceHeaders,
    storesNothing: true,
    summary: 'Look up the holder of a bank account',
    body: z.object({
      account_number: text(34)
        .describe('Account number')
        .meta({ examples: ['0690000031'] }),
      account_bank: text(40)
        .describe('Bank code; GET /v3/banks/{country} lists them')
        .meta({ examples: ['044'] }),
      country: text(2).nullish().describe('Ignored; the bank says it'),
    }),
    responses: {
      200: V3Envelope(
        message,
        z.strictObject({
          account_number: z.string().meta({ examples: ['0690000031'] }),
          account_name: z.string().meta({ examples: ['Forrest Greene'] }),
        }),
      ),
    },
    handle: (request) => {
      const { account_bank: bankCode, account_number: accountNumber } = request.body
      const holder = resolveAccount(
        request,
        { currency: currencyOf(request.world, bankCode, accountNumber), bankCode, accountNumber },
        { bank: 'account_bank', number: 'account_number' },
      )
      return success(200, message, { account_number: holder.accountNumber, account_name: holder.fullName })
    },
  }),
]
