import { z } from 'zod'
import { Address, bounds, type Camel, DateTime, Identifier, Meta } from './values.ts'

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
  account_type: z.enum(['static', 'dynamic']),
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

/** The member that each type of payment method carries under its own name. */
export const methodMembers = {
  card: { title: 'Card', member: Card },
  bank_account: { title: 'Bank account', member: z.object({}).optional() },
  mobile_money: { title: 'Mobile money', member: MobileMoney },
  walletpay: { title: 'Wallet', member: z.object({}).optional() },
  devicewallet_a: { title: 'Device wallet A', member: Wallet.optional() },
  devicewallet_b: { title: 'Device wallet B', member: Wallet.optional() },
  ussd: { title: 'USSD', member: z.object({ account_bank: z.string().optional() }).optional() },
  bank_transfer: { title: 'Bank transfer', member: BankTransfer },
} as const

export type PaymentMethodType = keyof typeof methodMembers
export const paymentMethodTypes = Object.keys(methodMembers) as [PaymentMethodType, ...PaymentMethodType[]]

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

/** A stored payment method: its type's member under `details`, in camelCase. */
export interface PaymentMethod {
  id: string
  type: PaymentMethodType
  customerId: string | undefined
  details: MethodDetails
  meta: Record<string, string> | undefined
  deviceFingerprint: string | undefined
  clientIp: string | undefined
  /** Milliseconds of the world's clock. */
  createdAt: number
}

export type MethodDetails = Partial<Camel<z.output<typeof Card>>> &
  Partial<Camel<z.output<typeof MobileMoney>>> &
  Partial<Camel<z.output<typeof BankTransfer>>> & { accountBank?: string | undefined }
