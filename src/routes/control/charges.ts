import * as z from 'zod'
import { timerId } from '../../domain/charge/flow.ts'
import type { Charge } from '../../domain/charge/model.ts'
import { processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { chargeStatuses, payerActions } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { playToEnd } from '../../emulator/play.ts'
import { filter, QueryNumber } from '../../http/list.ts'
import type { Request } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { presentCharge, WireCharge } from '../../wire/charge.ts'
import { presentInspection, presentMove, WireInspection, WirePlayed } from '../../wire/control.ts'
import { control } from './control.ts'

const PayerAction = z.strictObject({
  action: z.enum(payerActions),
  processor_response: z
    .enum(processorResponseTypes)
    .optional()
    .describe('Replaces the verdict of the scenario'),
})

const Play = PayerAction.pick({ processor_response: true })

const ListCharges = z.object({
  status: z.enum(chargeStatuses).optional(),
  reference: z.string().max(200).optional(),
  limit: QueryNumber(1, 1000, 100),
})

/** Finds a charge by id or reference. The two cannot clash: ids contain an underscore, references do not. */
function find({ world, param }: Request<unknown, unknown>): Charge {
  const name = param('id')
  const charge = world.state.charges.get(name) ?? world.state.charges.by('reference', name)
  must(charge, 'not_found', `no charge "${name}" in world "${world.name}"`, {
    kind: 'charges',
    id: name,
  })
  return charge
}

function inspection(request: Request<unknown, unknown>) {
  const { world, emulator } = request
  const charge = find(request)
  const timers = charge.timers.flatMap((name) => world.timers.get(timerId(charge.id, name)) ?? [])
  const orderId = charge.orderId ?? world.state.orders.by('chargeId', charge.id)?.id
  return presentInspection(charge, orderId, timers, emulator.ports.qrCode)
}

const inspect = (request: Request<unknown, unknown>) => reply(200, inspection(request))

export const chargeControlOperations = [
  control({
    id: 'inspectCharges',
    method: 'get',
    path: '/_emulator/charges',
    summary: 'List charges, newest first; needs no access token and is not recorded in the journal',
    query: ListCharges,
    responses: { 200: z.strictObject({ total: z.int(), charges: z.array(WireCharge) }) },
    handle: ({ world, emulator, query: q }) => {
      const matching = [
        ...filter(
          world.state.charges.newestFirst(),
          ({ status, reference }) =>
            (q.status === undefined || status === q.status) &&
            (q.reference === undefined || reference === q.reference),
        ),
      ]
      const charges = matching.slice(0, q.limit).map((charge) => presentCharge(charge, emulator.ports.qrCode))
      return reply(200, { total: matching.length, charges })
    },
  }),
  control({
    id: 'inspectCharge',
    method: 'get',
    path: '/_emulator/charges/:id',
    summary: 'Inspect a charge: history, timers, what it waits for and the answer that is accepted',
    description: '`id` is the id or the reference of the charge.',
    responses: { 200: WireInspection },
    refusals: [404],
    handle: inspect,
  }),
  control({
    id: 'playPayer',
    method: 'post',
    path: '/_emulator/charges/:id/payer',
    summary: 'Act as the payer: approve, decline or abandon',
    description: '`id` is the id or the reference of the charge.',
    body: PayerAction,
    responses: { 200: WireInspection },
    refusals: [404, 409],
    handle: (request) => {
      const { action, processor_response } = request.body
      request.world.dispatch('charge.pay', {
        id: find(request).id,
        action,
        processorResponse: processor_response,
      })
      return inspect(request)
    },
  }),
  control({
    id: 'playCharge',
    method: 'post',
    path: '/_emulator/charges/:id/pay',
    summary: 'Play merchant and payer until the charge has ended',
    description:
      '`id` is the id or the reference of the charge. Sends the right PIN, OTP and address, approves as the payer, reads and captures, whatever the charge waits for. Where the scenario key sets the payer (`payer:…`), the scenario plays that part: the clock, live or frozen, is advanced to what it has in store. `played` lists what was done. A charge that has ended, or that nothing can end, is a 409.',
    body: Play,
    bodyOptional: true,
    responses: { 200: WirePlayed },
    refusals: [404, 409],
    handle: async (request) => {
      const { id } = find(request)
      const played = await playToEnd(request.world, id, request.body.processor_response)
      return reply(200, { ...inspection(request), played: played.map(presentMove) })
    },
  }),
]
