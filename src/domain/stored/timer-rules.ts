import { timerId } from '../charge/flow.ts'
import { moneyIs } from '../chargeback/rules.ts'
import type { Timer, TimerCommand } from '../kernel/timer-commands.ts'
import { transferTimerId } from '../transfer/decide.ts'
import type { Records, ReportProblem } from './records.ts'

/** By kind of timer: the id that it must have, and whether its subject exists and waits for it. */
const rules: {
  [T in TimerCommand['type']]: {
    idOf(input: Extract<TimerCommand, { type: T }>['input']): string
    isExpected(input: Extract<TimerCommand, { type: T }>['input'], records: Records): boolean
  }
} = {
  'charge.timer': {
    idOf: ({ id, name }) => timerId(id, name),
    isExpected: ({ id, name }, records) => records.get('charges', id)?.timers.includes(name) === true,
  },
  // Its step is checked with the transfer.
  'transfer.timer': {
    idOf: ({ id }) => transferTimerId(id),
    isExpected: ({ id }, records) => records.get('transfers', id) !== undefined,
  },
  'refund.due': {
    idOf: ({ id }) => id,
    isExpected: ({ id }, records) => records.get('refunds', id)?.status === 'pending',
  },
  'chargeback.due': {
    idOf: ({ id }) => id,
    isExpected: ({ id }, records) => {
      const status = records.get('chargebacks', id)?.status
      return status !== undefined && moneyIs[status] === 'held'
    },
  },
  'virtualAccount.due': {
    idOf: ({ id }) => id,
    isExpected: ({ id }, records) => records.get('virtualAccounts', id)?.status === 'active',
  },
  // The timer of an evicted delivery remains and does nothing.
  'delivery.due': {
    idOf: ({ id }) => id,
    isExpected: ({ id }, records) => records.mayHaveHad('deliveries', id),
  },
}

/** Each timer has a subject that waits for it, and no two have the same id or order. */
export function checkTimers(timers: readonly Timer[], records: Records, report: ReportProblem): void {
  const ids = new Set<string>()
  const orders = new Set<number>()
  timers.forEach(({ id, order, command: { type, input } }, index) => {
    const rule = rules[type]
    if (id !== rule.idOf(input as never)) report(`${index}.id`, `must be "${rule.idOf(input as never)}"`)
    if (!rule.isExpected(input as never, records))
      report(`${index}.command.input.id`, 'must be the id of a value that waits for this timer')
    if (ids.has(id)) report(`${index}.id`, 'must be unique')
    if (orders.has(order)) report(`${index}.order`, 'must be unique')
    ids.add(id)
    orders.add(order)
  })
}
