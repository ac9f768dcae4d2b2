import * as z from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { State } from '../domain/kernel/state.ts'
import { chargeOf, type Order } from '../domain/order/model.ts'
import type { Refund } from '../domain/refund/model.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import { eventTypeNames } from '../domain/webhook/event-types.ts'
import type { Subject, WebhookEvent } from '../domain/webhook/events.ts'
import { presentChargeEvent, type QrImage } from './charge.ts'
import { presentOrderEvent } from './order.ts'
import { presentRefund } from './refund.ts'
import { isSample } from './samples.ts'
import { presentTransferEvent } from './transfer-event.ts'
import type { Words } from './words.ts'

/** The body of a webhook (its fields are not shown by the contract; chosen). `timestamp` in milliseconds. */
export const WireEvent = z
  .strictObject({
    webhook_id: z.string(),
    id: z.string().describe('Equal to webhook_id; the same on every attempt and copy'),
    timestamp: z.int(),
    type: z.enum(eventTypeNames),
    data: z.record(z.string(), z.unknown()).describe('The resource at the time of the event'),
  })
  .meta({ id: 'Event', description: 'A webhook body' })

/** What presenting an event needs besides the event. */
export interface EventContext {
  qrImage: QrImage
  /** The charges of the event's world. */
  charges: Pick<State['charges'], 'get'>
  words: Words
}

/** The wire form of each collection's values in events about them. */
const presenters = {
  charges: (value, { qrImage, words }) => words.payment(presentChargeEvent(value as Charge, qrImage)),
  orders: (value, { charges, words }) =>
    words.payment(presentOrderEvent(value as Order, chargeOf(value as Order, charges))),
  refunds: (value) => presentRefund(value as Refund),
  transfers: (value, _, event) => presentTransferEvent(value as Transfer, event),
} as const satisfies Record<
  Subject['collection'],
  (value: Subject['value'], context: EventContext, event: WebhookEvent) => Record<string, unknown>
>

/** The webhook body of an event. */
export const presentEvent = (event: WebhookEvent, context: EventContext): z.input<typeof WireEvent> => ({
  webhook_id: event.id,
  id: event.id,
  timestamp: (event.stampedAt ?? event.at) - (event.plan?.staleBy ?? 0),
  type: event.type,
  data: event.subject
    ? presenters[event.subject.collection](event.subject.value, context, event)
    : manualData(event, context.words),
})

/** What a tester wrote is sent as it is; a sample, which is stored in the contract's words, in those of the service. */
const manualData = ({ type, data }: WebhookEvent, words: Words): Record<string, unknown> =>
  isSample(type, data) ? words.payment({ ...data }) : { ...data }
