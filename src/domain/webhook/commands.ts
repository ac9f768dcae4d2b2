import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import { must } from '../kernel/errors.ts'
import { heldFlag } from '../kernel/marks.ts'
import type { Context, State } from '../kernel/state.ts'
import type { WebhookPlan } from '../scenario/fragment.ts'
import type { EventType } from './event-types.ts'
import type { Attempt, Delivery, Subject, WebhookEndpoint, WebhookEvent } from './events.ts'
import { hasForm } from './forms.ts'
import { planDeliveries, schedule, scheduleNew } from './plan.ts'

/** Records an event and plans a delivery to each subscribed endpoint, or only to `callbackUrl` if it is given. */
export function recordEvent(
  state: State,
  input: {
    type: EventType
    subject?: Subject | undefined
    data?: Record<string, unknown> | undefined
    plan: WebhookPlan | undefined
    callbackUrl?: string | undefined
  },
  context: Context,
): Decision<WebhookEvent> {
  const { type, subject, data, plan, callbackUrl } = input
  const id = context.newId('wbk')
  const endpoints =
    callbackUrl === undefined ? endpointsFor(state, type) : [callbackEndpoint(callbackUrl, context)]
  const planned = endpoints.length > 0 ? planDeliveries(id, plan, endpoints, context) : none
  const event: WebhookEvent = {
    id,
    type,
    at: context.now,
    stampedAt: context.programNow === context.now ? undefined : context.programNow,
    subject,
    data,
    plan,
    deliveries: planned.length > 0 ? planned.map((delivery) => delivery.id) : none,
  }
  if (planned.length === 0) return decision(event, [{ into: 'events', value: event }])
  const { saves, effects } = scheduleNew(state, plan, planned, context)
  return decision(event, [{ into: 'events', value: event }, ...saves], effects)
}

/** Shared by all events without deliveries: most worlds have no webhook endpoint. */
const none: readonly never[] = []

const endpointsFor = (state: State, type: EventType): readonly WebhookEndpoint[] =>
  state.endpoints.size === 0
    ? none
    : [...state.endpoints].filter(
        ({ events, form }) => (events === undefined || events.includes(type)) && hasForm(type, form),
      )

/** The endpoint of a `callback_url`; deliveries to it have the form and the signature that the settings say. */
const callbackEndpoint = (url: string, { settings }: Context): WebhookEndpoint => ({
  id: 'callback_url',
  url,
  events: undefined,
  headers: {},
  ...settings.webhook.callback,
})

/** Tries a delivery that is due, unless the world holds its deliveries. */
export function startDelivery(state: State, input: { id: string }): Decision<void> {
  const delivery = state.deliveries.get(input.id)
  if (delivery?.status !== 'pending') return decision(undefined, [])
  if (state.flags.has(heldFlag))
    return decision(undefined, [{ into: 'deliveries', value: { ...delivery, status: 'held' } }])
  return decision(undefined, [], [{ kind: 'deliver', deliveryId: delivery.id }])
}

/** Stores the result of an attempt. Only 200 confirms (contract, Events); after the last retry the delivery is dead. */
export function finishAttempt(
  state: State,
  input: { id: string; attempt: Attempt },
  context: Context,
): Decision<void> {
  const before = state.deliveries.get(input.id)
  if (!before) return decision(undefined, [])
  const delivery: Delivery = { ...before, attempts: [...before.attempts, input.attempt] }
  const saved = (value: Delivery, effects: Effect[] = []): Decision<void> =>
    decision(undefined, [{ into: 'deliveries', value }], effects)
  // What the endpoint says about an edited event is not about the event.
  if (input.attempt.edited !== undefined) return saved(delivery)
  if (input.attempt.response?.status === 200)
    return saved({ ...delivery, status: 'delivered', nextAttemptAt: undefined }, [
      { kind: 'cancel', id: delivery.id },
    ])
  // A manual redelivery does not count as a retry.
  if (input.attempt.manual || delivery.status !== 'pending') return saved(delivery)
  const tries = delivery.attempts.filter(({ manual }) => !manual).length
  const retry = context.settings.webhook.retryDelaysMs[tries - 1]
  if (retry === undefined) return saved({ ...delivery, status: 'dead', nextAttemptAt: undefined })
  const next: Delivery = { ...delivery, nextAttemptAt: context.now + retry }
  return saved(next, [schedule(next)])
}

/** Holds every delivery that falls due, or releases all held ones at once, in the order in which they were due. */
export function holdDeliveries(state: State, input: { hold: boolean }): Decision<number> {
  if (input.hold) return decision(0, [{ into: 'flags', value: { id: heldFlag } }])
  const held = [...state.deliveries].filter(({ status }) => status === 'held')
  held.sort((a, b) => (a.nextAttemptAt ?? 0) - (b.nextAttemptAt ?? 0))
  return decision(
    held.length,
    held.map((delivery) => ({ into: 'deliveries', value: { ...delivery, status: 'pending' } })),
    [
      { kind: 'remove', from: 'flags', id: heldFlag },
      ...held.map(({ id }): Effect => ({ kind: 'deliver', deliveryId: id })),
    ],
  )
}

export function addEndpoint(
  _state: State,
  input: Omit<WebhookEndpoint, 'id'>,
  context: Context,
): Decision<WebhookEndpoint> {
  const endpoint = { id: context.newId('whe'), ...input }
  return decision(endpoint, [{ into: 'endpoints', value: endpoint }])
}

/**
 * Removes one endpoint, or all. Their planned deliveries are still sent, unless these are dropped too. Refuses an unknown id
 * (404).
 */
export function removeEndpoints(
  state: State,
  input: { id: string | undefined; drop?: boolean },
): Decision<number> {
  const gone = [...state.endpoints].filter((endpoint) => input.id === undefined || endpoint.id === input.id)
  must(input.id === undefined || gone.length > 0, 'not_found', `no webhook endpoint "${input.id}"`)
  const planned = input.drop
    ? [...state.deliveries].filter(
        ({ status, endpoint }) =>
          (status === 'pending' || status === 'held') && gone.some(({ id }) => id === endpoint.id),
      )
    : []
  return decision(
    gone.length,
    planned.map((delivery): Save => {
      return { into: 'deliveries', value: { ...delivery, status: 'dropped', nextAttemptAt: undefined } }
    }),
    [
      ...planned.map(({ id }): Effect => ({ kind: 'cancel', id })),
      ...gone.map((endpoint): Effect => ({ kind: 'remove', from: 'endpoints', id: endpoint.id })),
    ],
  )
}
