import type { z } from 'zod'
import type { Charge } from '../domain/charge/model.ts'
import type { Transfer } from '../domain/transfer/model.ts'
import { eventTypes, type V3EventType } from '../domain/webhook/event-types.ts'
import type { WebhookEvent } from '../domain/webhook/events.ts'
import type { EventContext } from './event.ts'
import { presentTransaction } from './present-transaction.ts'
import { isSample, v3SampleData } from './samples.ts'
import { chargeKinds, transferKind } from './transaction-words.ts'
import { presentTransfer } from './transfer.ts'
import type { WireV3Charge, WireV3Transfer } from './v3-payloads.ts'
import type { Words } from './words.ts'

/** The content of the body of an event. */
interface V3Form<T> {
  /** `event.type` of a resource, and of a payload that a tester wrote. */
  kind(value: T): string
  usualKind: string
  present(value: T): Record<string, unknown>
}

const charge: V3Form<Charge> = {
  kind: ({ method }) => chargeKinds[method.type],
  usualKind: chargeKinds.card,
  present: presentCharge,
}

const transfer: V3Form<Transfer> = {
  kind: () => transferKind,
  usualKind: transferKind,
  present: presentTransferData,
}

/** The v3 form of each event that has one. */
const v3Forms = {
  'charge.completed': charge,
  'transfer.disburse': transfer,
  'transfer.reversal': transfer,
} as const satisfies Record<V3EventType, V3Form<never>>

/** The webhook body of an event in v3 form (observed). Only events that have one are sent so. */
export function presentV3Event(
  { type, subject, data }: WebhookEvent,
  { words }: EventContext,
): Record<string, unknown> {
  const form = v3Forms[type as V3EventType] as V3Form<unknown>
  return {
    event: eventTypes[type].v3,
    'event.type': subject ? form.kind(subject.value) : form.usualKind,
    data: subject
      ? words.transaction(form.present(subject.value))
      : manualData(type as V3EventType, data, words),
  }
}

/** A sample is stored in the form of the charge interface; what a tester wrote is sent as it is. */
const manualData = (type: V3EventType, data: WebhookEvent['data'], words: Words) =>
  isSample(type, data) ? words.transaction(v3SampleData[type]) : { ...data }

/** Without the members that only verification returns. */
function presentCharge(value: Charge): z.input<typeof WireV3Charge> {
  const { device_fingerprint, amount_settled, meta, card, ...shown } = presentTransaction(value)
  const { token, ...rest } = card ?? {}
  return {
    ...shown,
    processor_response: shown.processor_response ?? 'N/A',
    ...(card && { card: rest as Omit<typeof card, 'token'> }),
  }
}

function presentTransferData(value: Transfer): z.input<typeof WireV3Transfer> {
  const { full_name, ...shown } = presentTransfer(value)
  return shown
}
