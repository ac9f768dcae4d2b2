import * as z from 'zod'
import { findTransfer } from '../../domain/transfer/commands.ts'
import { quoteRate, transferFee } from '../../domain/transfer/fee.ts'
import { filter, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentTransfer, WireTransfer } from '../../wire/transfer.ts'
import { serviceHeaders, timeFilter, warnOfUnusedFacets } from '../service/common.ts'
import { IdParam, V3Envelope, V3List, v3PageSize } from './envelope.ts'
import {
  FeeQuery,
  ListTransfers,
  RateQuery,
  TransferBody,
  toNewTransfer,
  WireFee,
  WireRate,
} from './transfer-schemas.ts'

const messages = {
  queued: 'Transfer Queued Successfully',
  one: 'Transfer fetched',
  list: 'Transfers fetched',
  fee: 'Transfer fee fetched',
  rate: 'Transfer amount fetched',
  retried: 'Transfer retry attempt queued',
  retries: 'Transfer retry attempts retrieved',
} as const

const common = { family: 'v3', access: 'secret_key', tag: 'v3 transfers', headers: serviceHeaders } as const
const params = { id: IdParam('transfer', '5000001') }

export const transferOperations = [
  operation({
    ...common,
    id: 'createTransfer',
    creates: 'transfer',
    method: 'post',
    path: '/v3/transfers',
    summary: 'Create a transfer',
    description:
      'Pays out to a bank account or to a saved beneficiary. The transfer is queued as NEW, becomes PENDING, and ends as SUCCESSFUL or FAILED.',
    body: TransferBody,
    responses: { 200: V3Envelope(messages.queued, WireTransfer) },
    handle: (request) => {
      const { world, body, plan } = request
      warnOfUnusedFacets(request, 'transfer')
      const transfer = world.dispatch('transfer.create', toNewTransfer(body, plan))
      return success(200, messages.queued, presentTransfer(transfer))
    },
  }),
  operation({
    ...common,
    id: 'listTransfers',
    method: 'get',
    path: '/v3/transfers',
    summary: 'List transfers, newest first',
    query: ListTransfers,
    responses: { 200: V3List(messages.list, WireTransfer) },
    handle: ({ world, query: q }) => {
      const inTime = timeFilter(q)
      const status = q.status?.toUpperCase()
      const matching = filter(
        world.state.transfers.newestFirst(),
        (transfer) =>
          (status === undefined || transfer.status === status) &&
          (q.reference === undefined || transfer.reference === q.reference) &&
          inTime(transfer.createdAt),
      )
      return pageOf(messages.list, matching, { page: q.page, size: v3PageSize }, presentTransfer)
    },
  }),
  // Before the route by id, which matches this path as well.
  operation({
    ...common,
    id: 'getTransferFee',
    method: 'get',
    path: '/v3/transfers/fee',
    summary: 'Quote the fee of a transfer',
    query: FeeQuery,
    responses: { 200: V3Envelope(messages.fee, z.array(WireFee)) },
    handle: ({ world, query }) => {
      const rules = world.fixtures.v3.transferCurrencies[query.currency]
      const fee = transferFee(rules?.fees ?? [], Number(query.amount))
      return success(200, messages.fee, [{ currency: query.currency, fee_type: 'value', fee }])
    },
  }),
  operation({
    ...common,
    id: 'getTransferRate',
    method: 'get',
    path: '/v3/transfers/rates',
    summary: 'Quote what a transfer into another currency takes from a balance',
    description:
      'At the exchange rates of the fixtures, without the fee. Transfers with debit_currency use the same rates.',
    query: RateQuery,
    responses: { 200: V3Envelope(messages.rate, WireRate) },
    handle: ({ world, query: { amount, destination_currency: from, source_currency: to } }) => {
      const { v3 } = world.fixtures
      const field = v3.exchangeRates[from] === undefined ? 'destination_currency' : 'source_currency'
      const quote = quoteRate(v3, { amount: Number(amount), from, to }, field)
      return success(200, messages.rate, {
        rate: quote.rate,
        source: { currency: to, amount: quote.amount },
        destination: { currency: from, amount: Number(amount) },
      })
    },
  }),
  operation({
    ...common,
    id: 'getTransfer',
    method: 'get',
    path: '/v3/transfers/:id',
    params,
    summary: 'Retrieve a transfer',
    responses: { 200: V3Envelope(messages.one, WireTransfer) },
    refusals: [404],
    handle: ({ world, param }) =>
      success(200, messages.one, presentTransfer(findTransfer(world.state, param('id')))),
  }),
  operation({
    ...common,
    id: 'createTransferRetry',
    creates: 'transfer',
    method: 'post',
    path: '/v3/transfers/:id/retries',
    params,
    summary: 'Retry a failed transfer',
    description: 'Creates a new transfer with its own reference. Only a FAILED transfer can be retried.',
    responses: { 200: V3Envelope(messages.retried, WireTransfer) },
    refusals: [404],
    handle: (request) => {
      const { world, param, plan } = request
      warnOfUnusedFacets(request, 'transfer')
      const retry = world.dispatch('transfer.retry', { id: param('id'), plan })
      return success(200, messages.retried, presentTransfer(retry))
    },
  }),
  operation({
    ...common,
    id: 'listTransferRetries',
    method: 'get',
    path: '/v3/transfers/:id/retries',
    params,
    summary: 'List the retries of a transfer, oldest first',
    responses: { 200: V3Envelope(messages.retries, z.array(WireTransfer)) },
    refusals: [404],
    handle: ({ world, param }) => {
      const { retries } = findTransfer(world.state, param('id'))
      const transfers = retries.map((id) => presentTransfer(findTransfer(world.state, id)))
      return success(200, messages.retries, transfers)
    },
  }),
]
