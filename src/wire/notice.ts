import { z } from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import type { Collections } from '../domain/kernel/state.ts'
import { DateTime } from '../domain/kernel/values.ts'
import type { Order } from '../domain/order/model.ts'
import { type Delivery, referenceOf, type WebhookEvent } from '../domain/webhook/events.ts'

/** What a message of the stream is about; it is also the name of the server-sent event. */
export const noticeKinds = {
  hello: 'The first message: the world, and the mode of its clock',
  saved: 'A resource was created or changed: its collection, its id and a summary',
  removed: 'A resource is gone',
  request: 'A request to the service was answered',
  clock: 'The clock was set, frozen or moved',
  scenarios: 'The catalogue of scenario keys has changed',
  missed: 'So many messages were left out because this stream was read too slowly: read anew what is shown',
  reset: 'The world was made anew or removed; the stream ends',
  closing: 'The emulator stops; the stream ends',
} as const satisfies Record<string, string>

export type NoticeKind = keyof typeof noticeKinds

/** One message of the stream; members that do not apply are absent. */
export const WireNotice = z
  .object({
    kind: z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]]),
    at: DateTime.describe("The world's time"),
    collection: z.string().optional(),
    id: z.union([z.string(), z.int()]).optional(),
  })
  .catchall(z.union([z.string(), z.number(), z.null()]))
  .meta({ id: 'Notice', description: 'One message of the stream: small, never a whole resource' })

export type Notice = z.input<typeof WireNotice>

type Summary = Record<string, string | number | null>

const money = ({ reference, status, amount, currency }: Record<string, unknown>): Summary =>
  ({ reference, status, amount, currency }) as Summary

/**
 * Collections whose changes are told, with the name that they have on the wire. Tokens, nonces and idempotency records
 * are left out: their ids are secrets, or say nothing to anybody.
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
  orders: ['orders', (order: Order) => money({ ...order })],
  refunds: ['refunds', (refund) => ({ ...money({ ...refund }), charge_id: refund.chargeId })],
  transfers: ['transfers', (transfer) => money({ ...transfer })],
  beneficiaries: ['beneficiaries', () => ({})],
  balances: ['balances', () => ({})],
  events: [
    'events',
    (event: WebhookEvent) => ({ type: event.type, reference: referenceOf(event)?.slice(0, 200) ?? null }),
  ],
  deliveries: [
    'deliveries',
    ({ eventId, status, attempts }: Delivery) => ({ event_id: eventId, status, attempts: attempts.length }),
  ],
  endpoints: ['endpoints', ({ url }) => ({ url: url.slice(0, 200) })],
  faults: ['faults', ({ key }) => ({ key: key.slice(0, 200) })],
  flags: ['flags', () => ({})],
  nonces: undefined,
  sequences: undefined,
  tokens: undefined,
  idempotency: undefined,
  reversals: undefined,
}

/** The summary of a stored value; undefined where its collection is not told. */
export function summarise(
  collection: keyof Collections,
  value: { id: string },
): (Summary & { collection: string; id: string }) | undefined {
  const entry = summaries[collection] as [string, (value: { id: string }) => Summary] | undefined
  return entry && { collection: entry[0], id: value.id, ...entry[1](value) }
}

/** The wire name of a collection; undefined where it is not told. */
export const toldName = (collection: keyof Collections): string | undefined => summaries[collection]?.[0]

export const summariseRequest = (entry: JournalEntry): Summary & { id: number } => ({
  id: entry.id,
  method: entry.method,
  path: entry.path.slice(0, 300),
  status: entry.status,
  scenario: entry.scenario?.slice(0, 200) ?? null,
})
