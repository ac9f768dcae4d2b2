import * as z from 'zod'
import { refundStatuses } from '../domain/kernel/enums.ts'
import { Currency, DateTime, Meta } from '../domain/kernel/values.ts'
import type { Refund } from '../domain/refund/model.ts'
import { samplePayloads } from './samples.ts'
import { isoTime } from './time.ts'

/** A refund. Its shape is not shown by the contract; observed. */
export const WireRefund = z
  .strictObject({
    id: z.string(),
    charge_id: z.string(),
    reference: z.string().describe('The reference of the charge'),
    amount: z.number(),
    amount_refunded: z.number().describe('The same as amount'),
    currency: Currency,
    reason: z.string().optional(),
    meta: Meta,
    status: z.enum(refundStatuses),
    created_datetime: DateTime,
  })
  .meta({
    id: 'Refund',
    description: 'A full or partial refund of a charge',
    examples: [samplePayloads.refunds],
  })

/** The wire form of a refund. */
export const presentRefund = (refund: Refund): z.input<typeof WireRefund> => ({
  id: refund.id,
  charge_id: refund.chargeId,
  reference: refund.reference,
  amount: refund.amount,
  amount_refunded: refund.amount,
  currency: refund.currency,
  ...(refund.reason !== undefined && { reason: refund.reason }),
  meta: refund.meta,
  status: refund.status,
  created_datetime: isoTime(refund.createdAt),
})
