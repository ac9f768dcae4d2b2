import type { Effect, Save } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import type { WebhookPlan } from '../scenario/fragment.ts'
import type { Delivery, Reversal, WebhookEndpoint } from './events.ts'

/** How long the first event of a reversed pair waits for a second one. Milliseconds. */
const lonelyMs = 60_000

/** How long after the second event the first one goes, so that they cannot overtake each other again. Milliseconds. */
const reversedGapMs = 100

/** Shared by all deliveries that were not tried yet: there are many of them. */
const none: readonly never[] = []

/** The deliveries of an event to those who want it, each planned but none begun. */
export function planDeliveries(
  eventId: string,
  plan: WebhookPlan | undefined,
  receivers: readonly WebhookEndpoint[],
  context: Context,
): Delivery[] {
  const deliveries: Delivery[] = []
  for (const endpoint of receivers)
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

/** What sets the deliveries of a new event going. */
export function begin(
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
  // Before the answer: not even the world's timers stand between the fact and the first attempt.
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

/** The second event goes at its time, and the first one right after it. */
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
