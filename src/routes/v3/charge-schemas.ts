import * as z from 'zod'
import type { Means } from '../../domain/checkout/charge.ts'
import { type ChargeTypeName, chargeTypeNames, chargeTypeOf } from '../../domain/checkout/charge-types.ts'
import { phoneIn } from '../../domain/checkout/person.ts'
import type { AnswerKind } from '../../domain/kernel/enums.ts'
import { invalidField, mustField } from '../../domain/kernel/errors.ts'
import { passesLuhn } from '../../domain/kernel/luhn.ts'
import { Currency, RedirectUrl } from '../../domain/kernel/values.ts'
import { Digits, payerMembers, TxRef, text, V3Meta } from './checkout-schemas.ts'
import { V3Amount } from './transfer-schemas.ts'

/** The authorization of a direct charge, and the answer in it. */
const pin = z.object({
  mode: z.literal('pin'),
  pin: Digits(/^\d{4,12}$/, 'must be a PIN: 4 to 12 digits').meta({ examples: ['12345'] }),
})
const address = z.object({
  mode: z.literal('avs_noauth'),
  city: text(100).nullish(),
  address: text(200).nullish(),
  state: text(100).nullish(),
  country: text(100).nullish(),
  zipcode: Digits(/^.{1,20}$/, 'must be a postal code of 1 to 20 characters').meta({ examples: ['101241'] }),
})
const Authorization = z
  .discriminatedUnion('mode', [pin, address])
  .meta({ id: 'V3Authorization', description: 'The answer to `meta.authorization`, discriminated by `mode`' })

/** The answer to a next action in an authorization. */
export const answerIn = (sent: z.output<typeof Authorization>): { kind: AnswerKind; answer: string } =>
  sent.mode === 'pin' ? { kind: 'pin', answer: sent.pin } : { kind: 'avs', answer: sent.zipcode }

/** A direct charge of any type, decrypted. */
export const ChargeBody = z.object({
  tx_ref: TxRef,
  amount: V3Amount.describe('Amount to charge').meta({ examples: [2500] }),
  currency: Currency.nullish()
    .describe('Currency of the charge; that of its type by default')
    .meta({ examples: ['NGN'] }),
  ...payerMembers,
  redirect_url: RedirectUrl.nullish().describe(
    'Where the payer goes after a hosted step, with status, tx_ref and transaction_id',
  ),
  meta: V3Meta,
  client_ip: text(100).nullish().describe("The payer's IP address"),
  device_fingerprint: text(200).nullish().describe("Identifies the payer's device"),
  authorization: Authorization.nullish().describe(
    'The answer to the meta.authorization of the first answer; everything else as before',
  ),
  card_number: Digits(/^\d{12,19}$/, 'must be 12 to 19 digits, without spaces')
    .refine(passesLuhn, 'does not pass the checksum of card numbers (Luhn)')
    .nullish()
    .describe('Card number; for cards'),
  cvv: Digits(/^\d{3,4}$/, 'must be 3 or 4 digits')
    .nullish()
    .describe('CVV; for cards'),
  expiry_month: Digits(/^(0?[1-9]|1[0-2])$/, 'must be a month, 1 to 12')
    .nullish()
    .describe('For cards'),
  expiry_year: Digits(/^\d{2,4}$/, 'must be a year of 2 or 4 digits')
    .nullish()
    .describe('For cards'),
  preauthorize: z
    .boolean()
    .nullish()
    .describe('Hold the amount until POST /v3/charges/{service_ref}/capture or /void; for cards'),
  network: text(100).nullish().describe('Operator; for mobile money'),
  account_bank: text(40)
    .nullish()
    .describe('Bank code; for USSD and bank accounts')
    .meta({ examples: ['058'] }),
  account_number: text(34).nullish().describe('For bank accounts'),
})
export type ChargeFields = z.output<typeof ChargeBody>

export const ChargeQuery = z.object({
  type: z
    .enum(chargeTypeNames, `must be one of ${chargeTypeNames.join(', ')}`)
    .describe('What the payer pays with')
    .meta({ examples: ['ussd'] }),
})

/** The currency of a direct charge. Refuses one that its type does not collect (400). */
export function currencyOf(type: ChargeTypeName, { currency }: Pick<ChargeFields, 'currency'>): string {
  const { currencies } = chargeTypeOf(type)
  const chosen = currency ?? currencies?.[0] ?? 'NGN'
  mustField(
    currencies === undefined || currencies.includes(chosen),
    'currency',
    `must be ${currencies?.join(' or ')} for ${type}`,
  )
  return chosen
}

/** What the payer of a direct charge pays with. Refuses missing and malformed members of its type (400). */
export function meansOf(type: ChargeTypeName, body: ChargeFields, currency: string): Means {
  const { method, needs = [], network } = chargeTypeOf(type)
  for (const name of needs) mustField(body[name] != null, name, `must not be null; ${type} needs it`)
  const device = {
    deviceFingerprint: body.device_fingerprint ?? undefined,
    clientIp: body.client_ip ?? undefined,
  }
  mustField(
    method === 'card' || !body.preauthorize,
    'preauthorize',
    'must be false: only a card can be preauthorised',
  )
  if (method === 'card')
    return {
      type: method,
      details: {
        number: body.card_number,
        expiryMonth: Number(body.expiry_month),
        expiryYear: Number(body.expiry_year),
        ...(body.fullname != null && { cardHolderName: body.fullname }),
      },
      ...device,
    }
  if (method === 'mobile_money') {
    const phone = phoneIn(body.phone_number ?? undefined, currency)
    if (phone === undefined) throw invalidField('phone_number', 'must be a phone number, such as 0201234567')
    const details = {
      network: body.network ?? network ?? 'MTN',
      countryCode: phone.countryCode,
      phoneNumber: phone.number,
    }
    return { type: method, details, ...device }
  }
  if (method === 'bank_transfer') return { type: method, details: { accountType: 'dynamic' }, ...device }
  const details = method === 'ussd' ? { accountBank: body.account_bank ?? undefined } : {}
  return { type: method, details, ...device }
}
