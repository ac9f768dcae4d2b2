import { always, type Kind } from './kind.ts'

/** What other deviations of a webhook set. */
const everySlot = ['copies', 'timing', 'body']

/** What can happen to genuine webhooks. */
export const webhooks = {
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
} as const satisfies Record<string, Kind>
