import type { Effect, Save } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import type { WebhookPlan } from '../scenario/fragment.ts'
import type { Delivery, Reversal, WebhookEndpoint } from './events.ts'

/** How long the first event of a reversed pair waits for the second one. Milliseconds. */
const lonelyMs = 60_000

/** How long after the second event the first one is sent, so that the order is certain. Milliseconds. */
const reversedGapMs = 100

/** Shared by all deliveries without an attempt: there are many of them. */
const none: readonly never[] = []

/** The deliveries of an event to some endpoints, planned but not scheduled. */
export function planDeliveries(
  eventId: string,
  plan: WebhookPlan | undefined,
  endpoints: readonly WebhookEndpoint[],
  context: Context,
): Delivery[] {
  const deliveries: Delivery[] = []
  for (const endpoint of endpoints)
    for (let copy = 1; copy <= (plan?.copies ?? 1); copy++) {
      const spread = plan?.spread ? Math.floor(context.random() * plan.spread) : 0
      const delay = plan?.beforeResponse ? 0 : (plan?.delay ?? context.settings.webhook.delayMs) + spread
      deliveries.push({
        id: context.newId('dlv'),
        eventId,
        endpoint,
        copy,
        status: plan?.dropped ? 'dropped' : 'pending',
        attempts: none,
        nextAttemptAt: plan?.dropped ? undefined : context.now + delay,
      })
    }
  return deliveries
}

/** Schedules the deliveries of a new event. */
export function scheduleNew(
  state: State,
  plan: WebhookPlan | undefined,
  planned: readonly Delivery[],
  context: Context,
): { saves: Save[]; effects: Effect[] } {
  const waiting = planned.filter((delivery) => delivery.nextAttemptAt !== undefined)
  if (plan?.order === 'reversed' && waiting.length > 0) {
    const open = state.reversals.get('open')
    if (open === undefined || open.until <= context.now) return openReversal(planned, context)
    return closeReversal(state, open, planned, context)
  }
  const saves = planned.map(saved)
  // The first attempt must begin before the answer, so it does not use a timer.
  if (plan?.beforeResponse)
    return { saves, effects: waiting.map(({ id }) => ({ kind: 'follow', command: due(id) })) }
  return { saves, effects: waiting.map(schedule) }
}

/** The first event of a pair waits for the next one. */
function openReversal(planned: readonly Delivery[], context: Context): { saves: Save[]; effects: Effect[] } {
  const until = context.now + lonelyMs
  const waiting = planned.map((delivery) => ({ ...delivery, nextAttemptAt: until }))
  const reversal: Reversal = { id: 'open', until, deliveries: planned.map(({ id }) => id) }
  return {
    saves: [...waiting.map(saved), { into: 'reversals', value: reversal }],
    effects: waiting.map(schedule),
  }
}

/** Schedules the second event at its time, and the first one right after it. */
function closeReversal(
  state: State,
  open: Reversal,
  planned: readonly Delivery[],
  context: Context,
): { saves: Save[]; effects: Effect[] } {
  const last = Math.max(...planned.map(({ nextAttemptAt }) => nextAttemptAt ?? context.now))
  const first = open.deliveries
    .map((id) => state.deliveries.get(id))
    .filter((delivery) => delivery?.status === 'pending' && delivery.attempts.length === 0)
    .map((delivery) => ({ ...(delivery as Delivery), nextAttemptAt: last + reversedGapMs }))
  return {
    saves: [...planned, ...first].map(saved),
    effects: [...[...planned, ...first].map(schedule), { kind: 'remove', from: 'reversals', id: open.id }],
  }
}

const saved = (value: Delivery): Save => ({ into: 'deliveries', value })

const due = (id: string) => ({ type: 'delivery.due', input: { id } }) as const

/** The timer of a delivery's next attempt. */
export const schedule = ({ id, nextAttemptAt }: Delivery): Effect => ({
  kind: 'schedule',
  id,
  at: nextAttemptAt ?? 0,
  command: due(id),
})
