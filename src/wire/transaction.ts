import { z } from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { NextActionType } from '../domain/charge/next-actions.ts'
import type { PaymentMethodType } from '../domain/kernel/enums.ts'
import { add, subtract } from '../domain/kernel/money.ts'
import { hash32 } from '../domain/kernel/names.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** The member that carries the service's own reference of a transaction: the only place where its name stands. */
export const serviceRefMember = 'service_ref'

/** The v3 names of the payment methods. */
const paymentTypes = {
  card: 'card',
  bank_account: 'account',
  mobile_money: 'mobilemoney',
  walletpay: 'walletpay',
  devicewallet_a: 'devicewallet_a',
  devicewallet_b: 'devicewallet_b',
  ussd: 'ussd',
  bank_transfer: 'bank_transfer',
} as const satisfies Record<PaymentMethodType, string>

/** The v3 names of the charge statuses. A voided charge has brought no money, so it counts as failed. */
const statuses = {
  succeeded: 'successful',
  pending: 'pending',
  failed: 'failed',
  voided: 'failed',
} as const satisfies Record<Charge['status'], string>

export const transactionStatuses = [...new Set(Object.values(statuses))]

/** How the payer was authenticated, by the first thing that the charge asked for. */
const authModels = {
  redirect_url: 'redirect',
  requires_additional_fields: 'avs_noauth',
  requires_pin: 'pin',
  requires_requery: 'callback',
  requires_otp: 'otp',
  requires_capture: 'noauth',
  payment_instruction: 'callback',
  requires_bank_transfer: 'banktransfer',
  qr_code: 'callback',
} as const satisfies Record<NextActionType, string>

const authModelNames = [...new Set([...Object.values(authModels), 'ussd'] as const)]

/** The merchant's account at the service; a world has one. */
const accountId = 100_001

/** The v3 form of a card. */
export const WireTransactionCard = z.strictObject({
  first_6digits: z.string().meta({ examples: ['418742'] }),
  last_4digits: z.string().meta({ examples: ['4246'] }),
  issuer: z
    .string()
    .describe('Name of the bank that issued the card')
    .meta({ examples: ['Emulator Bank'] }),
  country: z
    .string()
    .describe('Country of the card: that of its billing address, or of the customer')
    .meta({ examples: ['NG'] }),
  type: z.string().meta({ examples: ['VISA'] }),
  expiry: z
    .string()
    .regex(/^\d\d\/\d\d$/)
    .meta({ examples: ['08/32'] }),
  token: z
    .string()
    .describe('Stands for the card; always the same for the same payment method')
    .meta({ examples: ['tok_pmd_card000001'] }),
})

/** The v3 form of a charge: a transaction (its fields are not shown by the contract; observed). */
export const WireTransaction = z
  .strictObject({
    id: z
      .int()
      .describe('The id to verify the transaction with')
      .meta({ examples: [1000001] }),
    tx_ref: z
      .string()
      .describe('The reference of the charge')
      .meta({ examples: ['order-0001'] }),
    [serviceRefMember]: z
      .string()
      .describe("The service's own reference; never changes")
      .meta({ examples: ['ref_sample00000001'] }),
    device_fingerprint: z.string().meta({ examples: ['N/A'] }),
    amount: z.number().meta({ examples: [2500] }),
    currency: z.string().meta({ examples: ['NGN'] }),
    charged_amount: z.number().meta({ examples: [2500] }),
    app_fee: z
      .number()
      .describe('All fees except those of the merchant')
      .meta({ examples: [37.63] }),
    merchant_fee: z.number().meta({ examples: [0] }),
    processor_response: z
      .string()
      .nullable()
      .describe('Null until the issuer has decided')
      .meta({ examples: ['approved'] }),
    auth_model: z
      .enum(authModelNames)
      .describe('How the payer was authenticated')
      .meta({ examples: ['noauth'] }),
    ip: z.string().meta({ examples: ['N/A'] }),
    narration: z.string().meta({ examples: ['Charge order-0001'] }),
    status: z.enum(transactionStatuses),
    payment_type: z.enum(Object.values(paymentTypes)).meta({ examples: ['card'] }),
    created_at: DateTime.meta({ examples: ['2030-01-01T00:00:00.000Z'] }),
    account_id: z
      .int()
      .describe("The merchant's account")
      .meta({ examples: [accountId] }),
    amount_settled: z
      .number()
      .nullable()
      .describe('The amount without the fees, once the charge has succeeded')
      .meta({ examples: [2462.37] }),
    card: WireTransactionCard.optional(),
    meta: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ examples: [null] }),
    customer: z.strictObject({
      id: z.int().meta({ examples: [1] }),
      name: z.string().meta({ examples: ['Adaobi Okafor'] }),
      phone_number: z.string().meta({ examples: ['2348012345678'] }),
      email: z.string().meta({ examples: ['adaobi@example.com'] }),
      created_at: DateTime.meta({ examples: ['2030-01-01T00:00:00.000Z'] }),
    }),
  })
  .meta({ id: 'Transaction', description: 'A charge in v3 form' })

export function presentTransaction(charge: Charge): z.input<typeof WireTransaction> {
  const { customer, method } = charge
  const sum = (own: boolean): number =>
    charge.fees
      .filter(({ type }) => type.startsWith('merchant') === own)
      .reduce((total, { amount }) => add(total, amount), 0)
  const [appFee, merchantFee] = [sum(false), sum(true)]
  return {
    id: charge.number,
    tx_ref: charge.reference,
    [serviceRefMember]: charge.id.replace('chg_', 'ref_'),
    device_fingerprint: method.deviceFingerprint ?? 'N/A',
    amount: charge.amount,
    currency: charge.currency,
    charged_amount: charge.amount,
    app_fee: appFee,
    merchant_fee: merchantFee,
    processor_response: charge.processorResponse ?? null,
    auth_model: authModel(charge),
    ip: method.clientIp ?? 'N/A',
    narration: `Charge ${charge.reference}`,
    status: statuses[charge.status],
    payment_type: paymentTypes[method.type],
    created_at: isoTime(charge.createdAt),
    account_id: accountId,
    amount_settled: charge.status === 'succeeded' ? subtract(charge.amount, add(appFee, merchantFee)) : null,
    ...(method.type === 'card' && { card: presentCard(method, customer) }),
    meta: Object.keys(charge.meta).length > 0 ? charge.meta : null,
    customer: {
      // v3 customers have numeric ids; the number is derived from the text id.
      id: hash32(customer.id),
      name: [customer.name?.first, customer.name?.last].filter(Boolean).join(' ') || 'N/A',
      phone_number: customer.phone ? customer.phone.countryCode + customer.phone.number : 'N/A',
      email: customer.email,
      created_at: isoTime(customer.createdAt),
    },
  }
}

const presentCard = (
  { id, details }: Extract<Charge['method'], { type: 'card' }>,
  { address }: Charge['customer'],
): z.input<typeof WireTransactionCard> => ({
  first_6digits: details.first6,
  last_4digits: details.last4,
  issuer: 'Emulator Bank',
  country: details.billingAddress?.country ?? address?.country ?? 'NG',
  type: details.network,
  expiry: `${twoDigits(details.expiryMonth)}/${twoDigits(details.expiryYear)}`,
  token: `tok_${id}`,
})

const twoDigits = (value: number): string => String(value).slice(-2).padStart(2, '0')

/** A charge that never waited for anything was authenticated by nothing. */
function authModel({ step, plan, method }: Charge): (typeof authModelNames)[number] {
  const first = step === -1 ? undefined : plan.steps?.find((each) => 'ask' in each)
  if (first === undefined) return 'noauth'
  return method.type === 'ussd' ? 'ussd' : authModels[first.ask]
}

/** The state of a charge as v3 calls it. */
export const transactionStatus = (charge: Charge): (typeof statuses)[keyof typeof statuses] =>
  statuses[charge.status]
