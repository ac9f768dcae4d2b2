import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { must } from '../../domain/kernel/errors.ts'
import { hashedNumber } from '../../domain/kernel/names.ts'
import { Currency, chosenBounds, DateTime, Meta } from '../../domain/kernel/values.ts'
import type { Refund } from '../../domain/refund/model.ts'
import type { World } from '../../emulator/world.ts'
import { filter, pageOf } from '../../http/list.ts'
import { operation, type Request } from '../../http/operation.ts'
import { type Reply, success } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { accountId, serviceRefMember } from '../../wire/transaction-words.ts'
import { serviceHeaders, TimeFilter, timeFilter } from '../service/common.ts'
import { text } from './checkout-schemas.ts'
import { IdParam, transactionOf, V3Envelope, V3List, V3PageQuery, v3PageSize } from './envelope.ts'
import { V3Amount } from './transfer-schemas.ts'

/** The v3 words of the statuses of refunds. */
const statuses = { pending: 'pending', succeeded: 'completed', failed: 'failed' } as const satisfies Record<
  Refund['status'],
  string
>
const statusNames = Object.values(statuses)

const WireV3Refund = z
  .strictObject({
    id: z.int().meta({ examples: [1] }),
    account_id: z.int().meta({ examples: [accountId] }),
    tx_id: z
      .int()
      .describe('The transaction')
      .meta({ examples: [1000001] }),
    [serviceRefMember]: z
      .string()
      .describe("The service's own reference of the refund")
      .meta({ examples: ['rfd_sample00000001'] }),
    amount_refunded: z.number().meta({ examples: [2500] }),
    currency: Currency,
    status: z.enum(statusNames).meta({ examples: ['completed'] }),
    destination: z.literal('payment_source'),
    comments: z
      .string()
      .nullable()
      .meta({ examples: [null] }),
    meta: Meta.meta({ examples: [{}] }),
    created_at: DateTime,
  })
  .meta({ id: 'V3Refund', description: 'A refund in v3 form' })

const present =
  ({ state }: World) =>
  (refund: Refund): z.input<typeof WireV3Refund> => ({
    id: hashedNumber(refund),
    account_id: accountId,
    tx_id: state.charges.get(refund.chargeId)?.number ?? 0,
    [serviceRefMember]: refund.id,
    amount_refunded: refund.amount,
    currency: refund.currency,
    status: statuses[refund.status],
    destination: 'payment_source',
    comments: refund.reason ?? null,
    meta: refund.meta,
    created_at: isoTime(refund.createdAt),
  })

const messages = {
  created: 'Transaction refund initiated',
  list: 'Refunds fetched',
  one: 'Refund fetched',
} as const
const common = { family: 'v3', access: 'secret_key', tag: 'v3 refunds', headers: serviceHeaders } as const

/** The request for a refund, wherever it names its transaction. */
export const refundRequest = {
  creates: 'refund',
  body: z.object({
    amount: V3Amount.nullish().describe('Amount to refund; all that is left by default'),
    comments: text(chosenBounds.refundReason).nullish().describe('Why'),
  }),
  bodyOptional: true,
  responses: { 200: V3Envelope(messages.created, WireV3Refund) },
  refusals: [404, 409],
} as const
type RefundRequest = Request<z.output<typeof refundRequest.body>, unknown>

export function createV3Refund(
  { world, body, plan }: Pick<RefundRequest, 'world' | 'body' | 'plan'>,
  { id }: Charge,
): Reply {
  const refund = world.dispatch('refund.create', {
    chargeId: id,
    amount: body.amount == null ? undefined : Number(body.amount),
    reason: body.comments ?? undefined,
    meta: undefined,
    plan,
    atOnce: true,
  })
  return success(200, messages.created, present(world)(refund))
}

export const v3RefundOperations = [
  operation({
    ...common,
    id: 'createV3Refund',
    ...refundRequest,
    method: 'post',
    path: '/v3/transactions/:id/refund',
    params: { id: IdParam('transaction', '1000001') },
    summary: 'Refund a transaction in full or in part',
    description:
      'The refund ends at once; an `issuer:…` scenario key makes it fail. Sends `refund.completed`.',
    handle: (request) => createV3Refund(request, transactionOf(request.world, request.param('id'))),
  }),
  operation({
    ...common,
    id: 'listV3Refunds',
    method: 'get',
    path: '/v3/refunds',
    summary: 'List refunds, newest first',
    query: z.object({
      ...V3PageQuery,
      ...TimeFilter,
      status: z.enum(statusNames).optional().describe('How far the refund is'),
      tx_id: z.string().optional().describe('Refunds of this transaction'),
    }),
    responses: { 200: V3List(messages.list, WireV3Refund) },
    handle: ({ world, query: q }) => {
      const inTime = timeFilter(q)
      const fits = (refund: Refund): boolean =>
        (q.status === undefined || statuses[refund.status] === q.status) &&
        (q.tx_id === undefined || String(world.state.charges.get(refund.chargeId)?.number) === q.tx_id) &&
        inTime(refund.createdAt)
      const matching = filter(world.state.refunds.newestFirst(), fits)
      return pageOf(messages.list, matching, { page: q.page, size: v3PageSize }, present(world))
    },
  }),
  operation({
    ...common,
    id: 'getV3Refund',
    method: 'get',
    path: '/v3/refunds/:id',
    params: { id: IdParam('refund', '1') },
    summary: 'Retrieve a refund',
    responses: { 200: V3Envelope(messages.one, WireV3Refund) },
    refusals: [404],
    handle: ({ world, param }) => {
      const id = param('id')
      const refund = world.state.refunds.by('number', id) ?? world.state.refunds.get(id)
      must(refund, 'not_found', `no refund "${id}"; GET /v3/refunds lists the existing ones`)
      return success(200, messages.one, present(world)(refund))
    },
  }),
]
