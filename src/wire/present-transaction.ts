import type { z } from 'zod'
import { type Charge, txRefOf } from '../domain/charge/model.ts'
import { add, subtract } from '../domain/kernel/money.ts'
import { hashedNumber } from '../domain/kernel/names.ts'
import { isoTime } from './time.ts'
import type { WireTransaction, WireTransactionCard } from './transaction.ts'
import {
  accountId,
  type authModelNames,
  authModelOf,
  paymentTypes,
  serviceRefMember,
  serviceRefOf,
  tokenOf,
  transactionStatus,
} from './transaction-words.ts'

/** A charge in v3 form. Separate from its schema, because webhooks need the form at the start and the schema is loaded later. */
export function presentTransaction(charge: Charge): z.input<typeof WireTransaction> {
  const { customer, method } = charge
  const sum = (own: boolean): number =>
    charge.fees
      .filter(({ type }) => type.startsWith('merchant') === own)
      .reduce((total, { amount }) => add(total, amount), 0)
  const [appFee, merchantFee] = [sum(false), sum(true)]
  return {
    id: charge.number,
    tx_ref: txRefOf(charge),
    [serviceRefMember]: serviceRefOf(charge),
    device_fingerprint: method.deviceFingerprint ?? 'N/A',
    amount: charge.amount,
    currency: charge.currency,
    charged_amount: charge.amount,
    app_fee: appFee,
    merchant_fee: merchantFee,
    processor_response: charge.processorResponse ?? null,
    auth_model: authModel(charge),
    ip: method.clientIp ?? 'N/A',
    narration: `Charge ${txRefOf(charge)}`,
    status: transactionStatus(charge),
    payment_type: paymentTypes[method.type],
    created_at: isoTime(charge.createdAt),
    account_id: accountId,
    amount_settled: charge.status === 'succeeded' ? subtract(charge.amount, add(appFee, merchantFee)) : null,
    ...(method.type === 'card' && { card: presentCard(method, customer) }),
    meta: Object.keys(charge.meta).length > 0 ? charge.meta : null,
    customer: {
      id: hashedNumber(customer),
      name: [customer.name?.first, customer.name?.last].filter(Boolean).join(' ') || 'N/A',
      phone_number: customer.phone ? customer.phone.countryCode + customer.phone.number : 'N/A',
      email: customer.email,
      created_at: isoTime(customer.createdAt),
    },
  }
}

/** The bank that issued every card. */
export const cardIssuer = 'Emulator Bank'

/** The country of a card: that of its billing address, or of its customer. */
export const cardCountry = (
  details: { billingAddress?: { country?: string | undefined } | undefined } | undefined,
  address: { country?: string | undefined } | undefined,
): string => details?.billingAddress?.country ?? address?.country ?? 'NG'

const presentCard = (
  { id, details }: Extract<Charge['method'], { type: 'card' }>,
  { address }: Charge['customer'],
): z.input<typeof WireTransactionCard> => ({
  first_6digits: details.first6,
  last_4digits: details.last4,
  issuer: cardIssuer,
  country: cardCountry(details, address),
  type: details.network,
  expiry: `${twoDigits(details.expiryMonth)}/${twoDigits(details.expiryYear)}`,
  token: tokenOf(id),
})

const twoDigits = (value: number): string => String(value).slice(-2).padStart(2, '0')

/** A charge that never waited for anything was not authenticated. */
function authModel({ step, plan, method }: Charge): (typeof authModelNames)[number] {
  const first = step === -1 ? undefined : plan.steps?.find((each) => 'ask' in each)
  if (first === undefined) return 'noauth'
  return authModelOf(first.ask, method.type)
}
