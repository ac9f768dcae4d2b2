import * as z from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import { orderStatuses } from '../domain/kernel/enums.ts'
import { Currency, DateTime, Meta } from '../domain/kernel/values.ts'
import type { Order } from '../domain/order/model.ts'
import {
  presentBilling,
  presentNextAction,
  presentProcessorResponse,
  type QrImage,
  WireCharge,
  WireNextAction,
  WireProcessorResponse,
} from './charge.ts'
import { presentCustomer } from './customer.ts'
import { presentPaymentMethod, WirePaymentMethod } from './payment-method.ts'
import { samplePayloads } from './samples.ts'
import { isoTime } from './time.ts'

const { fees, billing_details } = WireCharge.shape

/** An order: a preauthorised payment. Its shape is not shown by the contract; observed. */
export const WireOrder = z
  .strictObject({
    id: z.string(),
    amount: z.number(),
    fees,
    billing_details,
    currency: Currency,
    customer_id: z.string(),
    description: z.string(),
    meta: Meta,
    next_action: WireNextAction.optional().describe('What the charge with the authorisation waits for'),
    payment_method_details: WirePaymentMethod,
    redirect_url: z.string().optional(),
    reference: z.string(),
    status: z.enum(orderStatuses),
    processor_response: WireProcessorResponse.optional(),
    captured_amount: z.number(),
    payment_method_id: z.string(),
    charge_id: z.string().describe('The charge with the authorisation'),
    captures: z.array(z.string()).describe('The charges that captured part of it'),
    created_datetime: DateTime,
  })
  .meta({ id: 'Order', description: 'A preauthorised payment', examples: [samplePayloads.orders] })

type WireForm = z.input<typeof WireOrder>

/** The members that do not depend on the current state of the charge. */
const ownMembers = (order: Order, charge: Charge) => ({
  id: order.id,
  amount: order.amount,
  fees: (order.fees ?? charge.fees) as WireForm['fees'],
  billing_details: presentBilling(charge.customer),
  currency: order.currency,
  customer_id: order.customerId,
  description: order.description ?? `Order ${order.reference}`,
  meta: order.meta,
  ...(order.status === 'authorized' && {
    next_action: { type: 'requires_capture', requires_capture: {} } as const,
  }),
  payment_method_details: presentPaymentMethod(charge.method),
  ...(charge.redirectUrl !== undefined && { redirect_url: charge.redirectUrl }),
  reference: order.reference,
  status: order.status,
  captured_amount: order.capturedAmount,
  payment_method_id: order.paymentMethodId,
  charge_id: order.chargeId,
  captures: [...order.captures],
  created_datetime: isoTime(order.createdAt),
})

/** The wire form of an order; `charge` is the one with its authorisation. */
export const presentOrder = (order: Order, charge: Charge, qrImage: QrImage): WireForm => ({
  ...ownMembers(order, charge),
  ...(charge.nextAction && { next_action: presentNextAction(charge.nextAction, qrImage) }),
  ...(charge.processorResponse && {
    processor_response: presentProcessorResponse(charge.processorResponse),
  }),
})

/**
 * The wire form of an order in an event: as it was then, regardless of later changes of its charge, with customer and
 * payment method.
 */
export const presentOrderEvent = (order: Order, charge: Charge) => ({
  ...ownMembers(order, charge),
  customer: presentCustomer(charge.customer),
  payment_method: presentPaymentMethod(charge.method),
})
