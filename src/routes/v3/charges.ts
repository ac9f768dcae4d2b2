import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { expectedAnswer } from '../../domain/charge/next-actions.ts'
import { chargeTypeOf } from '../../domain/checkout/charge-types.ts'
import type { AnswerKind } from '../../domain/kernel/enums.ts'
import { invalidField } from '../../domain/kernel/errors.ts'
import type { World } from '../../emulator/world.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentTransaction } from '../../wire/present-transaction.ts'
import { WireTransaction } from '../../wire/transaction.ts'
import { chargeIdIn, serviceRefMember } from '../../wire/transaction-words.ts'
import { chargeCommon, chargeSubject, initiated, PendingEnvelope } from './charge-answer.ts'
import {
  answerIn,
  ChargeBody,
  type ChargeFields,
  ChargeQuery,
  currencyOf,
  meansOf,
} from './charge-schemas.ts'
import { Digits, text, toMeta, toPerson } from './checkout-schemas.ts'
import { refused, V3Envelope } from './envelope.ts'
import { preauthorizedOperations } from './preauthorized-charges.ts'
import { tokenizedOperations } from './tokenized-charges.ts'
import { unseal } from './unseal.ts'

const validated = 'Charge validated'

/** The pending charge that a request with an authorization continues. */
const continued = (
  { charges }: World['state'],
  { tx_ref, authorization }: ChargeFields,
): Charge | undefined => {
  const charge = authorization == null ? undefined : charges.by('txRef', tx_ref)
  return charge?.status === 'pending' ? charge : undefined
}

/** Gives an answer to a charge. Returns the refusal of a wrong one, which counts as an attempt. */
function answered(
  world: World,
  { id }: Charge,
  field: string,
  given: { kind: AnswerKind; answer: string },
): Charge | ReturnType<typeof refused> {
  const charge = world.dispatch('checkout.answer', { id, ...given, field })
  const isWrong = charge.status === 'pending' && charge.tries > 0
  return isWrong ? refused(400, `${field}: ${charge.history.at(-1)?.note}`) : charge
}

export const v3ChargeOperations = [
  operation({
    ...chargeCommon,
    id: 'createV3Charge',
    creates: 'charge',
    path: '/v3/charges',
    summary: 'Charge a payer directly',
    description:
      'meta.authorization says what to do next. For mode pin and avs_noauth send the same request again with authorization; for otp send the OTP to POST /v3/validate-charge. The body may be encrypted: {"client": base64 of 3DES-ECB}. type=card is a 403 unless the fixtures say that the business holds the certificate.',
    query: ChargeQuery,
    body: ChargeBody,
    responses: { 200: PendingEnvelope },
    unseal,
    subject: ({ body, query, world }) => {
      if (continued(world.state, body)) return undefined
      const { method, currencies } = chargeTypeOf(query.type)
      const number = body.card_number
      return {
        ...chargeSubject(world, body),
        currency: body.currency ?? currencies?.[0] ?? 'NGN',
        paymentMethodType: method,
        ...(method === 'card' &&
          number != null && {
            paymentMethod: { type: method, details: { first6: number.slice(0, 6), last4: number.slice(-4) } },
          }),
      }
    },
    handle: ({ world, body, query, plan, baseUrl, warn }) => {
      const currency = currencyOf(query.type, body)
      const before = continued(world.state, body)
      const charge =
        before ??
        world.dispatch('checkout.create', {
          txRef: body.tx_ref,
          amount: Number(body.amount),
          currency,
          person: toPerson({ email: body.email, name: body.fullname, phone: body.phone_number }, currency),
          means: meansOf(query.type, body, currency),
          flow: chargeTypeOf(query.type).flow,
          preauthorize: body.preauthorize === true,
          meta: toMeta(body.meta),
          redirectUrl: body.redirect_url ?? undefined,
          recurring: false,
          plan,
          baseUrl,
        })
      if (body.authorization == null) return initiated(charge)
      const given = answerIn(body.authorization)
      const next = charge.nextAction
      if (before === undefined && (next === undefined || expectedAnswer(next.type) !== given.kind)) {
        warn(`authorization was not needed: the charge waits for ${next?.type ?? 'nothing'}`)
        return initiated(charge)
      }
      const after = answered(world, charge, 'authorization.mode', given)
      return 'id' in after ? initiated(after) : after
    },
  }),
  operation({
    ...chargeCommon,
    id: 'validateV3Charge',
    path: '/v3/validate-charge',
    summary: 'Send the OTP of a charge',
    body: z.object({
      otp: Digits(/^\d{4,8}$/, 'must be 4 to 8 digits')
        .describe('The code that the payer received')
        .meta({ examples: ['123456'] }),
      [serviceRefMember]: text(100)
        .describe("The service's own reference of the transaction")
        .meta({ examples: ['ref_sample00000001'] }),
      type: text(40)
        .nullish()
        .describe('card or account; ignored')
        .meta({ examples: ['account'] }),
    }),
    responses: { 200: V3Envelope(validated, WireTransaction) },
    handle: ({ world, body }) => {
      const charge = world.state.charges.get(chargeIdIn(body[serviceRefMember]))
      if (charge === undefined)
        throw invalidField(
          serviceRefMember,
          `no transaction "${body[serviceRefMember]}"; POST /v3/charges answers with it`,
        )
      const after = answered(world, charge, 'otp', { kind: 'otp', answer: body.otp })
      return 'id' in after ? success(200, validated, presentTransaction(after)) : after
    },
  }),
  ...tokenizedOperations,
  ...preauthorizedOperations,
]
