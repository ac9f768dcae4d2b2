import type { WebhookForm } from '../domain/kernel/enums.ts'
import type { WebhookEvent } from '../domain/webhook/events.ts'
import { type EventContext, presentEvent } from './event.ts'
import { presentV3Event } from './v3-event.ts'

/** The webhook body of an event in each form. */
export const presentEventAs = {
  charge: presentEvent,
  v3: presentV3Event,
} as const satisfies Record<WebhookForm, (event: WebhookEvent, context: EventContext) => object>
