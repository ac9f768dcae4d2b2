import * as z from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import { type NextAction, type NextActionType, nextActionTypes } from '../domain/charge/next-actions.ts'
import {
  type ProcessorResponse,
  processorResponses,
  processorResponseTypes,
} from '../domain/charge/processor-responses.ts'
import type { Customer } from '../domain/customer/model.ts'
import { accountTypes, chargeStatuses } from '../domain/kernel/enums.ts'
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
import { presentCustomer } from './customer.ts'
import { presentPaymentMethod, WirePaymentMethod } from './payment-method.ts'
import { samplePayloads } from './samples.ts'
import { isoTime } from './time.ts'

const empty = z.object({}).strict()

/** The content of each kind of next action; the member is named after the kind. */
const members = {
  redirect_url: z.strictObject({ url: z.string() }),
  requires_additional_fields: z.strictObject({
    fields: z.array(z.string()).max(bounds.additionalFieldsMax),
  }),
  requires_pin: empty,
  requires_requery: empty,
  requires_otp: empty,
  requires_capture: empty,
  payment_instruction: z.strictObject({ note: z.string() }),
  requires_bank_transfer: z.strictObject({
    account_number: z.string(),
    account_type: z.enum(accountTypes),
    account_bank_name: z.string(),
    account_expiration_datetime: DateTime.optional(),
    note: z.string().optional(),
  }),
  qr_code: z.strictObject({ image: z.string().startsWith('data:image/png;base64,') }),
} as const satisfies Record<NextActionType, z.ZodObject>

type Member<K extends NextActionType> = z.output<(typeof members)[K]>
type NextActionForm = { [K in NextActionType]: { type: K } & { [M in K]: Member<M> } }[NextActionType]

const nextActionForms = nextActionTypes.map((type) =>
  z.strictObject({ type: z.literal(type), [type]: members[type] }),
)

/** contract, Next action: discriminated by `type`. */
export const WireNextAction = z
  .discriminatedUnion(
    'type',
    nextActionForms as [(typeof nextActionForms)[number], ...typeof nextActionForms],
  )
  .meta({
    id: 'NextAction',
    description: 'What the payer or the merchant must do, discriminated by `type`',
  }) as unknown as z.ZodType<NextActionForm, NextActionForm>

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
    status: z.enum(chargeStatuses),
    processor_response: WireProcessorResponse.optional(),
    created_datetime: DateTime,
  })
  .meta({ id: 'Charge', description: 'A charge', examples: [samplePayloads.charges] })

type WireForm = z.input<typeof WireCharge>

export const presentBilling = (customer: Customer): WireForm['billing_details'] => ({
  email: customer.email,
  name: customer.name,
  ...(customer.phone && { phone: snakeKeys(customer.phone) as z.input<typeof Phone> }),
})

/** Renders a text as the image of a QR code, as a data URI. */
export type QrImage = (text: string) => string

/** The members of a charge before the billing and payment method details, in wire order. */
export const beforeBilling = (charge: Charge) => ({
  id: charge.id,
  amount: charge.amount,
  fees: charge.fees as WireForm['fees'],
})

/** Those between the two details. */
export const afterBilling = (charge: Charge, qrImage: QrImage) => ({
  currency: charge.currency,
  customer_id: charge.customer.id,
  description: `Charge ${charge.reference}`,
  disputed: charge.disputedAmount !== undefined,
  settled: charge.settled,
  settlement_id: charge.settlementIds as string[],
  meta: charge.meta,
  ...(charge.nextAction && { next_action: presentNextAction(charge.nextAction, qrImage) }),
})

/** Those after them; `time` formats a time as `isoTime` does. */
export const afterMethod = (charge: Charge, time = isoTime) => ({
  ...(charge.redirectUrl !== undefined && { redirect_url: charge.redirectUrl }),
  refunded: charge.refundedAmount >= charge.amount,
  reference: charge.reference,
  status: charge.status,
  ...(charge.processorResponse && {
    processor_response: presentProcessorResponse(charge.processorResponse),
  }),
  created_datetime: time(charge.createdAt),
})

/** The wire form of a charge; members without a value are omitted. */
export const presentCharge = (charge: Charge, qrImage: QrImage): WireForm => ({
  ...beforeBilling(charge),
  billing_details: presentBilling(charge.customer),
  ...afterBilling(charge, qrImage),
  payment_method_details: presentPaymentMethod(charge.method),
  ...afterMethod(charge),
})

/** The wire form of a charge in an event, with customer and payment method. */
export const presentChargeEvent = (charge: Charge, qrImage: QrImage) => ({
  ...presentCharge(charge, qrImage),
  customer: presentCustomer(charge.customer),
  payment_method: presentPaymentMethod(charge.method),
})

export const presentProcessorResponse = (type: ProcessorResponse): z.input<typeof WireProcessorResponse> => ({
  type,
  code: processorResponses[type],
})

/** How each kind of next action is shown. */
const shownMembers: {
  [K in NextActionType]: (action: Extract<NextAction, { type: K }>, qrImage: QrImage) => Member<K>
} = {
  redirect_url: ({ url }) => ({ url }),
  requires_additional_fields: ({ fields }) => ({ fields: [...fields] }),
  requires_pin: () => ({}),
  requires_requery: () => ({}),
  requires_otp: () => ({}),
  requires_capture: () => ({}),
  payment_instruction: ({ note }) => ({ note }),
  requires_bank_transfer: ({ accountNumber, accountType, bankName, expiresAt, note }) => ({
    account_number: accountNumber,
    account_type: accountType,
    account_bank_name: bankName,
    account_expiration_datetime: isoTime(expiresAt),
    ...(note !== undefined && { note }),
  }),
  qr_code: ({ url }, qrImage) => ({ image: qrImage(url) }),
}

/** A next action as the service shows it. */
export function presentNextAction(action: NextAction, qrImage: QrImage): NextActionForm {
  const show = shownMembers[action.type] as (action: NextAction, qrImage: QrImage) => object
  return { type: action.type, [action.type]: show(action, qrImage) } as NextActionForm
}
