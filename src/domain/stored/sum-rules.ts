import { moneyIs } from '../chargeback/rules.ts'
import { lastDigits } from './parts.ts'
import type { ReportProblem } from './records.ts'
import type { Snapshot } from './snapshot.ts'

/** The sum of amounts. */
export const sum = (values: readonly { amount: number }[]): number =>
  values.reduce((total, { amount }) => total + amount, 0)

/** Whether two sums of parts of an amount are equal, apart from rounding errors. */
export const equal = (left: number, right: number, amount: number): boolean =>
  Math.abs(left / amount - right / amount) <= lastDigits

/** The refunded and refunding amounts of a charge are the sums of its refunds. */
export function checkRefunded({ charges, refunds }: Snapshot['state'], report: ReportProblem): void {
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
export function checkDisputed({ charges, chargebacks }: Snapshot['state'], report: ReportProblem): void {
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
