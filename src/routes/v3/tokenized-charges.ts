import * as z from 'zod'
import type { NewCheckout } from '../../domain/checkout/charge.ts'
import { Currency, RedirectUrl } from '../../domain/kernel/values.ts'
import { operation } from '../../http/operation.ts'
import { methodIdIn } from '../../wire/transaction-words.ts'
import { ChargeEnvelope, chargeCommon, chargeSubject, initiated } from './charge-answer.ts'
import { payerMembers, TxRef, text, toMeta, toPerson, V3Meta } from './checkout-schemas.ts'
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
  preauthorize: z.boolean().nullish().describe('Hold the amount, as in POST /v3/charges'),
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
  preauthorize: body.preauthorize === true,
  meta: toMeta(body.meta),
  redirectUrl: body.redirect_url ?? undefined,
  recurring: true,
  plan,
  baseUrl,
})

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
]
