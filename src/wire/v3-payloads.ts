import * as z from 'zod'
import { eventTypes, type V3EventType } from '../domain/webhook/event-types.ts'
import { v3SampleData } from './samples.ts'
import { WireTransaction, WireTransactionCard } from './transaction.ts'
import { chargeKinds, transferKind } from './transaction-words.ts'
import { WireTransfer } from './transfer.ts'

/** A transaction in webhooks. */
export const WireV3Charge = WireTransaction.omit({
  device_fingerprint: true,
  amount_settled: true,
  meta: true,
}).extend({
  processor_response: z.string().describe('N/A if the issuer did not decide'),
  card: WireTransactionCard.omit({ token: true }).optional(),
})

/** A transfer in v3 webhooks. */
export const WireV3Transfer = WireTransfer.omit({ full_name: true })

const payload = (type: V3EventType, kinds: readonly [string, ...string[]], data: z.ZodType) =>
  z.strictObject({ event: z.literal(eventTypes[type].v3), 'event.type': z.enum(kinds), data }).meta({
    id: `${type.replace('.', '_')}_v3_webhook_payload`,
    description: `${eventTypes[type].title}, in v3 form`,
    examples: [{ event: eventTypes[type].v3, 'event.type': kinds[0], data: v3SampleData[type] }],
  })

const { card, ...others } = chargeKinds

/** The v3 webhook body of each event that has one. */
export const v3Payloads: Record<V3EventType, z.ZodType> = {
  'charge.completed': payload('charge.completed', [card, ...Object.values(others)], WireV3Charge),
  'transfer.disburse': payload('transfer.disburse', [transferKind], WireV3Transfer),
  'transfer.reversal': payload('transfer.reversal', [transferKind], WireV3Transfer),
}
