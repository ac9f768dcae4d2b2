import { z } from 'zod'
import { accountTypes, type PaymentMethodType } from '../kernel/enums.ts'
import { Address, bounds, type Camel, DateTime, Identifier, Meta } from '../kernel/values.ts'
import { inside } from '../stored/inside.ts'
import { maybe, type Stored, time } from '../stored/parts.ts'

export const cardNetworks = [
  'MASTERCARD',
  'VISA',
  'AMERICAN EXPRESS',
  'DISCOVER',
  'VERVE',
  'AFRIGO',
  'UNKNOWN',
] as const

/** Credential on file (contract, Payment method). */
export const CredentialOnFile = z.object({
  enabled: z.boolean(),
  agreement_id: z.string().optional(),
  recurring_amount_variability: z.literal('VARIABLE').optional(),
  agreement_type: z.literal('UNSCHEDULED').optional(),
  trace_id: z.string().optional(),
})

/** Card (contract, Payment method): nothing of the number but first6 and last4. */
export const Card = z.object({
  expiry_month: z
    .int()
    .min(1)
    .max(12)
    .meta({ examples: [8] }),
  expiry_year: z
    .int()
    .min(0)
    .max(9999)
    .meta({ examples: [2032] }),
  first6: z
    .string()
    .length(6)
    .meta({ examples: ['418742'] }),
  last4: z
    .string()
    .length(4)
    .meta({ examples: ['4246'] }),
  network: z.enum(cardNetworks),
  billing_address: Address.optional(),
  card_holder_name: z.string().optional(),
  cof: CredentialOnFile.optional(),
})

/** What is known of a card that stands for one whose number does not decrypt. */
export type StandInCard = Pick<
  Camel<z.output<typeof Card>>,
  'expiryMonth' | 'expiryYear' | 'first6' | 'last4' | 'network'
>

export const MobileMoney = z.object({
  network: Identifier.meta({ examples: ['MTN'] }),
  country_code: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a dialling code of 1 to 3 digits')
    .meta({ examples: ['233'] }),
  phone_number: z
    .string()
    .regex(/^\d{7,10}$/, 'must be 7 to 10 digits')
    .meta({ examples: ['201234567'] }),
  qr_code: z.string().optional(),
})

/** Bank transfer (contract, Payment method); `account_expires_in` in seconds. */
export const BankTransfer = z.object({
  account_type: z.enum(accountTypes),
  account_expires_in: z.int().min(1).max(bounds.accountExpiresInMax).optional(),
  account_display_name: z
    .string()
    .min(bounds.accountDisplayName.min)
    .max(bounds.accountDisplayName.max)
    .optional(),
  originator_bank_name: z.string().optional(),
  originator_account_number: z.string().optional(),
  originator_name: z.string().optional(),
})

const Wallet = z.object({ card_holder_name: z.string().optional() })

/** What each type of payment method holds; on the wire in a member of the same name. */
const methodDetails = {
  card: Card,
  bank_account: z.object({}),
  mobile_money: MobileMoney,
  walletpay: z.object({}),
  devicewallet_a: Wallet,
  devicewallet_b: Wallet,
  ussd: z.object({ account_bank: z.string().optional() }),
  bank_transfer: BankTransfer,
} as const satisfies Record<PaymentMethodType, z.ZodObject>

/** The member that each type of payment method carries under its own name. */
export const methodMembers = {
  card: { title: 'Card', member: methodDetails.card },
  bank_account: { title: 'Bank account', member: methodDetails.bank_account.optional() },
  mobile_money: { title: 'Mobile money', member: methodDetails.mobile_money },
  walletpay: { title: 'Wallet', member: methodDetails.walletpay.optional() },
  devicewallet_a: { title: 'Device wallet A', member: methodDetails.devicewallet_a.optional() },
  devicewallet_b: { title: 'Device wallet B', member: methodDetails.devicewallet_b.optional() },
  ussd: { title: 'USSD', member: methodDetails.ussd.optional() },
  bank_transfer: { title: 'Bank transfer', member: methodDetails.bank_transfer },
} as const satisfies Record<PaymentMethodType, { title: string; member: z.ZodType }>

const common = {
  id: Identifier,
  customer_id: z.string().optional(),
  meta: Meta.optional(),
  device_fingerprint: z.string().optional(),
  client_ip: z.string().optional(),
  created_datetime: DateTime.optional(),
}

/** A payment method as the service shows it, discriminated by `type` (contract, Payment method). */
export const PaymentMethodDetails = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.literal('card'), card: Card }),
  z.object({ ...common, type: z.literal('bank_account'), bank_account: methodMembers.bank_account.member }),
  z.object({ ...common, type: z.literal('mobile_money'), mobile_money: MobileMoney }),
  z.object({ ...common, type: z.literal('walletpay'), walletpay: methodMembers.walletpay.member }),
  z.object({
    ...common,
    type: z.literal('devicewallet_a'),
    devicewallet_a: methodMembers.devicewallet_a.member,
  }),
  z.object({
    ...common,
    type: z.literal('devicewallet_b'),
    devicewallet_b: methodMembers.devicewallet_b.member,
  }),
  z.object({ ...common, type: z.literal('ussd'), ussd: methodMembers.ussd.member }),
  z.object({ ...common, type: z.literal('bank_transfer'), bank_transfer: BankTransfer }),
])

const storedMethod = <T extends PaymentMethodType, D extends z.ZodType>(type: T, details: D) =>
  z.strictObject({
    id: Identifier,
    type: z.literal(type),
    customerId: maybe(Identifier),
    details: inside(details),
    meta: maybe(Meta),
    deviceFingerprint: maybe(z.string()),
    clientIp: maybe(z.string()),
    createdAt: time(),
  })

/** A payment method as it is stored: its type's member under `details`. `createdAt` in milliseconds of the world's clock. */
export const storedPaymentMethod = () =>
  z.discriminatedUnion('type', [
    storedMethod('card', methodDetails.card),
    storedMethod('bank_account', methodDetails.bank_account),
    storedMethod('mobile_money', methodDetails.mobile_money),
    storedMethod('walletpay', methodDetails.walletpay),
    storedMethod('devicewallet_a', methodDetails.devicewallet_a),
    storedMethod('devicewallet_b', methodDetails.devicewallet_b),
    storedMethod('ussd', methodDetails.ussd),
    storedMethod('bank_transfer', methodDetails.bank_transfer),
  ])
export type PaymentMethod = Stored<typeof storedPaymentMethod>
export type MethodDetails = PaymentMethod['details']

/** A payment method before it is stored. */
export type UnstoredMethod = {
  [T in PaymentMethodType]: Omit<Extract<PaymentMethod, { type: T }>, 'createdAt'>
}[PaymentMethodType]
