import { type Decision, decision, type Effect, type Save, type Subject } from './decision.ts'
import { must } from './errors.ts'
import type { Attempt, Delivery, EventType, WebhookEndpoint, WebhookEvent } from './events.ts'
import type { WebhookPlan } from './scenario.ts'
import type { Context, State } from './state.ts'

/** The flag under which a world holds its deliveries back. */
export const heldFlag = 'webhooks.held'

/** A fact becomes an event, and a delivery to each endpoint that wants it. */
export function recordEvent(
  state: State,
  input: {
    type: EventType
    subject?: Subject | undefined
    data?: Record<string, unknown> | undefined
    plan: WebhookPlan | undefined
  },
  context: Context,
): Decision<WebhookEvent> {
  const { type, subject, data, plan } = input
  const event: WebhookEvent = { id: context.newId('wbk'), type, at: context.now, subject, data, plan }
  const saves: Save[] = [{ into: 'events', value: event }]
  const effects: Effect[] = []
  if (state.endpoints.size > 0)
    for (const endpoint of state.endpoints)
      if (endpoint.events === undefined || endpoint.events.includes(type))
        for (let copy = 1; copy <= (plan?.copies ?? 1); copy++) {
          const planned = planDelivery(event, endpoint, copy, context)
          saves.push({ into: 'deliveries', value: planned })
          if (planned.nextAttemptAt !== undefined)
            effects.push(scheduleDelivery(planned.id, planned.nextAttemptAt))
        }
  return decision(event, saves, effects)
}

function planDelivery(
  event: WebhookEvent,
  endpoint: WebhookEndpoint,
  copy: number,
  context: Context,
): Delivery {
  const { plan } = event
  const spread = plan?.spread ? Math.floor(context.random() * plan.spread) : 0
  const delay = plan?.beforeResponse ? 0 : (plan?.delay ?? context.settings.webhook.delayMs) + spread
  return {
    id: context.newId('dlv'),
    eventId: event.id,
    endpoint,
    copy,
    status: plan?.dropped ? 'dropped' : 'pending',
    attempts: [],
    nextAttemptAt: plan?.dropped ? undefined : context.now + delay,
  }
}

/** A delivery's time has come: it is tried, unless the world holds its deliveries back. */
export function startDelivery(state: State, input: { id: string }): Decision<void> {
  const delivery = state.deliveries.get(input.id)
  if (delivery?.status !== 'pending') return decision(undefined, [])
  if (state.flags.has(heldFlag)) {
    const held: Delivery = { ...delivery, status: 'held', nextAttemptAt: undefined }
    return decision(undefined, [{ into: 'deliveries', value: held }])
  }
  return decision(undefined, [], [{ kind: 'deliver', deliveryId: delivery.id }])
}

/** What came of one try. Only 200 confirms (contract, Events); after the last retry the delivery is dead. */
export function finishAttempt(
  state: State,
  input: { id: string; attempt: Attempt; manual: boolean },
  context: Context,
): Decision<void> {
  const delivery = state.deliveries.get(input.id)
  if (!delivery) return decision(undefined, [])
  const attempts = [...delivery.attempts, input.attempt]
  if (input.attempt.response?.status === 200)
    return decision(undefined, [
      { into: 'deliveries', value: { ...delivery, attempts, status: 'delivered', nextAttemptAt: undefined } },
    ])
  // A replay by hand never joins the ladder of retries.
  if (input.manual || delivery.status !== 'pending')
    return decision(undefined, [{ into: 'deliveries', value: { ...delivery, attempts } }])
  const retry = context.settings.webhook.retryDelaysMs[attempts.length - 1]
  if (retry === undefined)
    return decision(undefined, [
      { into: 'deliveries', value: { ...delivery, attempts, status: 'dead', nextAttemptAt: undefined } },
    ])
  const nextAttemptAt = context.now + retry
  return decision(
    undefined,
    [{ into: 'deliveries', value: { ...delivery, attempts, nextAttemptAt } }],
    [scheduleDelivery(delivery.id, nextAttemptAt)],
  )
}

/** Holds back every delivery whose time comes, or lets go of them all, in their order. */
export function holdDeliveries(state: State, input: { hold: boolean }, context: Context): Decision<number> {
  if (input.hold) return decision(0, [{ into: 'flags', value: { id: heldFlag } }])
  const saves: Save[] = []
  const effects: Effect[] = []
  for (const delivery of state.deliveries) {
    if (delivery.status !== 'held') continue
    saves.push({ into: 'deliveries', value: { ...delivery, status: 'pending', nextAttemptAt: context.now } })
    effects.push(scheduleDelivery(delivery.id, context.now))
  }
  return decision(saves.length, saves, [{ kind: 'remove', from: 'flags', id: heldFlag }, ...effects])
}

export function addEndpoint(
  _state: State,
  input: Omit<WebhookEndpoint, 'id'>,
  context: Context,
): Decision<WebhookEndpoint> {
  const endpoint = { id: context.newId('whe'), ...input }
  return decision(endpoint, [{ into: 'endpoints', value: endpoint }])
}

/** Removes one endpoint, or all; what is on its way to them still arrives. */
export function removeEndpoints(state: State, input: { id: string | undefined }): Decision<number> {
  const gone = [...state.endpoints].filter((endpoint) => input.id === undefined || endpoint.id === input.id)
  must(input.id === undefined || gone.length > 0, 'not_found', `no webhook endpoint "${input.id}"`)
  return decision(
    gone.length,
    [],
    gone.map((endpoint) => ({ kind: 'remove', from: 'endpoints', id: endpoint.id })),
  )
}

const scheduleDelivery = (id: string, at: number): Effect => ({
  kind: 'schedule',
  id,
  at,
  command: { type: 'delivery.due', input: { id } },
})
