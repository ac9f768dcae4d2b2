import * as z from 'zod'
import { chargebackOutcomes } from '../../domain/kernel/enums.ts'
import { reply } from '../../http/reply.ts'
import { presentChargeback, WireChargeback } from '../../wire/chargeback.ts'
import { control } from './control.ts'

export const chargebackControlOperations = [
  control({
    id: 'setChargebackOutcome',
    method: 'post',
    path: '/_emulator/chargebacks/:id/outcome',
    summary: 'Let the merchant win or lose a chargeback now, or reverse it',
    body: z.strictObject({
      status: z
        .enum(chargebackOutcomes)
        .describe('`reversed` also after it was accepted or lost: the money is returned'),
    }),
    responses: { 200: WireChargeback },
    refusals: [404, 409],
    handle: ({ world, body, param }) => {
      const chargeback = world.dispatch('chargeback.outcome', { id: param('id'), status: body.status })
      return reply(200, presentChargeback(chargeback, world.state.charges))
    },
  }),
]
