import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { txRefOf } from '../../domain/charge/model.ts'
import { settlementStatuses } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { add, subtract } from '../../domain/kernel/money.ts'
import { hashedNumber } from '../../domain/kernel/names.ts'
import { Currency, DateTime } from '../../domain/kernel/values.ts'
import type { Settlement } from '../../domain/settlement/model.ts'
import {
  emptyStatement,
  type Statement,
  settledAmount,
  statementsOf,
} from '../../domain/settlement/statement.ts'
import { pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentSettlement } from '../../wire/settlement.ts'
import { isoTime } from '../../wire/time.ts'
import { accountId, paymentTypes, serviceRefMember, serviceRefOf } from '../../wire/transaction-words.ts'
import { serviceHeaders, TimeFilter } from '../service/common.ts'
import { settlementsBy } from '../service/settlements.ts'
import { IdParam, V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'

const WireV3Settlement = z
  .strictObject({
    id: z.int().meta({ examples: [1] }),
    account_id: z.int().meta({ examples: [accountId] }),
    settlement_account: z.string().meta({ examples: ['Emulator Bank ******0031'] }),
    transaction_date: DateTime.describe('Of its oldest transaction'),
    due_date: DateTime,
    processed_date: DateTime.nullable()
      .describe('When it was paid out')
      .meta({ examples: [null] }),
    status: z.enum(settlementStatuses).describe('`completed` from due_date on'),
    currency: z.string().meta({ examples: ['NGN'] }),
    gross_amount: z.number().meta({ examples: [2500] }),
    app_fee: z.number().meta({ examples: [35] }),
    merchant_fee: z.number().meta({ examples: [0] }),
    chargeback: z
      .number()
      .describe('Deducted for chargebacks')
      .meta({ examples: [0] }),
    refund: z
      .number()
      .describe('Deducted for refunds')
      .meta({ examples: [0] }),
    net_amount: z
      .number()
      .describe('gross_amount without fees, refund and chargeback')
      .meta({ examples: [2465] }),
    transaction_count: z.int().meta({ examples: [1] }),
    created_at: DateTime,
  })
  .meta({ id: 'V3Settlement', description: 'A settlement in v3 form' })

const WireSettledTransaction = z.strictObject({
  id: z.int().meta({ examples: [1000001] }),
  tx_ref: z.string().meta({ examples: ['order-0001'] }),
  [serviceRefMember]: z.string().meta({ examples: ['ref_sample00000001'] }),
  customer_email: z.string().meta({ examples: ['adaobi@example.com'] }),
  charged_amount: z.number().meta({ examples: [2500] }),
  settlement_amount: z
    .number()
    .describe('Without its fees')
    .meta({ examples: [2465] }),
  currency: z.string().meta({ examples: ['NGN'] }),
  status: z.literal('settled'),
  payment_entity: z.enum(Object.values(paymentTypes)).meta({ examples: ['card'] }),
  transaction_date: DateTime,
})

function present(
  settlement: Settlement,
  statement: Statement | undefined,
  now: number,
): z.input<typeof WireV3Settlement> {
  const wire = presentSettlement(settlement, statement, now)
  const { fees } = statement ?? emptyStatement
  const total = fees.reduce((sum, { amount }) => add(sum, amount), 0)
  const ofMerchant = fees
    .filter(({ type }) => type.startsWith('merchant'))
    .reduce((sum, { amount }) => add(sum, amount), 0)
  return {
    id: hashedNumber(settlement),
    account_id: accountId,
    settlement_account: wire.settlement_account,
    transaction_date: wire.transaction_datetime,
    due_date: wire.due_datetime,
    processed_date: wire.status === 'completed' ? wire.due_datetime : null,
    status: wire.status,
    currency: wire.currency,
    gross_amount: wire.gross_amount,
    app_fee: subtract(total, ofMerchant),
    merchant_fee: ofMerchant,
    chargeback: wire.chargeback,
    refund: wire.refund,
    net_amount: wire.net_amount,
    transaction_count: wire.charge_count,
    created_at: wire.created_datetime,
  }
}

const presentCharge = (charge: Charge): z.input<typeof WireSettledTransaction> => ({
  id: charge.number,
  tx_ref: txRefOf(charge),
  [serviceRefMember]: serviceRefOf(charge),
  customer_email: charge.customer.email,
  charged_amount: charge.amount,
  settlement_amount: settledAmount(charge),
  currency: charge.currency,
  status: 'settled',
  payment_entity: paymentTypes[charge.method.type],
  transaction_date: isoTime(charge.createdAt),
})

const messages = { list: 'Settlements fetched', one: 'Settlement fetched' } as const
const common = {
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 settlements',
  headers: serviceHeaders,
  method: 'get',
} as const

/** The most transactions that a settlement shows. */
const mostTransactions = 1000

export const v3SettlementOperations = [
  operation({
    ...common,
    id: 'listV3Settlements',
    path: '/v3/settlements',
    summary: 'List settlements, newest first',
    description: 'The settlements of the charge interface: GET /settlements says when they begin and end.',
    query: z.object({
      ...V3PageQuery,
      ...TimeFilter,
      status: z.enum(settlementStatuses).optional().describe('Whether it has been paid out'),
      currency: Currency.optional().describe('Settlements in this currency'),
    }),
    responses: { 200: V3List(messages.list, WireV3Settlement) },
    handle: ({ query: q, world }) => {
      const now = world.now()
      const statements = statementsOf(world.state)
      const matching = settlementsBy(world, q)
      return pageOf(messages.list, matching, { page: q.page, size: v3PageSize }, (one) =>
        present(one, statements.get(one.id), now),
      )
    },
  }),
  operation({
    ...common,
    id: 'getV3Settlement',
    path: '/v3/settlements/:id',
    params: { id: IdParam('settlement', '1') },
    summary: 'Retrieve a settlement with its transactions',
    responses: {
      200: V3Envelope(
        messages.one,
        WireV3Settlement.extend({
          transactions: z.array(WireSettledTransaction).describe(`The first ${mostTransactions}`),
        }),
      ),
    },
    refusals: [404],
    handle: ({ world, param }) => {
      const { settlements } = world.state
      const settlement = settlements.by('number', param('id')) ?? settlements.get(param('id'))
      must(
        settlement,
        'not_found',
        `no settlement "${param('id')}"; GET /v3/settlements lists the existing ones`,
      )
      const statement = statementsOf(world.state).get(settlement.id)
      return success(200, messages.one, {
        ...present(settlement, statement, world.now()),
        transactions: (statement?.charges ?? []).slice(0, mostTransactions).map(presentCharge),
      })
    },
  }),
]
