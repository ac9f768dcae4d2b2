import * as z from 'zod'
import { type EventType, eventTypes } from '../domain/webhook/event-types.ts'
import { WireCharge } from './charge.ts'
import { WireCustomer } from './customer.ts'
import { WireEvent } from './event.ts'
import { WireOrder } from './order.ts'
import { WirePaymentMethod } from './payment-method.ts'
import { WireRefund } from './refund.ts'
import { sampleData, sampleEvent } from './samples.ts'
import { WireDisbursement, WireReversal } from './transfer-payloads.ts'

/** The body of a webhook with the complete resource as `data`; its schema is named as in the contract (Events). */
const payload = (type: EventType, data: z.ZodType) =>
  WireEvent.extend({ type: z.literal(type), data }).meta({
    id: `${type.replace('.', '_')}_webhook_payload`,
    description: eventTypes[type].title,
    examples: [{ ...sampleEvent, type, data: sampleData[type] }],
  })

/** The customer and the payment method. */
const payer = { customer: WireCustomer, payment_method: WirePaymentMethod }

/** The webhook body of each event type. */
export const eventPayloads: Record<EventType, z.ZodType> = {
  'charge.completed': payload('charge.completed', WireCharge.extend(payer)),
  'transfer.disburse': payload('transfer.disburse', WireDisbursement),
  'transfer.reversal': payload('transfer.reversal', WireReversal),
  'order.authorization': payload('order.authorization', WireOrder.extend(payer)),
  'refund.completed': payload('refund.completed', WireRefund),
}
