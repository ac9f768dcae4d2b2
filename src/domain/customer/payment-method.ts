import * as z from 'zod'
import { accountTypes, type PaymentMethodType, paymentMethodTypes } from '../kernel/enums.ts'
import { Address, bounds, type Camel, DateTime, Identifier, Meta } from '../kernel/values.ts'
import { internalForm } from '../stored/internal-form.ts'
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

/** Card (contract, Payment method): of the number only first6 and last4. */
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

/** The data of the card that replaces one whose number does not decrypt. */
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

/** A type of payment methods in what is sent; the vocabulary translates it, but no other enumeration of the types. */
export const MethodType = z.enum(paymentMethodTypes)

/** The types of payment methods: their title, and the member that each carries under its own name. */
export const methodKinds = {
  card: { title: 'Card', member: Card },
  bank_account: { title: 'Bank account', member: z.object({}).optional() },
  mobile_money: { title: 'Mobile money', member: MobileMoney },
  walletpay: { title: 'Wallet', member: z.object({}).optional() },
  devicewallet_a: { title: 'Device wallet A', member: Wallet.optional() },
  devicewallet_b: { title: 'Device wallet B', member: Wallet.optional() },
  ussd: { title: 'USSD', member: z.object({ account_bank: z.string().optional() }).optional() },
  bank_transfer: { title: 'Bank transfer', member: BankTransfer },
} as const satisfies Members & Record<PaymentMethodType, { title: string }>

type Members = Record<PaymentMethodType, { member: z.ZodType }>
type Wire<C, M extends Members> = {
  [T in PaymentMethodType]: z.ZodObject<C & { type: z.ZodLiteral<T> } & { [K in T]: M[T]['member'] }>
}[PaymentMethodType]
type Details<T extends PaymentMethodType> = Camel<NonNullable<z.output<(typeof methodKinds)[T]['member']>>>
type Kept = { [T in PaymentMethodType]: ReturnType<typeof storedMethod<T, Details<T>>> }[PaymentMethodType]

/** The wire form of every type, discriminated by `type`: `common`, and the member that is named after the type. */
export function methodUnion<C extends z.ZodRawShape, M extends Members>(common: C, kinds: M) {
  const options: unknown = paymentMethodTypes.map((type) =>
    z.object({ ...common, type: z.literal(type), [type]: kinds[type].member }),
  )
  return z.discriminatedUnion('type', options as [Wire<C, M>, ...Wire<C, M>[]])
}

/** A payment method as the service returns it, discriminated by `type` (contract, Payment method). */
export const PaymentMethodDetails = methodUnion(
  {
    id: Identifier,
    customer_id: z.string().optional(),
    meta: Meta.optional(),
    device_fingerprint: z.string().optional(),
    client_ip: z.string().optional(),
    created_datetime: DateTime.optional(),
  },
  methodKinds,
)

const storedMethod = <T extends PaymentMethodType, D>(type: T, details: z.ZodType<D>) =>
  z.strictObject({
    id: Identifier,
    type: z.literal(type),
    customerId: maybe(Identifier),
    details,
    meta: maybe(Meta),
    deviceFingerprint: maybe(z.string()),
    clientIp: maybe(z.string()),
    createdAt: time(),
  })

/** A payment method as it is stored: its type's member under `details`. `createdAt` in milliseconds of the world's clock. */
export function storedPaymentMethod() {
  const options: unknown = paymentMethodTypes.map((type) =>
    storedMethod(type, internalForm<z.ZodType>(methodKinds[type].member)),
  )
  return z.discriminatedUnion('type', options as [Kept, ...Kept[]])
}
export type PaymentMethod = Stored<typeof storedPaymentMethod>
export type MethodDetails = PaymentMethod['details']

/** A payment method before it is stored. */
export type UnstoredMethod = {
  [T in PaymentMethodType]: Omit<Extract<PaymentMethod, { type: T }>, 'createdAt'>
}[PaymentMethodType]
