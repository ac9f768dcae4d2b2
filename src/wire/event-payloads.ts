import { z } from 'zod'
import { type EventType, eventTypes } from '../domain/webhook/event-types.ts'
import { WireCharge } from './charge.ts'
import { WireEvent } from './event.ts'
import { WireOrder } from './order.ts'
import { WireRefund } from './refund.ts'
import { sampleEvent, samplePayloads } from './samples.ts'
import { WireTransfer } from './transfer.ts'

/** A webhook's body with the resource, complete, as its data; named as the contract names its schema (Events). */
const payload = (type: EventType, data: z.ZodType) =>
  WireEvent.extend({ type: z.literal(type), data }).meta({
    id: `${type.replace('.', '_')}_webhook_payload`,
    description: eventTypes[type].title,
    examples: [{ ...sampleEvent, type, data: samplePayloads[eventTypes[type].subject] }],
  })

/** What is posted to the merchant for each event. */
export const eventPayloads: Record<EventType, z.ZodType> = {
  'charge.completed': payload('charge.completed', WireCharge),
  'transfer.disburse': payload('transfer.disburse', WireTransfer),
  'transfer.reversal': payload('transfer.reversal', WireTransfer),
  'order.authorization': payload('order.authorization', WireOrder),
  'refund.completed': payload('refund.completed', WireRefund),
}
