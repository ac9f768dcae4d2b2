import * as z from 'zod'
import { chargeTimers } from '../charge/model.ts'
import { later, madeId, numberText, type Stored, text } from '../stored/parts.ts'
import { transferSteps } from '../transfer/model.ts'

const command = <T extends string, I extends z.ZodRawShape>(type: T, input: I) =>
  z.strictObject({ type: z.literal(type), input: z.strictObject(input) })

/**
 * The commands that a timer may execute. Snapshots contain timers, so this is also all that a snapshot can make a world
 * execute.
 */
const storedTimerCommand = () =>
  z.discriminatedUnion('type', [
    command('charge.timer', { id: madeId('chg'), name: z.enum(chargeTimers), step: z.int().min(-1) }),
    command('transfer.timer', { id: numberText(), step: z.enum(transferSteps) }),
    command('refund.due', { id: madeId('rfd') }),
    command('chargeback.due', { id: madeId('cbk') }),
    command('virtualAccount.due', { id: madeId('vac') }),
    command('delivery.due', { id: madeId('dlv') }),
  ])
export type TimerCommand = Stored<typeof storedTimerCommand>

/** A scheduled command as it is stored. Instants in milliseconds of the world's clock. */
export const storedTimer = () =>
  z.strictObject({
    id: text(),
    at: later(),
    /** Timers of the same instant fire in the order in which they were set. */
    order: z
      .int()
      .min(0)
      .max(2 ** 48),
    command: storedTimerCommand(),
  })
export type Timer = Stored<typeof storedTimer>

/** The pending timers of a world, read-only. */
export interface PendingTimers {
  readonly size: number
  get(id: string): Timer | undefined
  /** The earliest timer. */
  peek(): Timer | undefined
  /** The next `count` timers, in the order in which they will fire. */
  upcoming(count?: number): Timer[]
}

/** Commands that a decision triggers immediately, after its saves. */
export type FollowingCommand =
  | { readonly type: 'order.authorized' | 'order.charged'; readonly input: { readonly chargeId: string } }
  | Extract<TimerCommand, { type: 'delivery.due' }>

/** Every command that a decision triggers, as opposed to a request. */
export type LaterCommand = TimerCommand | FollowingCommand
