import * as z from 'zod'
import type { NewCheckout } from '../../domain/checkout/charge.ts'
import { must } from '../../domain/kernel/errors.ts'
import { Currency, DateTime, RedirectUrl } from '../../domain/kernel/values.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { methodIdIn } from '../../wire/transaction-words.ts'
import { ChargeEnvelope, chargeCommon, chargeSubject, initiated } from './charge-answer.ts'
import { payerMembers, TxRef, text, toMeta, toPerson, V3Meta } from './checkout-schemas.ts'
import { V3Envelope } from './envelope.ts'
import { V3Amount } from './transfer-schemas.ts'

/** A charge of a stored card. */
export const TokenBody = z.object({
  token: text(200)
    .regex(/^tok_/, 'must begin with "tok_": it is card.token of a transaction')
    .describe('Represents the card')
    .meta({ examples: ['tok_pmd_card000001'] }),
  tx_ref: TxRef,
  amount: V3Amount.describe('Amount to charge').meta({ examples: [2500] }),
  currency: Currency.default('NGN')
    .describe('Currency of the charge')
    .meta({ examples: ['NGN'] }),
  country: text(2)
    .nullish()
    .describe('Ignored')
    .meta({ examples: ['NG'] }),
  email: payerMembers.email,
  redirect_url: RedirectUrl.nullish().describe('Kept with the charge'),
  meta: V3Meta,
})

/** The charge that a request with a token describes. */
export const toTokenCharge = (
  body: z.output<typeof TokenBody>,
  { plan, baseUrl }: Pick<NewCheckout, 'plan' | 'baseUrl'>,
): NewCheckout => ({
  txRef: body.tx_ref,
  amount: Number(body.amount),
  currency: body.currency,
  person: toPerson({ email: body.email }, body.currency),
  means: { id: methodIdIn(body.token) },
  meta: toMeta(body.meta),
  redirectUrl: body.redirect_url ?? undefined,
  recurring: true,
  plan,
  baseUrl,
})

const updated = 'Token details updated'

const WireTokenCustomer = z
  .strictObject({
    customer_email: z.string().meta({ examples: ['adaobi@example.com'] }),
    customer_full_name: z.string().meta({ examples: ['Adaobi Okafor'] }),
    customer_phone_number: z.string().meta({ examples: ['2348012345678'] }),
    created_at: DateTime,
  })
  .meta({ id: 'TokenCustomer', description: 'The customer of a stored card' })

export const tokenizedOperations = [
  operation({
    ...chargeCommon,
    id: 'createTokenizedCharge',
    creates: 'charge',
    path: '/v3/tokenized-charges',
    summary: 'Charge a card again by its token',
    description:
      'The token of a card is card.token of a verified transaction. The payer does nothing: the charge ends at once.',
    body: TokenBody,
    responses: { 200: ChargeEnvelope },
    subject: ({ body, world }) => {
      const paymentMethod = world.state.paymentMethods.get(methodIdIn(body.token))
      return {
        ...chargeSubject(world, body),
        currency: body.currency,
        paymentMethod,
        paymentMethodId: paymentMethod?.id,
        paymentMethodType: paymentMethod?.type,
      }
    },
    handle: ({ world, body, plan, baseUrl }) =>
      initiated(world.dispatch('checkout.create', toTokenCharge(body, { plan, baseUrl }))),
  }),
  operation({
    ...chargeCommon,
    id: 'updateToken',
    method: 'put',
    path: '/v3/tokens/:token',
    params: {
      token: z
        .string()
        .describe('card.token of a transaction')
        .meta({ examples: ['tok_pmd_card000001'] }),
    },
    summary: 'Change the customer of a token',
    body: z.object({
      email: payerMembers.email,
      full_name: payerMembers.fullname,
      phone_number: payerMembers.phone_number,
    }),
    responses: { 200: V3Envelope(updated, WireTokenCustomer) },
    refusals: [404],
    handle: ({ world, body, param }) => {
      const customerId = world.state.paymentMethods.get(methodIdIn(param('token')))?.customerId
      must(
        customerId !== undefined,
        'not_found',
        `no token "${param('token')}" of a customer; it is card.token of a transaction`,
      )
      const { email, name, phone } = toPerson(
        { email: body.email, name: body.full_name, phone: body.phone_number },
        'NGN',
      )
      const customer = world.dispatch('customer.update', { id: customerId, details: { email, name, phone } })
      return success(200, updated, {
        customer_email: customer.email,
        customer_full_name: [customer.name?.first, customer.name?.last].filter(Boolean).join(' ') || 'N/A',
        customer_phone_number: customer.phone ? customer.phone.countryCode + customer.phone.number : 'N/A',
        created_at: isoTime(customer.createdAt),
      })
    },
  }),
]
