import { z } from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { NextAction } from '../domain/charge/next-actions.ts'
import {
  type ProcessorResponse,
  processorResponses,
  processorResponseTypes,
} from '../domain/charge/processor-responses.ts'
import type { Customer } from '../domain/customer/model.ts'
import {
  bounds,
  Currency,
  DateTime,
  Email,
  Meta,
  Name,
  Phone,
  Reference,
  snakeKeys,
} from '../domain/kernel/values.ts'
import { presentPaymentMethod, shownPaymentMethods, WirePaymentMethod } from './payment-method.ts'
import { samplePayloads } from './samples.ts'
import { Shown } from './shown.ts'
import { isoTime } from './time.ts'

const empty = z.object({}).strict()

/** contract, Next action: discriminated by `type`; the member is named after the type. */
export const WireNextAction = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('redirect_url'), redirect_url: z.strictObject({ url: z.string() }) }),
    z.strictObject({
      type: z.literal('requires_additional_fields'),
      requires_additional_fields: z.strictObject({
        fields: z.array(z.string()).max(bounds.additionalFieldsMax),
      }),
    }),
    z.strictObject({ type: z.literal('requires_pin'), requires_pin: empty }),
    z.strictObject({ type: z.literal('requires_requery'), requires_requery: empty }),
    z.strictObject({ type: z.literal('requires_otp'), requires_otp: empty }),
    z.strictObject({ type: z.literal('requires_capture'), requires_capture: empty }),
    z.strictObject({
      type: z.literal('payment_instruction'),
      payment_instruction: z.strictObject({ note: z.string() }),
    }),
    z.strictObject({
      type: z.literal('requires_bank_transfer'),
      requires_bank_transfer: z.strictObject({
        account_number: z.string(),
        account_type: z.enum(['static', 'dynamic']),
        account_bank_name: z.string(),
        account_expiration_datetime: DateTime.optional(),
        note: z.string().optional(),
      }),
    }),
    z.strictObject({
      type: z.literal('qr_code'),
      qr_code: z.strictObject({ image: z.string().startsWith('data:image/png;base64,') }),
    }),
  ])
  .meta({ id: 'NextAction', description: 'What the payer or the merchant must do, discriminated by `type`' })

/** contract, Processor response pairs. */
export const WireProcessorResponse = z.strictObject({
  type: z.enum(processorResponseTypes),
  code: z
    .string()
    .regex(/^\d\d$/)
    .meta({ examples: ['00'] }),
})

/** contract, Charge. */
export const WireCharge = z
  .strictObject({
    id: z.string(),
    amount: z.number(),
    fees: z.array(z.strictObject({ type: z.string(), amount: z.number() })),
    billing_details: z.strictObject({ email: Email, name: Name.optional(), phone: Phone.optional() }),
    currency: Currency,
    customer_id: z.string(),
    description: z.string(),
    disputed: z.boolean(),
    settled: z.boolean(),
    settlement_id: z.array(z.string()),
    meta: Meta,
    next_action: WireNextAction.optional(),
    payment_method_details: WirePaymentMethod,
    redirect_url: z.string().optional(),
    refunded: z.boolean(),
    reference: Reference,
    status: z.enum(['succeeded', 'pending', 'failed', 'voided']),
    processor_response: WireProcessorResponse.optional(),
    created_datetime: DateTime,
  })
  .meta({ id: 'Charge', description: 'A charge', examples: [samplePayloads.charges] })

type WireForm = z.input<typeof WireCharge>

const shownBilling = new Shown<Customer, WireForm['billing_details']>((customer) => ({
  email: customer.email,
  name: customer.name,
  ...(customer.phone && { phone: snakeKeys(customer.phone) as z.input<typeof Phone> }),
}))

/** Renders a text as the image of a QR code, as a data URI. */
export type QrImage = (text: string) => string

/** The members of a charge before the billing and payment method details, in wire order. */
const beforeBilling = (charge: Charge) => ({
  id: charge.id,
  amount: charge.amount,
  fees: charge.fees as WireForm['fees'],
})

const afterBilling = (charge: Charge, qrImage: QrImage) => ({
  currency: charge.currency,
  customer_id: charge.customer.id,
  description: `Charge ${charge.reference}`,
  // Always false: disputes are not part of the interface.
  disputed: false,
  settled: charge.settled,
  settlement_id: charge.settlementIds as string[],
  meta: charge.meta,
  ...(charge.nextAction && { next_action: presentNextAction(charge.nextAction, qrImage) }),
})

const afterMethod = (charge: Charge) => ({
  ...(charge.redirectUrl !== undefined && { redirect_url: charge.redirectUrl }),
  refunded: charge.refundedAmount >= charge.amount,
  reference: charge.reference,
  status: charge.status,
  ...(charge.processorResponse && {
    processor_response: presentProcessorResponse(charge.processorResponse),
  }),
  created_datetime: isoTime(charge.createdAt),
})

/** The wire form of a charge; members without a value are omitted. */
export const presentCharge = (charge: Charge, qrImage: QrImage): WireForm => ({
  ...beforeBilling(charge),
  billing_details: shownBilling.of(charge.customer).wire,
  ...afterBilling(charge, qrImage),
  payment_method_details: presentPaymentMethod(charge.method),
  ...afterMethod(charge),
})

/** The same as JSON. More than half of it is shared by all charges of a payer, so that part is serialised once. */
export const chargeText = (charge: Charge, qrImage: QrImage): string =>
  `{${membersOf(beforeBilling(charge))},"billing_details":${shownBilling.of(charge.customer).text},` +
  `${membersOf(afterBilling(charge, qrImage))},"payment_method_details":${shownPaymentMethods.of(charge.method).text},` +
  `${membersOf(afterMethod(charge))}}`

const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1)

export const presentProcessorResponse = (type: ProcessorResponse): z.input<typeof WireProcessorResponse> => ({
  type,
  code: processorResponses[type],
})

/** The wire form of a next action. */
export function presentNextAction(action: NextAction, qrImage: QrImage): z.input<typeof WireNextAction> {
  switch (action.type) {
    case 'redirect_url':
      return { type: action.type, redirect_url: { url: action.url } }
    case 'requires_additional_fields':
      return { type: action.type, requires_additional_fields: { fields: [...action.fields] } }
    case 'requires_pin':
      return { type: action.type, requires_pin: {} }
    case 'requires_requery':
      return { type: action.type, requires_requery: {} }
    case 'requires_otp':
      return { type: action.type, requires_otp: {} }
    case 'requires_capture':
      return { type: action.type, requires_capture: {} }
    case 'payment_instruction':
      return { type: action.type, payment_instruction: { note: action.note } }
    case 'requires_bank_transfer':
      return {
        type: action.type,
        requires_bank_transfer: {
          account_number: action.accountNumber,
          account_type: action.accountType,
          account_bank_name: action.bankName,
          ...(action.expiresAt !== undefined && { account_expiration_datetime: isoTime(action.expiresAt) }),
          ...(action.note !== undefined && { note: action.note }),
        },
      }
    case 'qr_code':
      return { type: action.type, qr_code: { image: qrImage(action.url) } }
  }
}
