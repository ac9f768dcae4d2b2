import { z } from 'zod'
import { mustFind } from '../../domain/kernel/find.ts'
import { Amount } from '../../domain/kernel/values.ts'
import type { Order } from '../../domain/order/model.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation, type Request } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentOrder, WireOrder } from '../../wire/order.ts'
import { CreateCharge } from './charges.ts'
import { createHeaders, serviceHeaders, TimeFilter, timeFilter, toAuthorization } from './common.ts'

/** The input of a charge, without the fields that make no sense while an amount is only held. */
const CreateOrder = CreateCharge.omit({ recurring: true, order_id: true })

const UpdateOrder = z
  .discriminatedUnion('action', [
    z.object({
      action: z.literal('capture'),
      amount: Amount.optional().describe(
        'Amount to capture; the whole remainder by default. What is not captured is released',
      ),
    }),
    z.object({
      action: z.literal('void'),
      amount: z.never({ error: 'must not be sent: a void releases the whole remainder' }).optional(),
    }),
  ])
  .meta({ id: 'OrderUpdate', description: 'Discriminated by `action`' })

const ListOrders = z.object({
  ...PageQuery,
  ...TimeFilter,
  status: WireOrder.shape.status.optional(),
  reference: z.string().optional(),
  customer_id: z.string().optional(),
})

const OrderEnvelope = Envelope(WireOrder)
const tag = 'Orders'

type Asked = Pick<Request<unknown, unknown>, 'world' | 'emulator'>

/** The current state of an order, with the next action of its charge. */
function present({ world, emulator }: Asked, id: string) {
  const order = mustFind(world.state, 'orders', id)
  return presentOrder(order, world.state.charges.get(order.chargeId), emulator.ports.qrCode)
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
      return pageOf('Orders fetched', orders, q, ({ id }) => present(request, id))
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
        authorization: toAuthorization(body.authorization),
        merchantVatAmount: body.merchant_vat_amount,
        plan,
        baseUrl,
      })
      return success(201, 'Order created', present(request, id))
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
    handle: (request) => success(200, 'Order fetched', present(request, request.param('id'))),
  }),
  operation({
    id: 'updateOrder',
    method: 'put',
    path: '/orders/:id',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Capture or void an order',
    description:
      'A capture ends the order and releases the remainder. To capture in several parts, create charges with `order_id`. An `issuer:…` scenario key sets the verdict on this capture.',
    headers: createHeaders,
    body: UpdateOrder,
    idempotent: true,
    responses: { 200: OrderEnvelope },
    refusals: [404, 409],
    handle: (request) => {
      const { world, body, plan } = request
      const id = request.param('id')
      if (body.action === 'void') world.dispatch('order.void', { id })
      else world.dispatch('order.capture', { id, amount: body.amount, verdict: plan.processorResponse })
      return success(200, body.action === 'void' ? 'Order voided' : 'Order captured', present(request, id))
    },
  }),
]
