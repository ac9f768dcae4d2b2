/** What a request names by an id: its name in messages, and how to list what exists. */
export const resources = {
  customers: { name: 'customer', advice: 'GET /customers lists them' },
  paymentMethods: { name: 'payment method', advice: 'GET /payment-methods lists them' },
  charges: { name: 'charge', advice: 'GET /charges lists them' },
  links: { name: 'payment link', advice: 'create one with POST /v3/payments' },
  orders: { name: 'order', advice: 'GET /orders lists them' },
  refunds: { name: 'refund', advice: 'GET /refunds lists them' },
  settlements: { name: 'settlement', advice: 'GET /settlements lists them' },
  chargebacks: { name: 'chargeback', advice: 'GET /chargebacks lists them' },
  transfers: { name: 'transfer', advice: 'GET /v3/transfers lists them' },
  virtualAccounts: { name: 'virtual account', advice: 'GET /virtual-accounts lists them' },
  beneficiaries: { name: 'beneficiary', advice: 'GET /v3/beneficiaries lists them' },
  events: { name: 'event', advice: 'GET /_emulator/webhooks/events lists them' },
  deliveries: { name: 'delivery', advice: 'GET /_emulator/webhooks/deliveries lists them' },
} as const satisfies Record<string, { name: string; advice: string }>

/** The collection in which it is stored. */
export type ResourceKind = keyof typeof resources

/** What a request asked for, by id or reference, and its world does not have. */
export interface Missing {
  kind: ResourceKind | 'tokens'
  id: string
  by?: 'reference'
}
