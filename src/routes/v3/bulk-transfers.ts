import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import { type Batch, batchBounds } from '../../domain/transfer/batch-model.ts'
import { findTransfer } from '../../domain/transfer/commands.ts'
import type { World } from '../../emulator/world.ts'
import { pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentTransfer, WireTransfer } from '../../wire/transfer.ts'
import { serviceHeaders, warnOfUnusedFacets } from '../service/common.ts'
import { text } from './checkout-schemas.ts'
import { BulkAnswer, IdParam, presentBulk, V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'
import { TransferBody, toNewTransfer } from './transfer-schemas.ts'

const WireBatch = BulkAnswer(7000001).meta({ id: 'BulkTransfer', description: 'A bulk transfer' })

function find({ state }: World, id: string): Batch {
  const batch = state.batches.get(id)
  must(batch, 'not_found', `no bulk transfer "${id}"; POST /v3/bulk-transfers answers with its id`)
  return batch
}

const messages = {
  queued: 'Bulk transfer queued',
  one: 'Bulk transfer fetched',
  list: 'Transfers fetched',
} as const
const common = { family: 'v3', access: 'secret_key', tag: 'v3 transfers', headers: serviceHeaders } as const

/** Same as the service: in a bulk transfer, the bank may be called `bank_code`. */
const BulkItem = TransferBody.extend({
  bank_code: text(40).nullish().describe('The same as account_bank'),
})

export const bulkOperations = [
  operation({
    ...common,
    id: 'createBulkTransfer',
    creates: 'transfer',
    method: 'post',
    path: '/v3/bulk-transfers',
    summary: 'Create many transfers at once',
    description:
      'Each is a transfer like those of POST /v3/transfers, with its own reference and webhook. If one is invalid, none is created. The scenario key applies to all of them.',
    body: z.object({
      title: z
        .string()
        .max(batchBounds.title, `must have at most ${batchBounds.title} characters`)
        .default('')
        .describe('Name of the bulk transfer')
        .meta({ examples: ['Salaries for January'] }),
      bulk_data: z
        .array(BulkItem)
        .min(1, 'must not be empty')
        .max(batchBounds.transfers, `must have at most ${batchBounds.transfers} items`)
        .describe('The transfers'),
    }),
    responses: { 200: V3Envelope(messages.queued, WireBatch) },
    // Conditions about one account or amount would apply to the whole list.
    subject: () => ({}),
    handle: (request) => {
      const { world, body, plan } = request
      warnOfUnusedFacets(request, 'transfer')
      const transfers = body.bulk_data.map(({ bank_code: bank, ...item }) =>
        toNewTransfer({ ...item, account_bank: item.account_bank ?? bank }, plan),
      )
      const batch = world.dispatch('batch.create', { title: body.title, transfers })
      return success(200, messages.queued, presentBulk(batch))
    },
  }),
  operation({
    ...common,
    id: 'listBulkTransfer',
    method: 'get',
    path: '/v3/bulk-transfers',
    summary: 'List the transfers of a bulk transfer',
    query: z.object({
      ...V3PageQuery,
      batch_id: z
        .string()
        .min(1, 'must not be empty')
        .describe('The id of the bulk transfer')
        .meta({ examples: ['7000001'] }),
    }),
    responses: { 200: V3List(messages.list, WireTransfer) },
    refusals: [404],
    handle: ({ world, query }) => {
      const transfers = find(world, query.batch_id).transfers.map((id) => findTransfer(world.state, id))
      return pageOf(messages.list, transfers, { page: query.page, size: v3PageSize }, presentTransfer)
    },
  }),
  operation({
    ...common,
    id: 'getBulkTransfer',
    method: 'get',
    path: '/v3/bulk-transfers/:id',
    params: { id: IdParam('bulk transfer', '7000001') },
    summary: 'Retrieve a bulk transfer',
    responses: { 200: V3Envelope(messages.one, WireBatch) },
    refusals: [404],
    handle: ({ world, param }) => success(200, messages.one, presentBulk(find(world, param('id')))),
  }),
]
