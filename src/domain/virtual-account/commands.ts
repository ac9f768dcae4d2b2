import { chargeContext, draftFor } from '../charge/create.ts'
import { open } from '../charge/decide.ts'
import { conclude, verdictOf } from '../charge/flow.ts'
import type { Charge } from '../charge/model.ts'
import { addPaymentMethod } from '../customer/payment-method-commands.ts'
import { type Decision, decision, type Effect } from '../kernel/decision.ts'
import { invalidField, must, mustField } from '../kernel/errors.ts'
import { mustFind } from '../kernel/find.ts'
import { isUnused, mustBeUnused } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import { bounds } from '../kernel/values.ts'
import { planFor } from '../scenario/commands.ts'
import type { Plan } from '../stored/plan.ts'
import { expirySeconds, type VirtualAccount } from './model.ts'

export type NewVirtualAccount = Pick<
  VirtualAccount,
  'reference' | 'customerId' | 'amount' | 'currency' | 'accountType'
> & {
  /** Seconds; by default an hour for one payment, the longest time for many. */
  expiry: number | undefined
  note: string | undefined
  meta: Record<string, string> | undefined
  plan: Plan
  txRef?: string
}

/** The bank of every account. */
const bankName = 'Emulator Bank'

/** POST /virtual-accounts. Refuses an unknown customer (400) and a reference in use (409). */
export function createVirtualAccount(
  state: State,
  { expiry, note, ...input }: NewVirtualAccount,
  context: Context,
): Decision<VirtualAccount> {
  const { customerId, accountType, amount, currency } = input
  mustFind(state, 'customers', customerId, 'customer_id')
  mustField(
    accountType === 'dynamic' || amount === 0,
    'amount',
    'must be 0 for a static account, which takes any amount; for a fixed amount, send account_type "dynamic"',
  )
  mustBeUnused(state, input.reference)
  const other = state.virtualAccounts.by('reference', input.reference)
  must(!other, 'conflict', `reference "${input.reference}" is in use by virtual account ${other?.id}`)
  const plan = planFor(state, input.plan, customerId, context)
  // Refuses a flow for other payment methods now, and not when money arrives.
  context.catalogue.forCharge(plan, 'bank_transfer')
  const seconds = expiry ?? (accountType === 'dynamic' ? 3600 : expirySeconds.max)
  const what = amount > 0 ? `exactly ${amount} ${currency}` : `any amount in ${currency}`
  const account: VirtualAccount = {
    ...input,
    id: context.newId('vac'),
    accountNumber: context.digits(10),
    bankName,
    expiresAt: context.now + seconds * 1000,
    note: note ?? `Transfer ${what} to this account`,
    meta: input.meta ?? {},
    status: 'active',
    plan,
    payments: 0,
    lastChargeId: undefined,
    createdAt: context.now,
    txRef: input.txRef,
  }
  return save(account, [
    {
      kind: 'schedule',
      id: account.id,
      at: account.expiresAt,
      command: { type: 'virtualAccount.due', input: { id: account.id } },
    },
  ])
}

/** PUT /virtual-accounts/{id} with `update_status`: the account takes no more payments. */
export function closeVirtualAccount(state: State, input: { id: string }): Decision<VirtualAccount> {
  const account = mustFind(state, 'virtualAccounts', input.id)
  mustBeActive(account)
  return save(...closed(account))
}

/** The account expires. */
export function expireVirtualAccount(
  state: State,
  input: { id: string },
): Decision<VirtualAccount | undefined> {
  const account = state.virtualAccounts.get(input.id)
  return account?.status === 'active' ? save({ ...account, status: 'inactive' }) : decision(account, [])
}

/** Money that arrives in an account, and who sent it. */
export interface PaidIn {
  id: string
  /** Undefined: the amount of the account. */
  amount: number | undefined
  originatorName: string | undefined
  originatorBankName: string | undefined
  originatorAccountNumber: string | undefined
  /** Origin and world prefix that the payer's browser can reach. */
  baseUrl: string
}

/** The payer transfers money: it becomes a charge, which has ended at once. Refuses a wrong amount (400) and an inactive account (409). */
export function payVirtualAccount(
  state: State,
  { id, baseUrl, ...paid }: PaidIn,
  context: Context,
): Decision<{ account: VirtualAccount; charge: Charge }> {
  const account = mustFind(state, 'virtualAccounts', id)
  mustBeActive(account)
  const amount = amountOf(account, paid.amount)
  const customer = mustFind(state, 'customers', account.customerId)
  const { accountType, currency, meta, plan } = account
  const { originatorName, originatorBankName, originatorAccountNumber } = paid
  const details = Object.fromEntries(
    Object.entries({ accountType, originatorName, originatorBankName, originatorAccountNumber }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const added = addPaymentMethod(
    state,
    {
      type: 'bank_transfer',
      customerId: customer.id,
      details,
      meta: undefined,
      deviceFingerprint: undefined,
      clientIp: undefined,
    },
    context,
  )
  const draft = draftFor(
    { customer, method: added.result.method },
    state,
    {
      amount,
      currency,
      reference: referenceFor(state, account),
      meta,
      redirectUrl: undefined,
      authorization: undefined,
      recurring: false,
      orderId: undefined,
      merchantVatAmount: undefined,
      plan,
      baseUrl,
      v3: account.txRef === undefined ? undefined : { txRef: account.txRef, linkId: undefined },
      virtualAccountId: id,
    },
    context,
  )
  const within = chargeContext(context)
  const why = `paid in to account ${account.accountNumber}`
  const [charge, effects] = draft.plan.unknown
    ? open(draft, within, undefined)
    : conclude(draft, within, verdictOf(draft), 'payer', why)
  const received: VirtualAccount = { ...account, payments: account.payments + 1, lastChargeId: charge.id }
  // A failed payment leaves the account open for another one.
  const isUsedUp = accountType === 'dynamic' && charge.status !== 'failed'
  const [next, more] = isUsedUp ? closed(received) : [received, []]
  return decision(
    { account: next, charge },
    [...added.saves, { into: 'charges', value: charge }, { into: 'virtualAccounts', value: next }],
    [...effects, ...more],
  )
}

const save = (account: VirtualAccount, effects: readonly Effect[] = []): Decision<VirtualAccount> =>
  decision(account, [{ into: 'virtualAccounts', value: account }], effects)

const closed = (account: VirtualAccount): [VirtualAccount, Effect[]] => [
  { ...account, status: 'inactive' },
  [{ kind: 'cancel', id: account.id }],
]

const mustBeActive = ({ id, status }: VirtualAccount): void =>
  must(
    status === 'active',
    'conflict',
    `virtual account ${id} is inactive: it was closed, has expired, or was for one payment; create another one`,
  )

function amountOf({ amount, currency }: VirtualAccount, paid: number | undefined): number {
  if (amount > 0) {
    mustField(
      paid === undefined || paid === amount,
      'amount',
      `must be ${amount}, the ${currency} that the account takes`,
    )
    return amount
  }
  if (paid === undefined) throw invalidField('amount', 'must not be null: the account takes any amount')
  return paid
}

/** The reference of the next charge: that of an account for one payment, and a numbered one otherwise. */
function referenceFor(state: State, { reference, accountType, payments }: VirtualAccount): string {
  if (accountType === 'dynamic' && isUnused(state, reference)) return reference
  for (let number = payments + 1; ; number++) {
    const end = `-${number}`
    const numbered = reference.slice(0, bounds.reference.max - end.length) + end
    if (isUnused(state, numbered)) return numbered
  }
}
