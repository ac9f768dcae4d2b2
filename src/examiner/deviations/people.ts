import type { Features } from '../flows.ts'
import { always, type Kind } from './kind.ts'

const isLeaky = ({ actions, bareSecret }: Features, declined: boolean): boolean =>
  bareSecret && (actions.length > 0 || declined)

const unverified =
  'The body is believed because the secret is right. But the secret signs nothing: whoever has seen one webhook can send any. Verify the transaction, and take status, amount and currency from there.'

const otherTransaction =
  'Any transaction that has succeeded is taken for this payment. Verify it, and compare its tx_ref, amount and currency with the order.'

/** What people do: those who forge webhooks, customers, and whoever runs the program. */
export const people = {
  forged_unsigned: {
    where: 'forged',
    counts: 'steps',
    happens: 'somebody sends a webhook without a signature that says the charge has succeeded',
    slots: ['forged_unsigned'],
    key: 'webhook:unsigned',
    fits: ({ actions }, declined) => actions.length > 0 || declined,
    cure: 'The handler believes a webhook without a signature. Verify it, or take a webhook only as a reason to read the charge.',
  },
  forged_bad_signature: {
    where: 'forged',
    counts: 'steps',
    happens: 'somebody sends a webhook with a wrong signature that says the charge has succeeded',
    slots: ['forged_bad_signature'],
    key: 'webhook:bad_signature',
    fits: ({ actions }, declined) => actions.length > 0 || declined,
    cure: 'The handler looks whether there is a signature, not whether it is right. Compute the HMAC over the raw body and compare.',
  },
  forged_old: {
    where: 'forged',
    counts: 'webhooks',
    happens: 'somebody sends a copy of a genuine webhook again, much later',
    slots: ['forged_old'],
    key: 'webhook:stale_timestamp',
    fits: always,
    cure: 'A copy of a webhook causes something again. Remember the ids of webhooks, and let only the step from pending to paid cause anything.',
  },
  forged_success: {
    where: 'forged',
    counts: 'steps',
    happens: 'somebody who knows the secret of the webhooks says that the charge has succeeded',
    slots: ['forged_success'],
    fits: isLeaky,
    cure: unverified,
  },
  forged_failure: {
    where: 'forged',
    counts: 'steps',
    happens:
      'somebody who knows the secret of the webhooks says that the charge, which is pending, has failed',
    slots: ['forged_failure'],
    fits: (flow) => flow.bareSecret && flow.actions.length > 0,
    cure: unverified,
  },
  forged_amount: {
    where: 'forged',
    counts: 'steps',
    happens:
      'somebody who knows the secret of the webhooks says that the charge has succeeded, with another amount and currency',
    slots: ['forged_amount'],
    fits: isLeaky,
    cure: unverified,
  },
  forged_transaction: {
    where: 'forged',
    counts: 'steps',
    happens:
      'somebody who knows the secret of the webhooks says that the charge has succeeded, with the id of a transaction that paid another order',
    slots: ['forged_transaction'],
    fits: isLeaky,
    cure: otherTransaction,
  },
  pays_twice: {
    where: 'customer',
    counts: 'once',
    happens: 'the customer presses “pay” twice at once',
    slots: ['press'],
    fits: always,
    cure: 'Two requests run at the same time and both create a charge. Claim the order first (a unique key, a conditional update), and derive reference and X-Idempotency-Key from the order.',
  },
  presses_again: {
    where: 'customer',
    counts: 'once',
    happens: 'the customer presses “pay” again after an error, up to three times',
    slots: ['press'],
    fits: always,
    cure: 'Every press creates a new charge, though an earlier one may have succeeded. Derive reference and X-Idempotency-Key from the order, and look an earlier charge up before you create another.',
  },
  returns_early: {
    where: 'customer',
    counts: 'actions',
    happens: 'the customer opens the return address by hand, with status=succeeded, before paying',
    slots: ['return'],
    fits: ({ returns }) => returns,
    cure: 'The return address is believed. Anybody can open it: read the charge there.',
  },
  returns_twice: {
    where: 'customer',
    counts: 'actions',
    happens: 'the customer opens the return address twice',
    slots: ['return'],
    fits: ({ returns }) => returns,
    cure: 'Every visit of the return address causes something. Let only the step from pending to paid cause anything.',
  },
  returns_with_other: {
    where: 'customer',
    counts: 'actions',
    happens:
      'the customer opens the return address by hand before paying, with the transaction_id of a payment for another order',
    slots: ['return'],
    fits: ({ hosted, returns }) => hosted && returns,
    cure: otherTransaction,
  },
  second_method: {
    where: 'customer',
    counts: 'creations',
    happens: 'the first card is declined on the page of the service, and the customer pays otherwise there',
    // What happens to the request that creates the page would decide about its first attempt, too.
    slots: ['answer', 'copies', 'timing', 'body'],
    fits: ({ hosted }) => hosted,
    cure: 'The first failure ends the order, though the page lets the customer try again. Let success end it whenever it comes, or create the payment with max_retry_attempt 0.',
  },
  comes_back: {
    where: 'customer',
    counts: 'actions',
    happens:
      'the customer leaves the page of the service, which returns them as cancelled, and comes back to pay after five minutes',
    slots: ['payer'],
    fits: ({ hosted }) => hosted,
    cure: 'A customer who cancels is taken for an order that has failed. The page can still be paid: let success end the order whenever it comes.',
  },
  walks_away: {
    where: 'customer',
    counts: 'actions',
    happens: 'the customer walks away and never pays',
    slots: ['payer'],
    fits: ({ actions }) => actions.length > 0,
    cure: 'An order that nobody pays must not be treated as paid.',
  },
  declines: {
    where: 'customer',
    counts: 'actions',
    happens: 'the customer declines, or gives wrong answers until the issuer refuses',
    slots: ['payer'],
    fits: ({ actions }) => actions.length > 0,
    cure: 'Only success is handled. charge.completed comes for failed charges too: look at the status.',
  },
  pays_too_late: {
    where: 'customer',
    counts: 'actions',
    happens: 'the customer tries to pay after the time for it is over',
    slots: ['payer'],
    fits: ({ actions }) => actions.some((type) => !type.startsWith('requires_')),
    cure: 'A charge that has expired counts as paid, or the order does not notice. Look at the status of the charge.',
  },
  restart: {
    where: 'program',
    counts: 'steps',
    happens: 'the program is killed and started again',
    slots: ['restart'],
    fits: ({ restarts }) => restarts,
    cure: 'Something is only in memory. Store order and reference before you send the request, and take up unfinished orders at the start.',
  },
} as const satisfies Record<string, Kind>
