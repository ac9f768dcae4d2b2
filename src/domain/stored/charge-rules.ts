import type { z } from 'zod'
import { currentStep, payerUrlOf } from '../charge/flow.ts'
import type { Charge } from '../charge/model.ts'
import { endsBy } from '../charge/next-actions.ts'
import { lastDigits } from './parts.ts'

/** The rules between the members of a charge: the member, whether it is consistent with the others, and the message. */
const rules: readonly [member: keyof Charge, fits: (charge: Charge) => boolean, rule: string][] = [
  [
    'method',
    ({ method, customer }) => method.customerId === undefined || method.customerId === customer.id,
    'must not belong to another customer',
  ],
  [
    'plan',
    ({ plan }) => plan.unknown === true || plan.steps !== undefined,
    'must contain the steps of a flow',
  ],
  [
    'step',
    (charge) => charge.step === -1 || currentStep(charge) !== undefined,
    'must be -1, or the index of a step that waits',
  ],
  [
    'tries',
    (charge) => charge.tries < triesOf(charge),
    'must be less than the attempts or reads that the step allows',
  ],
  [
    'nextAction',
    (charge) => charge.nextAction?.type === (waits(charge) ? currentStep(charge)?.ask : undefined),
    'must be what the current step asks for while the charge is pending, and absent afterwards',
  ],
  [
    'nextAction',
    (charge) =>
      charge.nextAction === undefined ||
      !('url' in charge.nextAction) ||
      charge.nextAction.url === payerUrlOf(charge),
    "must contain the address of the payer's page: baseUrl, /_emulator/pay/ and the id",
  ],
  [
    'processorResponse',
    ({ status, processorResponse: response }) =>
      status === 'succeeded'
        ? response === 'approved'
        : status === 'failed'
          ? response !== undefined && response !== 'approved'
          : response === undefined,
    'must be approved if the charge has succeeded, any other if it has failed, and absent otherwise',
  ],
  ['settled', ({ settled, status }) => !settled || status === 'succeeded', 'must be false unless succeeded'],
  [
    'settlementIds',
    ({ settled, settlementIds }) => settlementIds.length === (settled ? 1 : 0),
    'must contain one id if the charge is settled, and none otherwise',
  ],
  [
    'refundedAmount',
    ({ refundedAmount, refundingAmount, status }) =>
      status === 'succeeded' || (refundedAmount === 0 && refundingAmount === 0),
    'must be 0 unless the charge has succeeded, and so must refundingAmount',
  ],
  [
    'disputedAmount',
    ({ disputedAmount, status }) => disputedAmount === undefined || status === 'succeeded',
    'must be absent unless the charge has succeeded',
  ],
  [
    'refundedAmount',
    ({ amount, refundedAmount, refundingAmount, disputedAmount = 0 }) =>
      refundedAmount / amount + refundingAmount / amount + disputedAmount / amount <= 1 + lastDigits,
    'must be at most the amount, together with refundingAmount and disputedAmount',
  ],
  [
    'timers',
    ({ timers, status, settled }) => timers.includes('settle') === (status === 'succeeded' && !settled),
    'must contain settle if the charge has succeeded and is not settled, and only then',
  ],
  [
    'timers',
    ({ timers, nextAction }) => nextAction !== undefined || timers.every((name) => name === 'settle'),
    'must contain nothing but settle if the charge waits for nothing',
  ],
  [
    'timers',
    ({ timers, nextAction }) =>
      !timers.includes('payer') || (nextAction !== undefined && endsBy(nextAction.type) === 'payer'),
    'must not contain payer if the payer has nothing to do',
  ],
  [
    'history',
    ({ history, status }) => history.at(-1)?.status === status,
    'must end with the status of the charge',
  ],
]

const waits = ({ status, plan }: Charge): boolean => status === 'pending' && plan.unknown !== true

/** How many attempts or reads the current step allows. A charge that is still in the step has had fewer. */
function triesOf(charge: Charge): number {
  const step = currentStep(charge)
  if (step === undefined) return 1
  return 'attempts' in step ? step.attempts : 'reads' in step ? step.reads : 1
}

/** Adds an issue for each rule that a charge violates. */
export function chargeRules(charge: Charge, context: z.core.$RefinementCtx): void {
  for (const [member, fits, message] of rules)
    if (!fits(charge)) context.addIssue({ code: 'custom', path: [member], message })
}
