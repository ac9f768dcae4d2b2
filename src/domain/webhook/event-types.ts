/**
 * The five events of the contract: the collection of the resource that each is about, its name in the v3 form
 * (undefined if v3 has no such event), and a one-line description.
 */
export const eventTypes = {
  'charge.completed': {
    subject: 'charges',
    v3: 'charge.completed',
    title: 'A charge has completed: succeeded, failed or voided',
  },
  'transfer.disburse': {
    subject: 'transfers',
    v3: 'transfer.completed',
    title: 'A transfer has been disbursed, or has failed',
  },
  // Chosen: v3 has one event for transfers; the status says what happened.
  'transfer.reversal': {
    subject: 'transfers',
    v3: 'transfer.completed',
    title: 'A transfer has been reversed',
  },
  'order.authorization': { subject: 'orders', v3: undefined, title: 'An order has been authorised' },
  'refund.completed': { subject: 'refunds', v3: undefined, title: 'A refund has completed' },
} as const satisfies Record<string, { subject: string; v3: string | undefined; title: string }>

/** Name of a webhook event. */
export type EventType = keyof typeof eventTypes

/** The events that have a v3 form. */
export type V3EventType = {
  [K in EventType]: (typeof eventTypes)[K]['v3'] extends string ? K : never
}[EventType]

/** In the order of the contract. */
export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]
