import { decideEach } from '../kernel/after.ts'
import { type Decision, decision } from '../kernel/decision.ts'
import { invalidField, mustField } from '../kernel/errors.ts'
import { add } from '../kernel/money.ts'
import { v3Number } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import { move } from '../transfer/balance.ts'
import type { Bill } from './model.ts'
import { validateBill } from './validate.ts'

/** The country and currency of the billers (chosen). */
const market = { country: 'NG', currency: 'NGN' } as const

/** A bill to pay; `type` names its item or biller. */
export interface NewBill {
  country: string
  customer: string
  amount: number
  type: string
  reference: string | undefined
}

/** POST /v3/bulk-bills: pays all bills or none. Refuses the first one that would be refused alone, with its place (400). */
export function payBills(
  state: State,
  { bills }: { bills: readonly NewBill[] },
  context: Context,
): Decision<Bill[]> {
  return decideEach(state, 'bulk_data', bills, (now, bill) => payBill(now, bill, context))
}

/**
 * POST /v3/bills: pays a bill from the balance, at once. Refuses (400) an unknown type or customer, an amount beyond the
 * bounds of the item, a reference that another bill has, and what the balance does not cover.
 */
export function payBill(state: State, input: NewBill, context: Context): Decision<Bill> {
  const { v3 } = context.settings
  mustField(input.country === market.country, 'country', `must be ${market.country}, where the billers are`)
  const named = input.type.toLowerCase()
  const [found] = v3.billers.flatMap((biller) =>
    biller.items
      .filter((item) => [item.code, item.name, biller.name].some((name) => name.toLowerCase() === named))
      .map((item) => ({ biller, item })),
  )
  if (found === undefined)
    throw invalidField(
      'type',
      `no bill "${input.type}"; GET /v3/bill-categories lists them by item_code, name and biller_name`,
    )
  const { biller, item } = found
  const { customer } = validateBill(v3, {
    itemCode: item.code,
    billerCode: biller.code,
    customer: input.customer,
  })
  mustField(input.amount >= item.minimum, 'amount', `must be at least ${item.minimum} for ${item.name}`)
  mustField(
    item.maximum === 0 || input.amount <= item.maximum,
    'amount',
    `must be at most ${item.maximum} for ${item.name}`,
  )
  const reference = input.reference ?? context.newId('bil')
  mustField(!state.bills.by('reference', reference), 'reference', `"${reference}" is in use by another bill`)
  const cost = add(input.amount, item.fee)
  const balance = state.balances.get(market.currency)
  mustField(
    balance && balance.available >= cost,
    'amount',
    `the ${market.currency} balance of ${balance?.available ?? 0} does not cover ${cost}, the amount and the fee`,
  )
  const bill: Bill = {
    id: String(v3Number('bills', state.bills.size)),
    reference,
    customer,
    country: input.country,
    billerName: biller.name,
    itemCode: item.code,
    itemName: item.name,
    amount: input.amount,
    fee: item.fee,
    currency: market.currency,
    createdAt: context.now,
  }
  const paid = move(move(balance, 'hold', cost), 'spend', cost)
  return decision(bill, [
    { into: 'bills', value: bill },
    { into: 'balances', value: paid },
  ])
}
