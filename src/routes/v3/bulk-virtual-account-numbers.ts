import * as z from 'zod'
import { must } from '../../domain/kernel/errors.ts'
import { mostAccounts } from '../../domain/virtual-account/batch-model.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { V3Envelope } from './envelope.ts'
import {
  AccountBody,
  accountNumberOf,
  accountSubject,
  presentAccountNumber,
  toNewAccount,
  virtualNumbers,
  WireAccountNumber,
} from './virtual-account-numbers.ts'

const messages = {
  created: 'Bulk virtual accounts creation in progress',
  list: 'Bulk virtual accounts fetched',
  one: 'Virtual account fetched',
} as const

const WireAccountBatch = z
  .strictObject({
    batch_id: z.string().meta({ examples: ['vab_sample00000001'] }),
    response_code: z.literal('02'),
    response_message: z.literal(messages.created),
  })
  .meta({ id: 'VirtualAccountBatch', description: 'Virtual accounts that were created together' })

export const bulkVirtualNumberOperations = [
  operation({
    ...virtualNumbers,
    id: 'createBulkVirtualAccountNumber',
    creates: 'virtual_account',
    method: 'post',
    path: '/v3/bulk-virtual-account-numbers',
    summary: 'Create many virtual accounts at once',
    description:
      'Each is an account like those of POST /v3/virtual-account-numbers, all with one tx_ref. They exist at once. The scenario key applies to the payments of all of them.',
    body: AccountBody.extend({
      accounts: z
        .int()
        .min(1, 'must be at least 1')
        .max(mostAccounts, `must be at most ${mostAccounts}`)
        .describe('How many')
        .meta({ examples: [3] }),
    }),
    responses: { 200: V3Envelope(messages.created, WireAccountBatch) },
    subject: ({ body, world }) => accountSubject(world, body),
    handle: (request) => {
      const { id } = request.world.dispatch('checkout.accounts', {
        ...toNewAccount(request),
        count: request.body.accounts,
      })
      return success(200, messages.created, {
        batch_id: id,
        response_code: '02' as const,
        response_message: messages.created,
      })
    },
  }),
  operation({
    ...virtualNumbers,
    id: 'getBulkVirtualAccountNumber',
    method: 'get',
    path: '/v3/bulk-virtual-account-numbers/:batch_id',
    params: {
      batch_id: z
        .string()
        .describe('The batch_id of the accounts, or the order_ref of one account')
        .meta({ examples: ['vab_sample00000001'] }),
    },
    summary: 'List the virtual accounts of a batch',
    // Same as the service: client libraries look for a single account here, too.
    description: 'With the order_ref of a single account, it answers with that account.',
    responses: {
      200: z.union([
        V3Envelope(messages.list, z.array(WireAccountNumber)),
        V3Envelope(messages.one, WireAccountNumber),
      ]),
    },
    refusals: [404],
    handle: ({ world, param }) => {
      const id = param('batch_id')
      if (world.state.virtualAccounts.has(id))
        return success(200, messages.one, presentAccountNumber(accountNumberOf(world, id)))
      const batch = world.state.accountBatches.get(id)
      must(
        batch,
        'not_found',
        `no batch of virtual accounts "${id}"; POST /v3/bulk-virtual-account-numbers answers with its batch_id`,
      )
      const accounts = batch.accounts.map((account) => presentAccountNumber(accountNumberOf(world, account)))
      return success(200, messages.list, accounts)
    },
  }),
]
