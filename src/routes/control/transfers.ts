import * as z from 'zod'
import { transferVerdicts } from '../../domain/kernel/enums.ts'
import { chosenBounds } from '../../domain/kernel/values.ts'
import { findTransfer } from '../../domain/transfer/commands.ts'
import { transferTimerId } from '../../domain/transfer/decide.ts'
import type { Request } from '../../http/operation.ts'
import { reply } from '../../http/reply.ts'
import { presentTransferInspection, WireTransferInspection } from '../../wire/transfer-inspection.ts'
import { control } from './control.ts'

const Outcome = z.strictObject({
  status: z
    .enum(transferVerdicts)
    .describe('`approved` continues a transfer that waits for approval; the others end it now'),
  complete_message: z.string().min(1).max(chosenBounds.completeMessage).optional(),
})

const inspect = ({ world, param }: Request<unknown, unknown>) => {
  const transfer = findTransfer(world.state, param('id'))
  const timer = world.timers.get(transferTimerId(transfer.id))
  return reply(200, presentTransferInspection(transfer, timer))
}

export const transferControlOperations = [
  control({
    id: 'inspectTransfer',
    method: 'get',
    path: '/_emulator/transfers/:id',
    summary: 'Inspect a transfer: history, timer, scenario, retries',
    responses: { 200: WireTransferInspection },
    refusals: [404],
    handle: inspect,
  }),
  control({
    id: 'setTransferOutcome',
    method: 'post',
    path: '/_emulator/transfers/:id/outcome',
    summary: 'Approve, settle, fail or reverse a transfer now',
    body: Outcome,
    responses: { 200: WireTransferInspection },
    refusals: [404, 409],
    handle: (request) => {
      const { status, complete_message } = request.body
      request.world.dispatch('transfer.outcome', {
        id: request.param('id'),
        status,
        ...(complete_message !== undefined && { completeMessage: complete_message }),
      })
      return inspect(request)
    },
  }),
]
