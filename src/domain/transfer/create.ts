import type { TransferRules } from '../fixtures/v3.ts'
import { must, mustField, Refusal } from '../kernel/errors.ts'
import { add } from '../kernel/money.ts'
import { mustBeUnused, v3Number } from '../kernel/reference.ts'
import type { Context, State } from '../kernel/state.ts'
import { bounds } from '../kernel/values.ts'
import type { Catalogue } from '../scenario/catalogue.ts'
import { planFor } from '../scenario/commands.ts'
import type { ScenarioFragment } from '../scenario/fragment.ts'
import type { Plan } from '../stored/plan.ts'
import { convert, transferFee } from './fee.ts'
import type { Transfer, TransferCourse, TransferMeta } from './model.ts'
import { payeeOf } from './payee.ts'

/** A request for a transfer (contract, Create a transfer). Amounts are decimals. */
export interface NewTransfer {
  accountBank: string | undefined
  accountNumber: string | undefined
  beneficiary: string | undefined
  amount: number
  narration: string | undefined
  currency: Transfer['currency']
  reference: string | undefined
  beneficiaryName: string | undefined
  callbackUrl: string | undefined
  debitCurrency: string | undefined
  destinationBranchCode: string | undefined
  meta: TransferMeta | undefined
  plan: Plan
}

/** A transfer before its first decision. Refuses what the rules of its currency or its scenario do not allow (400). */
export function draftTransfer(state: State, input: NewTransfer, context: Context): Transfer {
  const { v3 } = context.settings
  const { currency, amount } = input
  const rules = v3.transferCurrencies[currency]
  must(rules, 'internal', `the fixtures have no rules for ${currency}`)
  mustBeWithin(rules, amount, currency)
  mustField(
    currency !== 'GHS' || input.destinationBranchCode !== undefined,
    'destination_branch_code',
    'must not be null: a transfer in GHS needs the code of the branch; GET /v3/banks/{id}/branches lists them',
  )
  const payee = payeeOf(state, input, rules, v3)
  const marker = input.reference === undefined ? undefined : checkReference(state, input.reference, context)
  const plan = planFor(state, input.plan, '', context)
  const fee = transferFee(rules.fees, amount)
  const debitCurrency = input.debitCurrency ?? currency
  const draft: Draft = {
    ...undecided,
    ...payee,
    id: String(v3Number('transfers', state.transfers.size)),
    branchCode: input.destinationBranchCode,
    reference: input.reference ?? context.newId('trf'),
    amount,
    currency,
    fee,
    debitCurrency,
    debit: convert(v3, add(amount, fee), currency, debitCurrency),
    narration: input.narration ?? '',
    meta: input.meta,
    callbackUrl: input.callbackUrl,
  }
  return planned(state, draft, plan, marker, context)
}

const none: readonly never[] = []

/** A transfer before any decision. */
const undecided = {
  status: 'NEW',
  completeMessage: '',
  reversed: false,
  retryOf: undefined,
  retries: none,
  history: none,
} as const

type Draft = Omit<
  Transfer,
  'course' | 'webhooks' | 'createdAt' | 'startedAt' | 'funded' | 'requiresApproval' | 'isApproved'
>

/** The same transfer again, with a new reference; balance and scenario are looked up again. */
export function draftRetry(state: State, failed: Transfer, plan: Plan, context: Context): Transfer {
  const draft: Draft = {
    ...failed,
    ...undecided,
    id: String(v3Number('transfers', state.transfers.size)),
    reference: `${failed.reference}_R${failed.retries.length + 1}`,
    retryOf: failed.id,
  }
  return planned(state, draft, planFor(state, plan, '', context), undefined, context)
}

/** The effect of scenario, fixtures and balance on a draft. */
function planned(
  state: State,
  draft: Draft,
  plan: Plan,
  marker: ScenarioFragment | undefined,
  context: Context,
): Transfer {
  const set = plan.transfer ?? marker?.transfer
  if (set?.refuse !== undefined) throw new Refusal('invalid_request', set.refuse)
  const balance = state.balances.get(draft.debitCurrency)
  const currencies = [...state.balances].map(({ id }) => id).join(', ')
  mustField(
    balance,
    'debit_currency',
    `there is no balance in ${draft.debitCurrency}; there are balances in ${currencies}`,
  )
  return {
    ...draft,
    funded: balance.available >= draft.debit,
    course: courseOf(plan, marker, context),
    webhooks: plan.webhooks ?? marker?.webhooks,
    createdAt: context.now,
    startedAt: context.now,
    requiresApproval: set?.requiresApproval === true,
    isApproved: set?.requiresApproval !== true,
  }
}

/** The scenario of the header takes precedence over that of the reference's suffix. */
function courseOf(plan: Plan, marker: ScenarioFragment | undefined, context: Context): TransferCourse {
  const { transferDelays: delays } = context.settings.v3
  const set = plan.transfer ?? marker?.transfer
  const settlesAfter = set?.settlesAfter ?? delays.settlesAfter
  return {
    key: plan.transfer ? plan.key : (marker?.key ?? plan.key),
    outcome: set?.outcome ?? 'successful',
    completeMessage: set?.completeMessage,
    pendingAfter: Math.min(set?.pendingAfter ?? delays.pendingAfter, settlesAfter),
    // An unknown key that was accepted: pending forever.
    settlesAfter: plan.unknown ? undefined : settlesAfter,
    reversesAfter: set?.reversesAfter ?? delays.reversesAfter,
  }
}

function mustBeWithin(rules: TransferRules, amount: number, currency: string): void {
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = rules
  mustField(amount >= minimum, 'amount', `must be at least ${minimum} in ${currency}`)
  mustField(amount <= maximum, 'amount', `must be at most ${maximum} in ${currency}`)
}

/**
 * Refuses a reference that is too long or in use; a suffix that a scenario declares does not count. Returns that
 * scenario.
 */
function checkReference(
  state: State,
  reference: string,
  { catalogue }: { catalogue: Catalogue },
): ScenarioFragment | undefined {
  const marker = catalogue.bySuffix(reference)
  const length = reference.length - (marker?.referenceSuffix?.length ?? 0)
  mustField(
    length <= bounds.reference.max,
    'reference',
    `must have at most ${bounds.reference.max} characters, not counting the suffix of a scenario`,
  )
  mustBeUnused(state, reference, 'invalid_request')
  return marker
}
