import { timerId } from '../charge/flow.ts'
import type { Timer, TimerCommand } from '../kernel/timer-commands.ts'
import { transferTimerId } from '../transfer/decide.ts'
import type { Records, Tell } from './records.ts'

/** By kind of timer: the id that it must have, and whether its subject exists and waits for it. */
const rules: {
  [T in TimerCommand['type']]: {
    idOf(input: Extract<TimerCommand, { type: T }>['input']): string
    isWanted(input: Extract<TimerCommand, { type: T }>['input'], records: Records): boolean
  }
} = {
  'charge.timer': {
    idOf: ({ id, name }) => timerId(id, name),
    isWanted: ({ id, name }, records) => records.get('charges', id)?.timers.includes(name) === true,
  },
  // Its step is checked with the transfer.
  'transfer.timer': {
    idOf: ({ id }) => transferTimerId(id),
    isWanted: ({ id }, records) => records.get('transfers', id) !== undefined,
  },
  'refund.due': {
    idOf: ({ id }) => id,
    isWanted: ({ id }, records) => records.get('refunds', id)?.status === 'pending',
  },
  // The timer of an evicted delivery remains and does nothing.
  'delivery.due': {
    idOf: ({ id }) => id,
    isWanted: ({ id }, records) => records.mayHaveHad('deliveries', id),
  },
}

/** Each timer has a subject that waits for it, and no two have the same id or order. */
export function checkTimers(timers: readonly Timer[], records: Records, tell: Tell): void {
  const ids = new Set<string>()
  const orders = new Set<number>()
  timers.forEach(({ id, order, command: { type, input } }, index) => {
    const rule = rules[type]
    if (id !== rule.idOf(input as never)) tell(`${index}.id`, `must be "${rule.idOf(input as never)}"`)
    if (!rule.isWanted(input as never, records))
      tell(`${index}.command.input.id`, 'must be the id of a value that waits for this timer')
    if (ids.has(id)) tell(`${index}.id`, 'must be unique')
    if (orders.has(order)) tell(`${index}.order`, 'must be unique')
    ids.add(id)
    orders.add(order)
  })
}
