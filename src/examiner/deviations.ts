import type { Features } from './flows.ts'

/** What the position of a deviation counts. */
export type Counted =
  /** Requests that create a charge: the n-th of the story, and the webhooks of what it creates. */
  | 'creations'
  /** Steps of the story: directly after the n-th, or from the n-th on. */
  | 'steps'
  /** Next actions that the customer follows. */
  | 'actions'
  /** Webhooks that were sent. */
  | 'webhooks'
  /** Nothing: it happens once. */
  | 'once'

interface Kind {
  where: 'webhook' | 'forged' | 'creation' | 'call' | 'customer' | 'program'
  counts: Counted
  /** What happens, for somebody who has never seen the tool. */
  happens: string
  /** Two deviations of one position that share a slot exclude each other. */
  slots: readonly string[]
  /** The scenario fragment or rule that does it. */
  key?: string
  /** Played only when asked for. */
  onRequest?: true
  /** Whether it can make a difference in a flow; `declined` is a verdict other than approved. */
  fits: (flow: Features, declined: boolean) => boolean
  /** How a program usually comes to break under it, and the cure. */
  cure: string
}

const always = () => true
const everySlot = ['copies', 'timing', 'body']

/** Everything that a story can have besides its flow and its verdict. */
export const deviations = {
  webhook_twice: {
    where: 'webhook',
    counts: 'creations',
    happens: 'the webhook is delivered twice, with the same id',
    slots: ['copies'],
    key: 'webhook:duplicate',
    fits: always,
    cure: 'The handler acts on every webhook. Let only the step from pending to paid cause anything, and make that step in one transaction.',
  },
  webhook_flood: {
    where: 'webhook',
    counts: 'creations',
    happens: 'the webhook is delivered twenty times at once, with the same id',
    slots: ['copies'],
    key: 'webhook:flood',
    fits: always,
    cure: 'Two handlers run at the same time and both find the order unpaid. Use a unique key or a conditional update (“set paid where status is pending”).',
  },
  webhook_late: {
    where: 'webhook',
    counts: 'creations',
    happens: 'the webhook arrives an hour late',
    slots: ['timing'],
    key: 'webhook:late',
    fits: always,
    cure: 'The order was given up before the webhook came. Accept it late, or read the charge before giving up.',
  },
  webhook_lost: {
    where: 'webhook',
    counts: 'creations',
    happens: 'the webhook never arrives',
    slots: everySlot,
    key: 'webhook:dropped',
    fits: ({ polls }) => polls,
    cure: 'Nothing but the webhook ends the order. Read charges that stay pending for long.',
  },
  webhook_before_answer: {
    where: 'webhook',
    counts: 'creations',
    happens: 'the webhook arrives before the answer to the request that created the charge',
    slots: ['timing'],
    key: 'webhook:before_response',
    fits: always,
    cure: 'The charge is stored only when the answer comes, so the webhook finds no order. Store the reference before you send the request, and never overwrite a final status.',
  },
  webhook_reordered: {
    where: 'webhook',
    counts: 'creations',
    happens: 'webhooks arrive in the reverse order',
    slots: ['timing'],
    key: 'webhook:reordered',
    fits: ({ webhooks }) => webhooks > 1,
    cure: 'The handler trusts that the last webhook tells the present state. Read the charge, or never leave a final status.',
  },
  webhook_truncated_first: {
    where: 'webhook',
    counts: 'creations',
    happens: 'the first attempt of the webhook is cut in half; the retry is whole',
    slots: ['body'],
    key: 'webhook:truncated_first',
    fits: always,
    cure: 'The handler fails on a body that is not JSON, or answers it with 200, so that no retry comes. Answer 400.',
  },
  webhook_unknown_type: {
    where: 'webhook',
    counts: 'steps',
    happens: 'a genuine webhook of a type that is new arrives',
    slots: ['unknown_type'],
    fits: always,
    cure: 'The handler fails on an event type that it does not know. Ignore such events.',
  },
  webhook_unknown_reference: {
    where: 'webhook',
    counts: 'steps',
    happens: 'a genuine webhook about a charge of somebody else arrives',
    slots: ['unknown_reference'],
    fits: always,
    cure: 'The handler fails on a reference that it does not know. Answer it without an exception.',
  },
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
  answer_lost: {
    where: 'creation',
    counts: 'creations',
    happens: 'the charge is created, but the answer is lost: the connection breaks',
    slots: ['answer'],
    key: 'network:lost_after_commit',
    fits: always,
    cure: 'A lost answer is taken for a failure. The charge may exist: repeat the request with the same X-Idempotency-Key and reference, or look it up by its reference.',
  },
  answer_500_after_commit: {
    where: 'creation',
    counts: 'creations',
    happens: 'the charge is created, but the service answers 500',
    slots: ['answer'],
    key: 'network:error_after_commit',
    fits: always,
    cure: 'A 500 is taken for a failure. The charge may exist: repeat the request with the same X-Idempotency-Key and reference, or look it up by its reference.',
  },
  refused_503: {
    where: 'creation',
    counts: 'creations',
    happens: 'the service answers 503, and no charge is created',
    slots: ['answer'],
    key: 'network:503',
    fits: always,
    cure: 'A refused request leaves something behind. Leave the order as it was, so that the customer can pay again.',
  },
  refused_429: {
    where: 'creation',
    counts: 'creations',
    happens: 'the service answers 429 with Retry-After of one second, and no charge is created',
    slots: ['answer'],
    key: 'network:429_brief',
    fits: always,
    cure: 'A refused request leaves something behind. Leave the order as it was, so that the customer can pay again.',
  },
  connection_reset: {
    where: 'creation',
    counts: 'creations',
    happens: 'the connection breaks before the service has read the request, and no charge is created',
    slots: ['answer'],
    key: 'network:reset',
    fits: always,
    cure: 'An error of the network is not caught. Whether the charge exists is unknown: look it up by its reference.',
  },
  slow_answer: {
    where: 'creation',
    counts: 'creations',
    happens: 'the answer of the service takes half a second',
    slots: ['answer'],
    key: 'network:half_second',
    fits: always,
    cure: 'Something happens while the answer is awaited. Reserve the order before you send the request.',
  },
  read_503: {
    where: 'call',
    counts: 'steps',
    happens: 'the service answers 503 to the next request that reads',
    slots: ['read'],
    key: 'network:503',
    fits: ({ reads }) => reads,
    cure: 'A failed read is taken for an answer. Keep the order pending, answer the webhook with 500, and it comes again.',
  },
  read_lost: {
    where: 'call',
    counts: 'steps',
    happens: 'the connection of the next request that reads breaks',
    slots: ['read'],
    key: 'network:reset',
    fits: ({ reads }) => reads,
    cure: 'A failed read is taken for an answer. Keep the order pending, answer the webhook with 500, and it comes again.',
  },
  token_503: {
    where: 'call',
    counts: 'steps',
    happens: 'the service answers 503 to the next request for a token',
    slots: ['token'],
    key: 'network:503',
    fits: always,
    cure: 'A failed request for a token is remembered, or not caught. Try again with the next call.',
  },
  unauthorized_once: {
    where: 'call',
    counts: 'steps',
    happens: 'the service answers 401 to the next call, as when a token has expired between two calls',
    slots: ['unauthorized'],
    key: 'network:401',
    fits: always,
    cure: 'A 401 is taken for a refusal. Get a new token and repeat the call once.',
  },
  token_revoked: {
    where: 'call',
    counts: 'steps',
    happens: 'all tokens that were issued before are refused from here on',
    slots: ['unauthorized'],
    onRequest: true,
    fits: always,
    cure: 'The token is renewed by the clock alone. Get a new one after a 401, too.',
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

export type DeviationName = keyof typeof deviations
export const deviationNames = Object.keys(deviations) as DeviationName[]

export const kindOf = (name: DeviationName): Kind => deviations[name]
