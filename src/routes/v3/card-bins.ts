import * as z from 'zod'
import { networkOf } from '../../domain/customer/card.ts'
import { must } from '../../domain/kernel/errors.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { cardCountry, cardIssuer } from '../../wire/present-transaction.ts'
import { serviceHeaders } from '../service/common.ts'
import { V3Envelope } from './envelope.ts'

const message = 'completed'

const WireCardBin = z
  .strictObject({
    bin: z.string().meta({ examples: ['418742'] }),
    card_type: z
      .string()
      .describe('The network of the card')
      .meta({ examples: ['VISA'] }),
    issuer_info: z.string().meta({ examples: [cardIssuer] }),
    issuing_country: z
      .string()
      .describe('Country of the stored card with these digits, if there is one; otherwise NG')
      .meta({ examples: ['NG'] }),
  })
  .meta({ id: 'CardBin', description: 'What the first digits of a card number say' })

export const cardBinOperations = [
  operation({
    id: 'getCardBin',
    method: 'get',
    path: '/v3/card-bins/:bin',
    family: 'v3',
    access: 'secret_key',
    tag: 'v3 charges',
    headers: serviceHeaders,
    params: {
      bin: z
        .string()
        .describe('The first six digits of a card number')
        .meta({ examples: ['418742'] }),
    },
    summary: 'Look up the network and the country of a card',
    responses: { 200: V3Envelope(message, WireCardBin) },
    refusals: [404],
    handle: ({ world: { state }, param }) => {
      const bin = param('bin')
      const network = /^\d{6}$/.test(bin) ? networkOf(bin) : 'UNKNOWN'
      must(
        network !== 'UNKNOWN',
        'not_found',
        `no network has cards that begin with "${bin}"; send the first six digits`,
      )
      let country = cardCountry(undefined, undefined)
      for (const method of state.paymentMethods)
        if (method.type === 'card' && method.details.first6 === bin)
          country = cardCountry(method.details, state.customers.get(method.customerId ?? '')?.address)
      return success(200, message, {
        bin,
        card_type: network,
        issuer_info: cardIssuer,
        issuing_country: country,
      })
    },
  }),
]
