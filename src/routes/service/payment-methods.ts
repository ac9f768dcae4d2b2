import * as z from 'zod'
import { CardInput } from '../../domain/customer/card.ts'
import { MethodType, methodKinds, methodUnion } from '../../domain/customer/payment-method.ts'
import { findPaymentMethod } from '../../domain/customer/payment-method-commands.ts'
import { camelKeys, Identifier, Meta } from '../../domain/kernel/values.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { Envelope, filter, ListEnvelope, PageQuery, pageOf } from '../../http/list.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentPaymentMethod, WirePaymentMethod } from '../../wire/payment-method.ts'
import { createHeaders, serviceHeaders } from './common.ts'

const common = {
  meta: Meta.optional(),
  device_fingerprint: z.string().optional(),
  client_ip: z.string().optional(),
}

const newKinds = { ...methodKinds, card: { member: CardInput } }

// Not a card: no page of the emulator shows a full card number, not even in an example.
const example = {
  type: 'mobile_money',
  customer_id: 'cus_adaobi0001',
  mobile_money: { network: 'MTN', country_code: '233', phone_number: '201234567' },
}

/** contract, Payment method: discriminated by `type`; the member is named after the type. */
export const CreatePaymentMethod = methodUnion(
  { ...common, customer_id: Identifier.optional() },
  newKinds,
).meta({
  id: 'NewPaymentMethod',
  description: 'A payment method to create, discriminated by `type`',
  examples: [example],
})

/** A payment method of a direct charge or order, whose customer is in the same request. */
export const DirectPaymentMethod = methodUnion(common, newKinds).meta({
  id: 'DirectPaymentMethod',
  description: 'A payment method to create with the payment, discriminated by `type`',
})

/** A payment method of a request body. */
export const methodInput = (body: z.output<typeof DirectPaymentMethod>) => ({
  type: body.type,
  details: camelKeys((body as Record<string, unknown>)[body.type] ?? {}) as object,
  meta: body.meta,
  deviceFingerprint: body.device_fingerprint,
  clientIp: body.client_ip,
})

/** The warning that a card of the fixtures replaces the one of a request. */
export const standInWarning = ({ words }: Pick<Emulator, 'words'>): string =>
  `${words.type('card')}.encrypted_card_number does not decrypt with the key of the fixtures; one of their cards stands for it`

const ListPaymentMethods = z.object({
  ...PageQuery,
  customer_id: z.string().optional(),
  type: MethodType.optional(),
})

const MethodEnvelope = Envelope(WirePaymentMethod)
const tag = 'Payment methods'

export const paymentMethodOperations = [
  operation({
    id: 'listPaymentMethods',
    method: 'get',
    path: '/payment-methods',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'List payment methods, newest first',
    headers: serviceHeaders,
    query: ListPaymentMethods,
    responses: { 200: ListEnvelope(WirePaymentMethod) },
    handle: ({ query: q, world }) => {
      const matching = filter(
        world.state.paymentMethods.newestFirst(),
        (method) =>
          (q.customer_id === undefined || method.customerId === q.customer_id) &&
          (q.type === undefined || method.type === q.type),
      )
      return pageOf('Payment methods fetched', matching, q, presentPaymentMethod)
    },
  }),
  operation({
    id: 'createPaymentMethod',
    method: 'post',
    path: '/payment-methods',
    family: 'service',
    access: { oauth: 'payments:write' },
    tag,
    summary: 'Create a payment method',
    description:
      'Only first6, last4 and network of a card number are stored. Encrypted fields are base64 of AES-256-GCM ciphertext and 16-byte tag, with the nonce as IV. For a number that does not decrypt with the key of the fixtures one of their cards stands, always the same one for the same ciphertext; if the fixtures set "encryption: strict", it is refused.',
    headers: createHeaders,
    body: CreatePaymentMethod,
    idempotent: true,
    responses: { 201: MethodEnvelope },
    refusals: [409],
    handle: ({ world, emulator, body, warn }) => {
      const { method, isStandIn } = world.dispatch('paymentMethod.create', {
        ...methodInput(body),
        customerId: body.customer_id,
      })
      if (isStandIn) warn(standInWarning(emulator))
      return success(201, 'Payment method created', presentPaymentMethod(method))
    },
  }),
  operation({
    id: 'getPaymentMethod',
    method: 'get',
    path: '/payment-methods/:id',
    family: 'service',
    access: { oauth: 'payments:read' },
    tag,
    summary: 'Retrieve a payment method',
    headers: serviceHeaders,
    responses: { 200: MethodEnvelope },
    refusals: [404],
    handle: ({ world, param }) =>
      success(
        200,
        'Payment method fetched',
        presentPaymentMethod(findPaymentMethod(world.state, param('id'))),
      ),
  }),
]
