import { z } from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import { orderStatuses } from '../domain/kernel/enums.ts'
import { Currency, DateTime, Meta } from '../domain/kernel/values.ts'
import type { Order } from '../domain/order/model.ts'
import {
  presentNextAction,
  presentProcessorResponse,
  type QrImage,
  WireNextAction,
  WireProcessorResponse,
} from './charge.ts'
import { samplePayloads } from './samples.ts'
import { isoTime } from './time.ts'

/** An order: a preauthorised payment. Its shape is not shown by the contract; chosen. */
export const WireOrder = z
  .strictObject({
    id: z.string(),
    reference: z.string(),
    amount: z.number(),
    captured_amount: z.number(),
    currency: Currency,
    customer_id: z.string(),
    payment_method_id: z.string(),
    charge_id: z.string().describe('The charge that holds the authorisation'),
    captures: z.array(z.string()).describe('The charges that captured part of it'),
    meta: Meta,
    status: z.enum(orderStatuses),
    next_action: WireNextAction.optional().describe('What the charge that holds the authorisation waits for'),
    processor_response: WireProcessorResponse.optional(),
    created_datetime: DateTime,
  })
  .meta({ id: 'Order', description: 'A preauthorised payment', examples: [samplePayloads.orders] })

/** The wire form of an order. If its charge is not given, the order is shown as it was when it was authorised. */
export const presentOrder = (
  order: Order,
  charge?: Charge,
  qrImage: QrImage = () => '',
): z.input<typeof WireOrder> => ({
  id: order.id,
  reference: order.reference,
  amount: order.amount,
  captured_amount: order.capturedAmount,
  currency: order.currency,
  customer_id: order.customerId,
  payment_method_id: order.paymentMethodId,
  charge_id: order.chargeId,
  captures: [...order.captures],
  meta: order.meta,
  status: order.status,
  ...(order.status === 'authorized'
    ? { next_action: { type: 'requires_capture', requires_capture: {} } }
    : charge?.nextAction && { next_action: presentNextAction(charge.nextAction, qrImage) }),
  ...(charge?.processorResponse && {
    processor_response: presentProcessorResponse(charge.processorResponse),
  }),
  created_datetime: isoTime(order.createdAt),
})
