import type { Bill } from '../bill/model.ts'
import { add, subtract } from '../kernel/money.ts'
import type { State } from '../kernel/state.ts'
import type { Transfer } from './model.ts'

/** A movement of a balance's total. Amounts are decimals of `currency`, `at` in milliseconds. */
export interface StatementEntry {
  type: 'debit' | 'credit'
  kind: 'transfer' | 'reversal' | 'bill'
  at: number
  amount: number
  balanceBefore: number
  balanceAfter: number
  reference: string
  remarks: string
  /** What was paid with it, in its own currency. */
  sent: { amount: number; currency: string }
}

type Movement = Omit<StatementEntry, 'balanceBefore' | 'balanceAfter'>

/** What changed the total of a balance, newest first: transfers that were paid out or came back, and bills. */
export function balanceStatement(
  { balances, transfers, bills }: Pick<State, 'balances' | 'transfers' | 'bills'>,
  currency: string,
): StatementEntry[] {
  const movements = [
    ...[...transfers].filter(({ debitCurrency }) => debitCurrency === currency).flatMap(transferMovements),
    ...[...bills].filter((bill) => bill.currency === currency).map(billMovement),
  ]
  movements.sort((left, right) => right.at - left.at)
  let balance = balances.get(currency)?.ledger ?? 0
  return movements.map((movement) => {
    const balanceAfter = balance
    balance = (movement.type === 'debit' ? add : subtract)(balance, movement.amount)
    return { ...movement, balanceBefore: balance, balanceAfter }
  })
}

function transferMovements(transfer: Transfer): Movement[] {
  const paidOut = transfer.history.find(({ status }) => status === 'SUCCESSFUL')
  if (paidOut === undefined) return []
  const { reference, narration, debit, fullName } = transfer
  const common = {
    amount: debit,
    reference,
    remarks: narration || `Transfer to ${fullName}`,
    sent: { amount: transfer.amount, currency: transfer.currency },
  }
  const out: Movement = { ...common, type: 'debit', kind: 'transfer', at: paidOut.at }
  if (!transfer.reversed) return [out]
  const back: Movement = {
    ...common,
    type: 'credit',
    kind: 'reversal',
    at: transfer.history.at(-1)?.at ?? paidOut.at,
    remarks: transfer.completeMessage,
  }
  // A later line first, because both may have happened at the same instant.
  return [back, out]
}

const billMovement = ({
  createdAt,
  amount,
  fee,
  currency,
  reference,
  itemName,
  customer,
}: Bill): Movement => ({
  type: 'debit',
  kind: 'bill',
  at: createdAt,
  amount: add(amount, fee),
  reference,
  remarks: `${itemName} for ${customer}`,
  sent: { amount, currency },
})
