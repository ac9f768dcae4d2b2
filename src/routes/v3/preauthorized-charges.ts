import * as z from 'zod'
import type { Charge } from '../../domain/charge/model.ts'
import { must } from '../../domain/kernel/errors.ts'
import type { Order } from '../../domain/order/model.ts'
import type { World } from '../../emulator/world.ts'
import { operation } from '../../http/operation.ts'
import { success } from '../../http/reply.ts'
import { presentTransaction } from '../../wire/present-transaction.ts'
import { v3VoidedSample } from '../../wire/samples.ts'
import { WireTransaction } from '../../wire/transaction.ts'
import { chargeIdIn } from '../../wire/transaction-words.ts'
import { chargeCommon } from './charge-answer.ts'
import { V3Envelope } from './envelope.ts'
import { createV3Refund, refundRequest } from './refunds.ts'
import { V3Amount } from './transfer-schemas.ts'

const messages = { captured: 'Charge captured', voided: 'Charge voided' } as const
const params = {
  ref: z
    .string()
    .describe("The service's own reference of the transaction, or its id")
    .meta({ examples: ['ref_sample00000001'] }),
}

function chargeOf({ state }: World, ref: string): Charge {
  const charge = state.charges.get(chargeIdIn(ref)) ?? state.charges.by('number', ref)
  must(charge, 'not_found', `no transaction "${ref}"; POST /v3/charges answers with its reference`)
  return charge
}

function heldBy(world: World, ref: string): Order {
  const charge = chargeOf(world, ref)
  const order = world.state.orders.by('chargeId', charge.id)
  must(
    order,
    'conflict',
    `transaction ${charge.number} is ${charge.status} and holds no amount; only a charge created with preauthorize: true does, once its payer has authorised it`,
  )
  return order
}

/** What a merchant does with a preauthorised charge: its order in the charge interface. */
export const preauthorizedOperations = [
  operation({
    ...chargeCommon,
    id: 'createV3Capture',
    path: '/v3/charges/:ref/capture',
    params,
    summary: 'Capture a preauthorised charge in full or in part',
    description: 'What is not captured is released.',
    body: z.object({ amount: V3Amount.nullish().describe('Amount to capture; all of it by default') }),
    bodyOptional: true,
    responses: { 200: V3Envelope(messages.captured, WireTransaction) },
    refusals: [404, 409],
    handle: ({ world, body, param, plan }) => {
      const { id } = heldBy(world, param('ref'))
      const amount = body.amount == null ? undefined : Number(body.amount)
      const charge = world.dispatch('order.capture', { id, amount, verdict: plan.processorResponse })
      return success(200, messages.captured, presentTransaction(charge))
    },
  }),
  operation({
    ...chargeCommon,
    id: 'createV3Void',
    path: '/v3/charges/:ref/void',
    params,
    summary: 'Release a preauthorised charge',
    responses: {
      200: V3Envelope(messages.voided, WireTransaction).meta({
        examples: [
          {
            status: 'success',
            message: messages.voided,
            data: v3VoidedSample as z.input<typeof WireTransaction>,
          },
        ],
      }),
    },
    refusals: [404, 409],
    handle: ({ world, param }) => {
      const charge = world.dispatch('order.void', { id: heldBy(world, param('ref')).id })
      return success(200, messages.voided, presentTransaction(charge))
    },
  }),
  operation({
    ...chargeCommon,
    ...refundRequest,
    id: 'createV3ChargeRefund',
    path: '/v3/charges/:ref/refund',
    params,
    summary: 'Refund a captured charge in full or in part; the same as POST /v3/transactions/{id}/refund',
    handle: (request) => createV3Refund(request, chargeOf(request.world, request.param('ref'))),
  }),
]
