import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { chargeStatuses } from '../../domain/kernel/enums.ts'
import {
  Amount,
  Currency,
  Identifier,
  Meta,
  NonNegative,
  RedirectUrl,
  Reference,
} from '../../domain/kernel/values.ts'
import { chargeText } from '../../http/fast/charge-text.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation, type Request } from '../../http/operation.ts'
import { successText } from '../../http/reply.ts'
import { presentCharge, WireCharge } from '../../wire/charge.ts'
import {
  AuthorizationInput,
  createHeaders,
  serviceHeaders,
  TimeFilter,
  timeFilter,
  toAuthorization,
  warnOfUnusedFacets,
} from './common.ts'

/** contract, Create a charge. */
export const CreateCharge = z.object({
  amount: Amount,
  currency: Currency,
  reference: Reference,
  customer_id: Identifier.meta({ examples: ['cus_adaobi0001'] }),
  payment_method_id: Identifier.meta({ examples: ['pmd_card000001'] }),
  meta: Meta.optional(),
  redirect_url: RedirectUrl.optional(),
  authorization: AuthorizationInput.optional(),
  recurring: z.boolean().optional().describe('True skips authorization flows and returns a terminal status'),
  order_id: Identifier.optional().describe('Only for preauth captures'),
  merchant_vat_amount: NonNegative.optional(),
})

const UpdateCharge = z
  .object({ authorization: AuthorizationInput.optional(), meta: Meta.optional() })
  .refine((body) => body.authorization || body.meta, 'must contain authorization or meta')

const ListCharges = z.object({
  ...PageQuery,
  ...TimeFilter,
  status: z.enum(chargeStatuses).optional(),
  reference: z.string().optional(),
  customer_id: z.string().optional(),
  payment_method_id: z.string().optional(),
  order_id: z.string().optional(),
})

export const ChargeEnvelope = Envelope(WireCharge)
const tag = 'Charges'

/** The answer with a charge. */
export const chargeAnswer = (
  { emulator }: Pick<Request<unknown, unknown>, 'emulator'>,
  status: number,
  message: string,
  charge: Charge,
) => successText(status, message, () => chargeText(charge, emulator.ports.qrCode))

export const chargeOperations = [
  operation({
    id: 'createCharge',
    creates: 'charge',
    method: 'post',
    path: '/charges',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Create a charge',
    headers: createHeaders,
    body: CreateCharge,
    idempotent: true,
    responses: { 201: ChargeEnvelope },
    refusals: [409],
    handle: (request) => {
      const { world, body, plan, baseUrl } = request
      warnOfUnusedFacets(request, 'charge')
      const charge = world.dispatch('charge.create', {
        amount: body.amount,
        currency: body.currency,
        reference: body.reference,
        customerId: body.customer_id,
        paymentMethodId: body.payment_method_id,
        meta: body.meta,
        redirectUrl: body.redirect_url,
        authorization: toAuthorization(body.authorization),
        recurring: body.recurring ?? false,
        orderId: body.order_id,
        merchantVatAmount: body.merchant_vat_amount,
        plan,
        baseUrl,
      })
      return chargeAnswer(request, 201, 'Charge created', charge)
    },
  }),
  operation({
    id: 'listCharges',
    method: 'get',
    path: '/charges',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'List charges, newest first',
    headers: serviceHeaders,
    query: ListCharges,
    responses: { 200: ListEnvelope(WireCharge) },
    handle: (request) => {
      const { query: q, world } = request
      const inTime = timeFilter(q)
      const fits = (charge: Charge): boolean =>
        (q.status === undefined || charge.status === q.status) &&
        (q.reference === undefined || charge.reference === q.reference) &&
        (q.customer_id === undefined || charge.customer.id === q.customer_id) &&
        (q.payment_method_id === undefined || charge.method.id === q.payment_method_id) &&
        (q.order_id === undefined || belongsTo(request, charge, q.order_id)) &&
        inTime(charge.createdAt)
      return pageOf('Charges fetched', filter(world.state.charges.newestFirst(), fits), q, (charge) =>
        presentCharge(charge, request.emulator.ports.qrCode),
      )
    },
  }),
  operation({
    id: 'getCharge',
    method: 'get',
    path: '/charges/:id',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'Retrieve a charge',
    description: 'While the charge waits for `requires_requery`, each call counts as a read.',
    headers: serviceHeaders,
    responses: { 200: ChargeEnvelope },
    refusals: [404],
    handle: (request) => {
      const charge = request.world.dispatch('charge.read', { id: request.param('id') })
      return chargeAnswer(request, 200, 'Charge fetched', charge)
    },
  }),
  operation({
    id: 'updateCharge',
    method: 'put',
    path: '/charges/:id',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Answer the next action of a charge, or replace its meta',
    headers: createHeaders,
    body: UpdateCharge,
    idempotent: true,
    responses: { 200: ChargeEnvelope },
    refusals: [404, 409],
    handle: (request) => {
      const { world, body } = request
      const charge = world.dispatch('charge.update', {
        id: request.param('id'),
        authorization: toAuthorization(body.authorization),
        meta: body.meta,
      })
      const last = charge.history.at(-1)
      if (charge.status === 'pending' && charge.tries > 0 && last) request.warn(last.note)
      return chargeAnswer(request, 200, 'Charge updated', charge)
    },
  }),
]

/** Whether a charge belongs to an order: it authorised the order or captured part of it. */
const belongsTo = (
  { world }: Pick<Request<unknown, unknown>, 'world'>,
  charge: Charge,
  orderId: string,
): boolean => charge.orderId === orderId || world.state.orders.get(orderId)?.chargeId === charge.id
