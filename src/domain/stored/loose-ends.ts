import type { FieldError } from '../errors.ts'
import type { Collections } from '../state.ts'
import type { Snapshot, TimerCommand } from './snapshot.ts'

/** Timers that need what they are about; those of deliveries and refunds that are gone do nothing. */
const owners: Partial<Record<TimerCommand['type'], keyof Collections>> = {
  'charge.timer': 'charges',
  'transfer.timer': 'transfers',
}

/** What in a snapshot refers to something that is not there, or stands there twice. */
export function looseEnds({ state, timers }: Snapshot): FieldError[] {
  const problems: FieldError[] = []
  const ids = Object.fromEntries(
    Object.entries(state).map(([name, values]) => [name, new Set(values.map((value) => value.id))]),
  ) as { [K in keyof Collections]: Set<string> }
  for (const [name, values] of Object.entries(state))
    if (ids[name as keyof Collections].size < values.length)
      problems.push({ field: `state.${name}`, message: 'holds an id twice' })
  const mustExist = (collection: keyof Collections, id: string | undefined, field: string): void => {
    if (id !== undefined && !ids[collection].has(id))
      problems.push({ field, message: `there is no "${id.slice(0, 100)}" among the ${collection}` })
  }
  state.charges.forEach((charge, index) => {
    mustExist('orders', charge.orderId, `state.charges.${index}.orderId`)
  })
  state.orders.forEach((order, index) => {
    mustExist('charges', order.chargeId, `state.orders.${index}.chargeId`)
  })
  state.refunds.forEach((refund, index) => {
    mustExist('charges', refund.chargeId, `state.refunds.${index}.chargeId`)
  })
  state.transfers.forEach((transfer, index) => {
    mustExist('balances', transfer.debitCurrency, `state.transfers.${index}.debitCurrency`)
  })
  const seen = new Set<string>()
  timers.forEach(({ id, command }, index) => {
    const { type, input } = command as TimerCommand
    const owner = owners[type]
    if (owner) mustExist(owner, input.id, `timers.${index}.command.input.id`)
    if (seen.has(id)) problems.push({ field: `timers.${index}.id`, message: 'stands there twice' })
    seen.add(id)
  })
  return problems
}
