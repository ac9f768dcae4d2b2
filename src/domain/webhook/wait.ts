import { formatDuration } from '../kernel/duration.ts'
import type { WaitGoal } from '../kernel/enums.ts'
import { heldFlag } from '../kernel/marks.ts'
import { nearest } from '../kernel/nearest.ts'
import type { State } from '../kernel/state.ts'
import type { EventType } from './event-types.ts'
import { type Delivery, referenceOf, type WebhookEvent } from './events.ts'

/** What a request waits for. */
export interface EventWait {
  type?: EventType | undefined
  reference?: string | undefined
  /** Undefined: delivered if an endpoint is subscribed to the event, else made. */
  until?: WaitGoal | undefined
  /** How many events. */
  count: number
}

/** Whether an event has the wanted type and reference. */
export const isAbout = ({ type, reference }: Pick<EventWait, 'type' | 'reference'>, event: WebhookEvent) =>
  (type === undefined || event.type === type) && (reference === undefined || referenceOf(event) === reference)

/** The deliveries of an event that were not evicted. */
export const deliveriesOf = (state: State, event: WebhookEvent): Delivery[] =>
  event.deliveries.flatMap((id) => state.deliveries.get(id) ?? [])

/** Whether an event has reached the state. It is delivered once every subscribed endpoint has answered 200. */
export function hasReached(
  state: State,
  event: WebhookEvent,
  until: WaitGoal = event.deliveries.length === 0 ? 'made' : 'delivered',
): boolean {
  switch (until) {
    case 'made':
      return true
    case 'delivered': {
      const deliveries = deliveriesOf(state, event)
      return deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered')
    }
  }
}

/** The parts of a world that the message of a timeout needs. */
export interface WaitContext {
  name: string
  state: State
  /** Milliseconds. */
  now: number
  frozen: boolean
}

/** How many events, and deliveries of one event, a message lists. */
const told = 3

/** The most events of other worlds that are searched, in total. */
const maxSearched = 100_000

/**
 * The message of a timeout: the matching events with the state of their deliveries, or else similar events, in other worlds
 * too; and what to do. `matching` are the matching events of this world, newest first.
 */
export function timeoutMessage(
  wait: EventWait,
  matching: readonly WebhookEvent[],
  here: WaitContext,
  others: Iterable<WaitContext>,
): string {
  const unfinished = matching.filter((event) => !hasReached(here.state, event, wait.until))
  const goal = wait.until ?? (unfinished.length > 0 ? 'delivered' : 'made')
  const sought = `${wait.type ?? 'event'}${wait.reference === undefined ? '' : ` with reference ${wait.reference}`}`
  const reached = matching.length - unfinished.length
  const missing =
    wait.count === 1 ? `no ${sought} was ${goal}` : `${reached} of ${wait.count} ${sought} were ${goal}`
  const more =
    unfinished.length > 0
      ? [...unfinished.slice(0, told).map((event) => standing(here, event)), ...advice(here, unfinished)]
      : whatElse(wait, here, others)
  return [`${missing} in world "${here.name}"`, ...more].join('; ')
}

/** Similar events, if no event matches. */
function whatElse(wait: EventWait, here: WaitContext, others: Iterable<WaitContext>): string[] {
  const near = nearestEvents(wait, [...here.state.events.newestFirst()]).map(label)
  const elsewhere = inOtherWorlds(wait, others)
  return [
    `events there: ${near.join(', ') || 'none'}`,
    ...(elsewhere.length > 0 ? [`in other worlds: ${elsewhere.join(', ')}`] : []),
    here.frozen
      ? 'the clock of this world is frozen: its timers fire only when POST /_emulator/clock/advance moves it'
      : 'a charge that waits for its payer has no event yet',
  ]
}

const label = (event: WebhookEvent): string => {
  const reference = referenceOf(event)?.slice(0, 100)
  return reference === undefined ? event.type : `${event.type} ${reference}`
}

/** An event that was created but not delivered, with the state of its deliveries. */
function standing({ state, now }: WaitContext, event: WebhookEvent): string {
  const made = `${label(event)} was made (${event.id})`
  if (event.deliveries.length === 0) return `${made}, and no endpoint is subscribed to it`
  const open = deliveriesOf(state, event).filter(({ status }) => status !== 'delivered')
  const more = open.length > told ? [`and ${open.length - told} more`] : []
  return `${made}; its delivery ${[...open.slice(0, told).map((delivery) => deliveryStanding(delivery, now)), ...more].join(', ')}`
}

function deliveryStanding({ endpoint, status, attempts, nextAttemptAt, id }: Delivery, now: number): string {
  const last = attempts.at(-1)
  const said = last?.response ? `answered ${last.response.status}` : `failed: ${last?.error?.slice(0, 200)}`
  const tried =
    attempts.length === 0
      ? 'no attempt has ended yet'
      : `${attempts.length === 1 ? '1 attempt, which' : `${attempts.length} attempts, the last of which`} ${said}`
  const due =
    status === 'pending' && nextAttemptAt !== undefined && nextAttemptAt > now
      ? `, due in ${formatDuration(nextAttemptAt - now)}`
      : ''
  return `to ${endpoint.url} (${id}) is ${status}: ${tried}${due}`
}

/** What to do, depending on what blocks the deliveries. */
function advice({ state, now, frozen }: WaitContext, events: readonly WebhookEvent[]): string[] {
  const deliveries = events.flatMap((event) => deliveriesOf(state, event))
  const first = (status: Delivery['status']) => deliveries.find((delivery) => delivery.status === status)
  const found: string[] = []
  const pending = first('pending')
  if (frozen && pending) {
    const by = formatDuration(Math.max((pending.nextAttemptAt ?? now) - now, 1))
    found.push(
      `the clock of this world is frozen, so nothing is delivered before POST /_emulator/clock/advance {"by":"${by}"}`,
    )
  }
  if (first('held') || (pending && state.flags.has(heldFlag)))
    found.push('deliveries are held back until POST /_emulator/webhooks/release')
  const dead = first('dead')
  if (dead) found.push(`POST /_emulator/webhooks/deliveries/${dead.id}/redeliver tries again`)
  if (first('dropped')) found.push('the scenario drops it, so it is never sent')
  if (events.some((event) => event.deliveries.length === 0))
    found.push('POST /_emulator/webhooks/endpoints adds an endpoint for later events')
  return [...found, 'until=made does not wait for the delivery']
}

/** Those of the same reference or a similar one first, then those of the same type, then the newest. */
function nearestEvents({ type, reference }: EventWait, newestFirst: readonly WebhookEvent[]): WebhookEvent[] {
  const recent = newestFirst.slice(0, 200)
  const references = new Set(recent.map((event) => referenceOf(event)?.slice(0, 100) ?? ''))
  const similar = reference === undefined ? [] : nearest(reference, references)
  const rank = (event: WebhookEvent): number => {
    const own = referenceOf(event)
    if (own !== undefined && own === reference) return 0
    if (own !== undefined && similar.includes(own)) return 1
    return event.type === type ? 2 : 3
  }
  return recent.sort((a, b) => rank(a) - rank(b)).slice(0, told * 3)
}

function inOtherWorlds(wait: EventWait, worlds: Iterable<WaitContext>): string[] {
  const found: string[] = []
  let searched = 0
  if (wait.type === undefined && wait.reference === undefined) return found
  for (const { name, state } of worlds) {
    searched += state.events.size
    if (found.length === told || searched > maxSearched) break
    for (const event of state.events.newestFirst())
      if (isAbout(wait, event)) {
        found.push(`${label(event)} in world "${name}"`)
        break
      }
  }
  return found
}
