import * as z from 'zod'
import { type Charge, txRefOf } from '../../domain/charge/model.ts'
import { must } from '../../domain/kernel/errors.ts'
import type { Missing } from '../../domain/kernel/resources.ts'
import type { World } from '../../emulator/world.ts'
import { filter, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentTransaction } from '../../wire/present-transaction.ts'
import { WireTransaction } from '../../wire/transaction.ts'
import { transactionStatus, transactionStatuses } from '../../wire/transaction-words.ts'
import { serviceHeaders, TimeFilter, timeFilter } from '../service/common.ts'
import { IdParam, V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'

const ListTransactions = z.object({
  ...V3PageQuery,
  ...TimeFilter,
  status: z.enum(transactionStatuses).optional().describe('Status of the charge in v3 terms'),
  tx_ref: z.string().optional().describe('The reference of the charge'),
})

const ByReference = z.object({
  tx_ref: z
    .string()
    .min(1, 'must not be empty')
    .describe('The reference of the charge')
    .meta({ examples: ['order-0001'] }),
})

const messages = { one: 'Transaction fetched successfully', list: 'Transactions fetched' } as const
const common = {
  family: 'v3',
  access: 'secret_key',
  tag: 'v3 transactions',
  headers: serviceHeaders,
} as const

/** Verifying counts as a read if the charge waits for `requires_requery`. */
function verified(world: World, charge: Charge | undefined, asked: string, missing?: Missing) {
  must(charge, 'not_found', `no transaction ${asked}; GET /v3/transactions lists the existing ones`, missing)
  return success(200, messages.one, presentTransaction(world.dispatch('charge.read', { id: charge.id })))
}

const verify = (id: string, path: string) =>
  operation({
    ...common,
    id,
    method: 'get',
    path,
    params: { id: IdParam('transaction', '1000001') },
    summary: 'Verify a transaction',
    responses: { 200: V3Envelope(messages.one, WireTransaction) },
    refusals: [404],
    handle: ({ world, param }) =>
      verified(world, world.state.charges.by('number', param('id')), `"${param('id')}"`),
  })

export const transactionOperations = [
  operation({
    ...common,
    id: 'listTransactions',
    method: 'get',
    path: '/v3/transactions',
    summary: 'List charges as transactions, newest first',
    query: ListTransactions,
    responses: { 200: V3List(messages.list, WireTransaction) },
    handle: ({ world, query: q }) => {
      const inTime = timeFilter(q)
      const matching = filter(
        world.state.charges.newestFirst(),
        (charge) =>
          (q.status === undefined || transactionStatus(charge) === q.status) &&
          (q.tx_ref === undefined || txRefOf(charge) === q.tx_ref) &&
          inTime(charge.createdAt),
      )
      return pageOf(messages.list, matching, { page: q.page, size: v3PageSize }, presentTransaction)
    },
  }),
  operation({
    ...common,
    id: 'verifyTransactionByReference',
    method: 'get',
    path: '/v3/transactions/verify_by_reference',
    summary: "Verify a transaction by the merchant's reference",
    query: ByReference,
    responses: { 200: V3Envelope(messages.one, WireTransaction) },
    refusals: [404],
    handle: ({ world, query: { tx_ref: reference } }) =>
      verified(world, world.state.charges.by('txRef', reference), `with reference "${reference}"`, {
        kind: 'charges',
        id: reference,
        by: 'reference',
      }),
  }),
  verify('verifyTransaction', '/v3/transactions/:id/verify'),
  verify('verifyTransactionWithoutPrefix', '/transactions/:id/verify'),
]
