import * as z from 'zod'
import { transferActors, transferOutcomes, transferStatuses } from '../domain/kernel/enums.ts'
import type { Timer } from '../domain/kernel/timer-commands.ts'
import { DateTime } from '../domain/kernel/values.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import { presentTimer, WireTimer } from './control.ts'
import { isoTime } from './time.ts'
import { presentTransfer, WireTransfer } from './transfer.ts'

/** The internal state of a transfer, which the service itself never shows. */
export const WireTransferInspection = z
  .strictObject({
    transfer: WireTransfer,
    scenario: z.string().nullable(),
    outcome: z.enum(transferOutcomes).describe('How it will end, or has ended'),
    reversed: z.boolean(),
    debit: z.strictObject({ currency: z.string(), amount: z.number(), funded: z.boolean() }),
    callback_url: z.string().nullable(),
    retry_of: z.int().nullable(),
    retries: z.array(z.int()),
    history: z.array(
      z.strictObject({
        at: DateTime,
        status: z.enum(transferStatuses),
        actor: z.enum(transferActors),
        note: z.string(),
      }),
    ),
    timers: z.array(WireTimer),
  })
  .meta({ id: 'TransferInspection' })

export const presentTransferInspection = (
  transfer: Transfer,
  timer: Timer | undefined,
): z.input<typeof WireTransferInspection> => ({
  transfer: presentTransfer(transfer),
  scenario: transfer.course.key === '' ? null : transfer.course.key,
  outcome: transfer.funded ? transfer.course.outcome : 'failed',
  reversed: transfer.reversed,
  debit: { currency: transfer.debitCurrency, amount: transfer.debit, funded: transfer.funded },
  callback_url: transfer.callbackUrl ?? null,
  retry_of: transfer.retryOf === undefined ? null : Number(transfer.retryOf),
  retries: transfer.retries.map(Number),
  history: transfer.history.map(({ at, ...rest }) => ({ at: isoTime(at), ...rest })),
  timers: timer ? [presentTimer(timer)] : [],
})
