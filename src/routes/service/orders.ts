import * as z from 'zod'
import { mustFind } from '../../domain/kernel/find.ts'
import { Amount, Meta } from '../../domain/kernel/values.ts'
import { chargeOf, type Order } from '../../domain/order/model.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation, type Request } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentOrder, WireOrder } from '../../wire/order.ts'
import { CreateCharge } from './charges.ts'
import {
  createHeaders,
  OrderAuthorization,
  serviceHeaders,
  TimeFilter,
  timeFilter,
  toAuthorization,
} from './common.ts'

/** The input of a charge, without the fields that make no sense while an amount is only held. */
export const CreateOrder = CreateCharge.omit({ recurring: true, order_id: true }).extend({
  authorization: OrderAuthorization.optional(),
  description: z.string().optional(),
})

const UpdateOrder = z
  .object({
    action: z.enum(['capture', 'void']).optional(),
    amount: Amount.optional().describe(
      'Amount to capture; the whole remainder by default. What is not captured is released',
    ),
    meta: Meta.optional().describe('Replaces the meta of the order, in any state'),
  })
  .superRefine(({ action, amount, meta }, context) => {
    const tell = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (action === undefined && meta === undefined)
      tell('action', 'must be capture or void, unless meta is sent')
    if (amount !== undefined && action === 'void')
      tell('amount', 'must not be sent: a void releases the whole remainder')
    if (amount !== undefined && action === undefined) tell('amount', 'must be sent with action capture only')
  })
  .meta({
    id: 'OrderUpdate',
    description: 'An `action`, new `meta`, or both',
    anyOf: [{ required: ['action'] }, { required: ['meta'] }],
    examples: [{ action: 'capture', amount: 1500.5 }],
  })

/** The authorization of a new order; 3DS is a flow. */
export const orderAuthorization = (input: z.output<typeof OrderAuthorization> | undefined) => ({
  authorization: input?.type === '3ds' ? undefined : toAuthorization(input),
  wants3ds: input?.type === '3ds',
})

const ListOrders = z.object({
  ...PageQuery,
  ...TimeFilter,
  status: WireOrder.shape.status.optional(),
  reference: z.string().optional(),
  customer_id: z.string().optional(),
})

export const OrderEnvelope = Envelope(WireOrder)
const tag = 'Orders'

const updated = { capture: 'Order captured', void: 'Order voided', describe: 'Order updated' } as const

type Asked = Pick<Request<unknown, unknown>, 'world' | 'emulator'>

/** The current state of an order, with the next action of its charge. */
export function presentOrderNow({ world, emulator }: Asked, id: string) {
  const order = mustFind(world.state, 'orders', id)
  return presentOrder(order, chargeOf(order, world.state.charges), emulator.ports.qrCode)
}

export const orderOperations = [
  operation({
    id: 'listOrders',
    method: 'get',
    path: '/orders',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'List orders, newest first',
    headers: serviceHeaders,
    query: ListOrders,
    responses: { 200: ListEnvelope(WireOrder) },
    handle: (request) => {
      const { query: q, world } = request
      const inTime = timeFilter(q)
      const fits = (order: Order): boolean =>
        (q.status === undefined || order.status === q.status) &&
        (q.reference === undefined || order.reference === q.reference) &&
        (q.customer_id === undefined || order.customerId === q.customer_id) &&
        inTime(order.createdAt)
      const orders = filter(world.state.orders.newestFirst(), fits)
      return pageOf('Orders fetched', orders, q, ({ id }) => presentOrderNow(request, id))
    },
  }),
  operation({
    id: 'createOrder',
    creates: 'order',
    method: 'post',
    path: '/orders',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Create an order: hold an amount to capture or void later',
    description:
      'Also creates a charge, which follows the flow of X-Scenario-Key or of its payment method and then waits with `requires_capture`. Answer its next actions with PUT /charges/{charge_id}.',
    headers: createHeaders,
    body: CreateOrder,
    idempotent: true,
    responses: { 201: OrderEnvelope },
    refusals: [409],
    handle: (request) => {
      const { world, body, plan, baseUrl } = request
      const { id } = world.dispatch('order.create', {
        amount: body.amount,
        currency: body.currency,
        reference: body.reference,
        customerId: body.customer_id,
        paymentMethodId: body.payment_method_id,
        meta: body.meta,
        redirectUrl: body.redirect_url,
        ...orderAuthorization(body.authorization),
        description: body.description,
        merchantVatAmount: body.merchant_vat_amount,
        plan,
        baseUrl,
      })
      return success(201, 'Order created', presentOrderNow(request, id))
    },
  }),
  operation({
    id: 'getOrder',
    method: 'get',
    path: '/orders/:id',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'Retrieve an order',
    headers: serviceHeaders,
    responses: { 200: OrderEnvelope },
    refusals: [404],
    handle: (request) => success(200, 'Order fetched', presentOrderNow(request, request.param('id'))),
  }),
  operation({
    id: 'updateOrder',
    method: 'put',
    path: '/orders/:id',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Capture or void an order, or replace its meta',
    description:
      'A capture ends the order and releases the remainder; if it took only a part, the order is partially-completed. To capture in several parts, create charges with `order_id`. An `issuer:…` scenario key sets the verdict on this capture.',
    headers: createHeaders,
    body: UpdateOrder,
    idempotent: true,
    responses: { 200: OrderEnvelope },
    refusals: [404, 409],
    handle: (request) => {
      const { world, body, plan } = request
      const id = request.param('id')
      if (body.action === 'void') world.dispatch('order.void', { id })
      if (body.action === 'capture')
        world.dispatch('order.capture', { id, amount: body.amount, verdict: plan.processorResponse })
      // Last, because an action may be refused, and then nothing changes.
      if (body.meta) world.dispatch('order.describe', { id, meta: body.meta })
      return success(200, updated[body.action ?? 'describe'], presentOrderNow(request, id))
    },
  }),
]
