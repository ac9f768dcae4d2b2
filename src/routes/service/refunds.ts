import * as z from 'zod'
import { refundReasons } from '../../domain/kernel/enums.ts'
import { Amount, chosenBounds, Identifier, Meta } from '../../domain/kernel/values.ts'
import { findRefund } from '../../domain/refund/commands.ts'
import type { Refund } from '../../domain/refund/model.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentRefund, WireRefund } from '../../wire/refund.ts'
import { createHeaders, serviceHeaders, TimeFilter, timeFilter } from './common.ts'

const CreateRefund = z.object({
  charge_id: Identifier,
  amount: Amount.optional().describe('Amount to refund; the whole remainder of the charge by default'),
  reason: z
    .string()
    .min(1, 'must not be empty')
    .max(chosenBounds.refundReason, `must have at most ${chosenBounds.refundReason} characters`)
    .optional()
    .describe(`One of ${refundReasons.join(', ')}; another text is accepted with a warning`)
    .meta({ examples: ['requested_by_customer'] }),
  meta: Meta.optional(),
})

const ListRefunds = z.object({
  ...PageQuery,
  ...TimeFilter,
  status: WireRefund.shape.status.optional(),
  charge_id: z.string().optional(),
})

const RefundEnvelope = Envelope(WireRefund)
const tag = 'Refunds'

export const refundOperations = [
  operation({
    id: 'listRefunds',
    method: 'get',
    path: '/refunds',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'List refunds, newest first',
    headers: serviceHeaders,
    query: ListRefunds,
    responses: { 200: ListEnvelope(WireRefund) },
    handle: ({ query: q, world }) => {
      const inTime = timeFilter(q)
      const fits = (refund: Refund): boolean =>
        (q.status === undefined || refund.status === q.status) &&
        (q.charge_id === undefined || refund.chargeId === q.charge_id) &&
        inTime(refund.createdAt)
      return pageOf('Refunds fetched', filter(world.state.refunds.newestFirst(), fits), q, presentRefund)
    },
  }),
  operation({
    id: 'createRefund',
    creates: 'refund',
    method: 'post',
    path: '/refunds',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Refund a charge in full or in part',
    description:
      'The refund is pending for 2 seconds (of the clock of the world), then succeeds, or fails if an `issuer:…` scenario key says so. Both outcomes send `refund.completed`. Pending refunds reduce the amount that can be refunded.',
    headers: createHeaders,
    body: CreateRefund,
    idempotent: true,
    responses: { 201: RefundEnvelope },
    refusals: [409],
    handle: ({ world, body, plan, warn }) => {
      const { charge_id: chargeId, amount, reason, meta } = body
      if (reason !== undefined && !(refundReasons as readonly string[]).includes(reason))
        warn(`reason is none of ${refundReasons.join(', ')}; a service may refuse it`)
      const refund = world.dispatch('refund.create', { chargeId, amount, reason, meta, plan })
      return success(201, 'Refund created', presentRefund(refund))
    },
  }),
  operation({
    id: 'getRefund',
    method: 'get',
    path: '/refunds/:id',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'Retrieve a refund',
    headers: serviceHeaders,
    responses: { 200: RefundEnvelope },
    refusals: [404],
    handle: ({ world, param }) =>
      success(200, 'Refund fetched', presentRefund(findRefund(world.state, param('id')))),
  }),
]
