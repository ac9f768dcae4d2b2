/** The five events of the contract: the collection that holds what each is about, and one line about it. */
export const eventTypes = {
  'charge.completed': { subject: 'charges', title: 'A charge has completed: succeeded, failed or voided' },
  'transfer.disburse': { subject: 'transfers', title: 'A transfer has been disbursed, or has failed' },
  'transfer.reversal': { subject: 'transfers', title: 'A transfer has been reversed' },
  'order.authorization': { subject: 'orders', title: 'An order has been authorised' },
  'refund.completed': { subject: 'refunds', title: 'A refund has completed' },
} as const satisfies Record<string, { subject: string; title: string }>

export type EventType = keyof typeof eventTypes

/** In the order of the contract. */
export const eventTypeNames = Object.keys(eventTypes) as [EventType, ...EventType[]]
