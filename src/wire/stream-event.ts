import * as z from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { Collections } from '../domain/kernel/state.ts'
import { DateTime } from '../domain/kernel/values.ts'
import type { Order } from '../domain/order/model.ts'
import { type Delivery, referenceOf, type WebhookEvent } from '../domain/webhook/events.ts'

/** What a stream event is about; also the name of the server-sent event. */
export const streamEventKinds = {
  hello: 'The first event: the world, the mode of its clock, and the process with its seed and its start',
  saved: 'A resource was created or changed: its collection, its id and a summary',
  removed: 'A resource was removed',
  changed: 'What happened since the last event of this kind, counted by collection; only with `digest=true`',
  request: 'A request to the service was answered',
  clock: 'The clock was set, frozen or moved',
  scenarios: 'The scenario keys have changed',
  missed: 'Events were dropped because this stream was read too slowly: reload what depends on them',
  reset: 'The world was reset or removed; the stream ends',
  closing: 'The emulator is stopping; the stream ends',
} as const satisfies Record<string, string>

export type StreamEventKind = keyof typeof streamEventKinds

/** The wire form of a stream event; members that do not apply are absent. */
export const WireStreamEvent = z
  .object({
    kind: z.enum(Object.keys(streamEventKinds) as [StreamEventKind, ...StreamEventKind[]]),
    at: DateTime.describe("The world's time"),
    collection: z.string().optional(),
    id: z.union([z.string(), z.int()]).optional(),
  })
  .catchall(z.union([z.string(), z.number(), z.null()]))
  .meta({
    id: 'StreamEvent',
    description: 'An event of the stream: ids and a summary, never a whole resource',
  })

export type StreamEvent = z.input<typeof WireStreamEvent>

type Summary = Record<string, string | number | null>

const money = ({ reference, status, amount, currency }: Record<string, unknown>): Summary =>
  ({ reference, status, amount, currency }) as Summary

/**
 * Collections whose changes are streamed, with their names on the wire. Tokens, nonces and idempotency records are omitted:
 * their ids are secrets or of no use to a reader.
 */
const summaries: {
  [K in keyof Collections]: [name: string, summary: (value: Collections[K]) => Summary] | undefined
} = {
  customers: ['customers', () => ({})],
  paymentMethods: ['payment_methods', ({ type }) => ({ type })],
  charges: [
    'charges',
    (charge: Charge) => ({ ...money({ ...charge }), next_action: charge.nextAction?.type ?? null }),
  ],
  links: ['links', ({ txRef, amount, currency }) => ({ reference: txRef, amount, currency })],
  orders: ['orders', (order: Order) => money({ ...order })],
  refunds: ['refunds', (refund) => ({ ...money({ ...refund }), charge_id: refund.chargeId })],
  transfers: ['transfers', (transfer) => money({ ...transfer })],
  settlements: ['settlements', ({ currency }) => ({ currency })],
  chargebacks: [
    'chargebacks',
    (chargeback) => ({ ...money({ ...chargeback }), charge_id: chargeback.chargeId }),
  ],
  batches: ['batches', () => ({})],
  chargeBatches: ['charge_batches', () => ({})],
  bills: ['bills', ({ reference, amount, currency }) => ({ reference, amount, currency })],
  virtualAccounts: ['virtual_accounts', (account) => money({ ...account })],
  accountBatches: ['account_batches', () => ({})],
  beneficiaries: ['beneficiaries', () => ({})],
  balances: ['balances', () => ({})],
  events: [
    'events',
    (event: WebhookEvent) => ({ type: event.type, reference: referenceOf(event)?.slice(0, 200) ?? null }),
  ],
  deliveries: [
    'deliveries',
    ({ eventId, status, attempts, endpoint }: Delivery) => {
      const last = attempts.at(-1)
      return {
        event_id: eventId,
        status,
        attempts: attempts.length,
        endpoint_id: endpoint.id,
        url: endpoint.url.slice(0, 200),
        answer: last?.response?.status ?? last?.error?.slice(0, 200) ?? null,
      }
    },
  ],
  endpoints: ['endpoints', ({ url }) => ({ url: url.slice(0, 200) })],
  rules: ['rules', ({ key }) => ({ key: key.slice(0, 200) })],
  flags: ['flags', () => ({})],
  nonces: undefined,
  sequences: undefined,
  tokens: undefined,
  idempotency: undefined,
  reversals: undefined,
}

/** The summary of a stored value; undefined if its collection is not streamed. */
export function summarise(
  collection: keyof Collections,
  value: { id: string },
): (Summary & { collection: string; id: string }) | undefined {
  const entry = summaries[collection] as [string, (value: { id: string }) => Summary] | undefined
  return entry && { collection: entry[0], id: value.id, ...entry[1](value) }
}

/** The wire name of a collection; undefined if it is not streamed. */
export const streamedName = (collection: keyof Collections): string | undefined => summaries[collection]?.[0]

export const summariseRequest = (entry: JournalEntry): Summary & { id: number } => ({
  id: entry.id,
  method: entry.method,
  path: entry.path.slice(0, 300),
  status: entry.status,
  scenario: entry.scenario?.slice(0, 200) ?? null,
})
