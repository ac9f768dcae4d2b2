import { moneyIs } from '../chargeback/rules.ts'
import type { Order } from '../order/model.ts'
import { lastDigits } from './parts.ts'
import type { ReportProblem } from './records.ts'
import type { Snapshot } from './snapshot.ts'

/** The statuses of an order whose charge waits for a capture. */
const holding: readonly (Order['status'] | undefined)[] = ['authorized', 'partially-completed']

/** Whether two sums of parts of an amount are equal, apart from rounding errors. */
export const equal = (left: number, right: number, amount: number): boolean =>
  Math.abs(left / amount - right / amount) <= lastDigits

/** No two charges or transfers have the same reference. */
function checkReferences({ charges, transfers }: Snapshot['state'], report: ReportProblem): void {
  const seen = new Set<string>()
  for (const [name, values] of Object.entries({ charges, transfers }))
    values.forEach(({ reference }, index) => {
      if (seen.has(reference))
        report(`${name}.${index}.reference`, 'must be unique; another transaction has it')
      seen.add(reference)
    })
}

/** The refunded and refunding amounts of a charge are the sums of its refunds. */
function checkRefunded({ charges, refunds }: Snapshot['state'], report: ReportProblem): void {
  const sums = { pending: new Map<string, number>(), succeeded: new Map<string, number>() }
  for (const { chargeId, status, amount } of refunds)
    if (status !== 'failed') sums[status].set(chargeId, (sums[status].get(chargeId) ?? 0) + amount)
  charges.forEach(({ id, amount, refundedAmount, refundingAmount }, index) => {
    if (!equal(refundedAmount, sums.succeeded.get(id) ?? 0, amount))
      report(`charges.${index}.refundedAmount`, 'must be the sum of the refunds that have succeeded')
    if (!equal(refundingAmount, sums.pending.get(id) ?? 0, amount))
      report(`charges.${index}.refundingAmount`, 'must be the sum of the refunds that are pending')
  })
}

/** The disputed amount of a charge is the sum of its chargebacks, but for those that it has won. */
function checkDisputed({ charges, chargebacks }: Snapshot['state'], report: ReportProblem): void {
  const sums = new Map<string, number>()
  for (const { chargeId, status, amount } of chargebacks)
    sums.set(chargeId, (sums.get(chargeId) ?? 0) + (moneyIs[status] === 'free' ? 0 : amount))
  charges.forEach(({ id, amount, disputedAmount }, index) => {
    const sum = sums.get(id)
    if (
      (sum === undefined) !== (disputedAmount === undefined) ||
      !equal(disputedAmount ?? 0, sum ?? 0, amount)
    )
      report(
        `charges.${index}.disputedAmount`,
        'must be the sum of its chargebacks except those won or reversed, and absent if it has none',
      )
  })
}

/** A charge has at most one order. One that waits for a capture has an order that is authorised. */
function checkOrdersOf({ charges, orders }: Snapshot['state'], report: ReportProblem): void {
  const byCharge = new Map<string, Order>()
  orders.forEach((order, index) => {
    if (byCharge.has(order.chargeId))
      report(`orders.${index}.chargeId`, 'must be unique; another order has the same charge')
    byCharge.set(order.chargeId, order)
  })
  charges.forEach(({ id, nextAction }, index) => {
    if (nextAction?.type === 'requires_capture' && !holding.includes(byCharge.get(id)?.status))
      report(
        `charges.${index}.nextAction`,
        'waits for a capture, but the snapshot contains no authorised order of the charge',
      )
  })
}

/** Checks whole collections against each other: references, sums, and the orders of charges. */
export function checkCollections(state: Snapshot['state'], report: ReportProblem): void {
  checkReferences(state, report)
  checkRefunded(state, report)
  checkDisputed(state, report)
  checkOrdersOf(state, report)
}
