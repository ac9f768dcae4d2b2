import type { ProcessorResponse } from '../domain/charge/processor-responses.ts'
import type { Plan } from '../domain/stored/plan.ts'

/** Events of the past are recorded and not delivered. */
const webhooks = { dropped: true } as const

/** A plan without any deviation. */
export const plainPlan: Plan = { key: '', uses: [], webhooks }

/** The bank decides against the merchant. */
export const lostDispute: Plan = { ...plainPlan, chargeback: { outcome: 'lost' } }

/** The payer has an hour for the page of the card's issuer. */
const securePage: Plan['steps'] = [
  { ask: 'redirect_url', expiresAfter: 3_600_000, expired: 'security_violation' },
  { finish: 'issuer' },
]

/** Common reasons for declined payments, with weights. */
export const declines = {
  card: {
    insufficient_funds: 38,
    do_not_honor: 22,
    expired_card: 7,
    invalid_cvv: 6,
    exceeds_withdrawal_limit: 6,
    incorrect_pin: 5,
    transaction_not_permitted_card: 5,
    suspected_fraud: 4,
    issuer_unavailable: 4,
    system_error: 2,
    lost_card_pick_up: 1,
  },
  other: {
    insufficient_funds: 62,
    exceeds_withdrawal_limit: 14,
    system_error: 10,
    issuer_unavailable: 8,
    do_not_honor: 6,
  },
} as const satisfies Record<'card' | 'other', Partial<Record<ProcessorResponse, number>>>

const plans = new Map<string, Plan>()

/** The plan of a payment, by the issuer's verdict and whether the issuer's page comes first. Equal plans are shared. */
export function paymentPlan(verdict: ProcessorResponse, secured: boolean): Plan {
  const name = `${verdict} ${secured}`
  let plan = plans.get(name)
  if (plan === undefined) {
    plan = {
      ...plainPlan,
      ...(verdict !== 'approved' && { processorResponse: verdict }),
      ...(secured && { steps: securePage }),
    }
    plans.set(name, plan)
  }
  return plan
}

/** The plan of a transfer. */
export const transferPlans: Readonly<Record<'successful' | 'failed' | 'reversed', Plan>> = {
  successful: plainPlan,
  failed: {
    ...plainPlan,
    transfer: { outcome: 'failed', completeMessage: 'The account of the beneficiary is closed' },
  },
  reversed: {
    ...plainPlan,
    transfer: { outcome: 'reversed', completeMessage: 'Returned by the bank of the beneficiary' },
  },
}
