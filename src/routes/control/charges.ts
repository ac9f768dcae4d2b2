import { z } from 'zod'
import { must } from '../../domain/errors.ts'
import { timerId } from '../../domain/flow.ts'
import { processorResponseTypes } from '../../domain/processor-responses.ts'
import type { Request } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { presentInspection, WireInspection } from '../../wire/control.ts'
import { control } from './control.ts'

const PayerAction = z.strictObject({
  action: z.enum(['approve', 'decline', 'abandon']),
  processor_response: z
    .enum(processorResponseTypes)
    .optional()
    .describe("Stands in the place of the scenario's verdict"),
})

const inspect = ({ world, emulator, param }: Request<unknown, unknown>) => {
  const charge = world.state.charges.get(param('id'))
  const id = param('id')
  must(charge, 'not_found', `no charge "${id}" in world "${world.name}"`, { kind: 'charges', id })
  const timers = charge.timers.flatMap((name) => world.scheduler.timers.get(timerId(charge.id, name)) ?? [])
  const orderId = charge.orderId ?? world.state.orders.by('chargeId', charge.id)?.id
  return reply(200, presentInspection(charge, orderId, timers, emulator.ports.qrCode))
}

export const chargeControlOperations = [
  control({
    method: 'get',
    path: '/_emulator/charges/:id',
    summary: 'A charge from inside: history, timers, what it waits for and which answer is right',
    responses: { 200: WireInspection },
    refusals: [404],
    handle: inspect,
  }),
  control({
    method: 'post',
    path: '/_emulator/charges/:id/payer',
    summary: 'Be the payer: approve, decline or walk away',
    body: PayerAction,
    responses: { 200: WireInspection },
    refusals: [404, 409],
    handle: (request) => {
      const { action, processor_response } = request.body
      request.world.dispatch('charge.pay', {
        id: request.param('id'),
        action,
        processorResponse: processor_response,
      })
      return inspect(request)
    },
  }),
]
