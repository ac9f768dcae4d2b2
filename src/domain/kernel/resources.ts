/** What a request names by its id: what it is called, and where those that there are come from. */
export const resources = {
  customers: { name: 'customer', advice: 'GET /customers lists those there are' },
  paymentMethods: { name: 'payment method', advice: 'GET /payment-methods lists those there are' },
  charges: { name: 'charge', advice: 'GET /charges lists those there are' },
  orders: { name: 'order', advice: 'GET /orders lists those there are' },
  refunds: { name: 'refund', advice: 'GET /refunds lists those there are' },
  transfers: { name: 'transfer', advice: 'GET /v3/transfers lists those there are' },
  beneficiaries: { name: 'beneficiary', advice: 'GET /v3/beneficiaries lists those there are' },
  events: { name: 'event', advice: 'GET /_emulator/webhooks/events lists those there are' },
  deliveries: { name: 'delivery', advice: 'GET /_emulator/webhooks/deliveries lists those there are' },
} as const satisfies Record<string, { name: string; advice: string }>

/** The collection in which it is stored. */
export type ResourceKind = keyof typeof resources

/** What a request asked for and its world does not have: by its id, or by its reference. */
export interface Missing {
  kind: ResourceKind | 'tokens'
  id: string
  by?: 'reference'
}
