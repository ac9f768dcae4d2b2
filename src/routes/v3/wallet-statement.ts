import * as z from 'zod'
import { Currency, DateTime } from '../../domain/kernel/values.ts'
import { findBalance } from '../../domain/transfer/balance.ts'
import { balanceStatement, type StatementEntry } from '../../domain/transfer/statement.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { serviceHeaders, TimeFilter, timeFilter } from '../service/common.ts'
import { V3Envelope, V3PageQuery, v3PageSize } from './envelope.ts'

const message = 'Wallet statement fetched'
const types = { debit: 'D', credit: 'C' } as const

const WireEntry = z
  .strictObject({
    type: z.enum(['D', 'C']).describe('Debit or credit'),
    statement_type: z.enum(['transfer', 'reversal', 'bill']),
    amount: z
      .number()
      .describe('With the fee')
      .meta({ examples: [5526.88] }),
    currency: z.string().meta({ examples: ['NGN'] }),
    balance_before: z
      .number()
      .describe('The ledger balance')
      .meta({ examples: [100000000] }),
    balance_after: z.number().meta({ examples: [99994473.12] }),
    reference: z.string().meta({ examples: ['payout-0001'] }),
    remarks: z.string().meta({ examples: ['Salary for January'] }),
    sent_amount: z.number().meta({ examples: [5500] }),
    sent_currency: z.string().meta({ examples: ['NGN'] }),
    date: DateTime,
  })
  .meta({ id: 'WalletEntry', description: 'A movement of a balance' })

const present =
  (currency: string) =>
  (entry: StatementEntry): z.input<typeof WireEntry> => ({
    type: types[entry.type],
    statement_type: entry.kind,
    amount: entry.amount,
    currency,
    balance_before: entry.balanceBefore,
    balance_after: entry.balanceAfter,
    reference: entry.reference,
    remarks: entry.remarks,
    sent_amount: entry.sent.amount,
    sent_currency: entry.sent.currency,
    date: isoTime(entry.at),
  })

export const statementOperations = [
  operation({
    id: 'listWalletEntries',
    method: 'get',
    path: '/v3/wallet/statement',
    family: 'v3',
    access: 'secret_key',
    tag: 'v3 balances',
    headers: serviceHeaders,
    summary: 'List the movements of a balance, newest first',
    description:
      'Transfers that were paid out or came back, and bills. Charges do not change a balance; GET /v3/settlements shows where their money goes.',
    query: z.object({
      ...V3PageQuery,
      ...TimeFilter,
      currency: Currency.default('NGN')
        .describe('Currency of the balance')
        .meta({ examples: ['NGN'] }),
      type: z.enum(['D', 'C']).optional().describe('Debits or credits only'),
    }),
    responses: {
      200: V3Envelope(
        message,
        z.strictObject({
          page_info: z.strictObject({ total: z.int(), current_page: z.int(), total_pages: z.int() }),
          transactions: z.array(WireEntry),
        }),
      ),
    },
    refusals: [404],
    handle: ({ world: { state }, query: { currency, type, page, from, to } }) => {
      findBalance(state.balances, currency, 'GET /v3/balances')
      const inTime = timeFilter({ from, to })
      const entries = balanceStatement(state, currency).filter(
        (entry) => (type === undefined || types[entry.type] === type) && inTime(entry.at),
      )
      return success(200, message, {
        page_info: {
          total: entries.length,
          current_page: page,
          total_pages: Math.ceil(entries.length / v3PageSize),
        },
        transactions: entries.slice((page - 1) * v3PageSize, page * v3PageSize).map(present(currency)),
      })
    },
  }),
]
