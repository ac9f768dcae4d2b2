import * as z from 'zod'
import { chargeBatchBounds } from '../../domain/checkout/batch-model.ts'
import { must } from '../../domain/kernel/errors.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import type { World } from '../../emulator/world.ts'
import { pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentTransaction } from '../../wire/present-transaction.ts'
import { WireTransaction } from '../../wire/transaction.ts'
import { serviceHeaders } from '../service/common.ts'
import { BulkAnswer, IdParam, presentBulk, V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'
import { TokenBody, toTokenCharge } from './tokenized-charges.ts'

const WireQueued = BulkAnswer(8000001).meta({
  id: 'BulkCharge',
  description: 'Charges by token that were created together',
})

const WireBatch = WireQueued.extend({
  title: z.string().meta({ examples: ['Subscriptions for January'] }),
  total_charges: z.int().meta({ examples: [1] }),
  processed_charges: z
    .int()
    .describe('Those that have ended')
    .meta({ examples: [1] }),
  pending_charges: z.int().meta({ examples: [0] }),
}).meta({ id: 'BulkChargeStatus', description: 'How far a bulk charge is' })

function find({ state }: World, id: string) {
  const batch = state.chargeBatches.get(id)
  must(batch, 'not_found', `no bulk charge "${id}"; POST /v3/bulk-tokenized-charges answers with its id`)
  return { batch, charges: batch.charges.map((charge) => mustFind(state, 'charges', charge)) }
}

const messages = {
  queued: 'Bulk charge successful',
  one: 'Bulk charge fetched',
  list: 'Bulk charges fetched',
} as const
const common = { family: 'v3', access: 'secret_key', tag: 'v3 charges', headers: serviceHeaders } as const
const params = { id: IdParam('bulk charge', '8000001') }

export const bulkChargeOperations = [
  operation({
    ...common,
    id: 'createBulkTokenizedCharge',
    creates: 'charge',
    method: 'post',
    path: '/v3/bulk-tokenized-charges',
    summary: 'Charge many cards by their tokens',
    description:
      'Each is a charge like those of POST /v3/tokenized-charges, with its own tx_ref and webhook. If one is invalid, none is created. The scenario key applies to all of them.',
    body: z.object({
      title: z
        .string()
        .max(chargeBatchBounds.title, `must have at most ${chargeBatchBounds.title} characters`)
        .default('')
        .describe('Name of the bulk charge')
        .meta({ examples: ['Subscriptions for January'] }),
      retry_strategy: z
        .record(z.string(), z.unknown())
        .nullish()
        .describe('Ignored, with a warning: a charge that fails is not tried again'),
      bulk_data: z
        .array(TokenBody)
        .min(1, 'must not be empty')
        .max(chargeBatchBounds.charges, `must have at most ${chargeBatchBounds.charges} items`)
        .describe('The charges'),
    }),
    responses: { 200: V3Envelope(messages.queued, WireQueued) },
    // Conditions about one card or amount would apply to the whole list.
    subject: () => ({}),
    handle: ({ world, body, plan, baseUrl, warn }) => {
      if (body.retry_strategy != null)
        warn('retry_strategy was ignored: charges that fail are not tried again')
      const charges = body.bulk_data.map((item) => toTokenCharge(item, { plan, baseUrl }))
      const batch = world.dispatch('checkout.batch', { title: body.title, charges })
      return success(200, messages.queued, presentBulk(batch))
    },
  }),
  operation({
    ...common,
    id: 'getBulkTokenizedCharge',
    method: 'get',
    path: '/v3/bulk-tokenized-charges/:id',
    params,
    summary: 'Retrieve a bulk charge and how far it is',
    responses: { 200: V3Envelope(messages.one, WireBatch) },
    refusals: [404],
    handle: ({ world, param }) => {
      const { batch, charges } = find(world, param('id'))
      const pending = charges.filter(({ status }) => status === 'pending').length
      return success(200, messages.one, {
        ...presentBulk(batch),
        title: batch.title,
        total_charges: charges.length,
        processed_charges: charges.length - pending,
        pending_charges: pending,
      })
    },
  }),
  operation({
    ...common,
    id: 'listBulkTokenizedCharges',
    method: 'get',
    path: '/v3/bulk-tokenized-charges/:id/transactions',
    params,
    query: z.object(V3PageQuery),
    summary: 'List the transactions of a bulk charge, in the order in which they were sent',
    responses: { 200: V3List(messages.list, WireTransaction) },
    refusals: [404],
    handle: ({ world, query, param }) => {
      const { charges } = find(world, param('id'))
      return pageOf(messages.list, charges, { page: query.page, size: v3PageSize }, presentTransaction)
    },
  }),
]
