import type { Fee } from '../charge/fees.ts'
import type { Charge } from '../charge/model.ts'
import { deductedIn } from '../chargeback/rules.ts'
import type { SettlementStatus } from '../kernel/enums.ts'
import { add, subtract } from '../kernel/money.ts'
import type { State } from '../kernel/state.ts'
import type { Settlement } from './model.ts'

/** What a settlement contains: net = gross − fees − refunds − chargebacks, as decimals of its currency. */
export interface Statement {
  /** Oldest first. */
  charges: Charge[]
  gross: number
  /** The sum of each type. */
  fees: Fee[]
  refunds: number
  /** Less than 0 if more is returned than deducted. */
  chargebacks: number
  net: number
}

/** Whether a settlement has been paid out, after which nothing is added to it. */
export const settlementStatus = ({ dueAt }: Settlement, now: number): SettlementStatus =>
  now < dueAt ? 'pending' : 'completed'

const nothing = (): Statement => ({ charges: [], gross: 0, fees: [], refunds: 0, chargebacks: 0, net: 0 })

/** What is paid out of one charge. */
export const settledAmount = ({ amount, fees }: Charge): number =>
  fees.reduce((left, fee) => subtract(left, fee.amount), amount)

/** The statements of all settlements by id. One pass over the charges, refunds and chargebacks of a world. */
export function statementsOf(
  state: Pick<State, 'charges' | 'refunds' | 'chargebacks'>,
): ReadonlyMap<string, Statement> {
  const statements = new Map<string, Statement>()
  const change = (id: string | undefined, apply: (statement: Statement) => void): void => {
    if (id === undefined) return
    const statement = statements.get(id) ?? nothing()
    statements.set(id, statement)
    apply(statement)
  }
  const settlementOf = (chargeId: string): string | undefined => state.charges.get(chargeId)?.settlementIds[0]
  for (const charge of state.charges)
    change(charge.settlementIds[0], (it) => {
      it.charges.push(charge)
      it.gross = add(it.gross, charge.amount)
      for (const { type, amount } of charge.fees) {
        const sum = it.fees.find((fee) => fee.type === type)
        it.fees = sum
          ? it.fees.map((fee) => (fee === sum ? { type, amount: add(fee.amount, amount) } : fee))
          : [...it.fees, { type, amount }]
      }
    })
  // What was refunded before its charge was settled is deducted from that charge.
  for (const { status, settlementId, chargeId, amount } of state.refunds)
    if (status === 'succeeded')
      change(settlementId ?? settlementOf(chargeId), (it) => {
        it.refunds = add(it.refunds, amount)
      })
  for (const chargeback of state.chargebacks) {
    change(deductedIn(chargeback, settlementOf(chargeback.chargeId)), (it) => {
      it.chargebacks = add(it.chargebacks, chargeback.amount)
    })
    change(chargeback.returnedIn, (it) => {
      it.chargebacks = subtract(it.chargebacks, chargeback.amount)
    })
  }
  for (const it of statements.values()) {
    const deducted = [...it.fees.map(({ amount }) => amount), it.refunds, it.chargebacks]
    it.net = deducted.reduce(subtract, it.gross)
  }
  return statements
}

/** The statement of a settlement in which nothing is left. */
export const emptyStatement: Statement = nothing()
