import type { SignatureScheme, WebhookForm } from '../kernel/enums.ts'
import { type EventType, eventTypeNames, eventTypes, type V3EventType } from './event-types.ts'

/** The default signature of deliveries in each form. */
export const formSignatures = {
  charge: 'hmac-sha256',
  v3: 'secret',
} as const satisfies Record<WebhookForm, SignatureScheme>

export const hasV3Form = (type: EventType): type is V3EventType => eventTypes[type].v3 !== undefined

/** Whether an event has a form; endpoints do not receive events that have not. */
export const hasForm = (type: EventType, form: WebhookForm): boolean => form === 'charge' || hasV3Form(type)

/** What is wrong with a list of events for a form; undefined if nothing is. */
export function formProblem(form: WebhookForm, events: readonly EventType[] | undefined): string | undefined {
  const wrong = events?.find((type) => !hasForm(type, form))
  if (wrong === undefined) return undefined
  const known = eventTypeNames.filter((type) => hasForm(type, form)).join(', ')
  return `"${wrong}" has no ${form} form; an endpoint of form "${form}" can get ${known}; add another endpoint, of form "charge", for the rest`
}
