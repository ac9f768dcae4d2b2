import * as z from 'zod'
import { Duration, formatDuration } from '../../domain/kernel/duration.ts'
import { waitGoals } from '../../domain/kernel/enums.ts'
import { mustField, Refusal } from '../../domain/kernel/errors.ts'
import { Instant } from '../../domain/kernel/instant.ts'
import { eventTypeNames } from '../../domain/webhook/event-types.ts'
import type { Delivery, WebhookEvent } from '../../domain/webhook/events.ts'
import { hasReached, isAbout, timeoutMessage } from '../../domain/webhook/wait.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import type { World } from '../../emulator/world.ts'
import { QueryNumber } from '../../http/list.ts'

/** The longest wait for an event. Milliseconds of real time. */
const maxWaitMs = 60_000

/** Start of a list of events: after an event, or at an instant in milliseconds since 1970. */
type Since = { after: string } | { at: number }

const Since = z.string().transform((text, context): Since => {
  if (/^[a-z]+_\w+$/.test(text)) return { after: text }
  // An unescaped plus sign arrives as a blank; milliseconds arrive as digits.
  const at = Instant.safeParse(/^\d{1,15}$/.test(text) ? Number(text) : text.replace(' ', '+'))
  if (at.success) return { at: at.data }
  context.addIssue({
    code: 'custom',
    message:
      'must be the id of an event, a date-time with a zone such as 2030-01-01T00:00:00Z, or milliseconds since 1970',
  })
  return z.NEVER
})

export const ListEvents = z
  .object({
    type: z.enum(eventTypeNames).optional(),
    reference: z.string().max(200).optional(),
    since: Since.optional().describe(
      "Only events created after the event with this id, or at or after this instant of the world's clock",
    ),
    wait: Duration.optional().describe(
      'How long to wait, in real time, at most 60s; answers 408 when the time is over',
    ),
    until: z
      .enum(waitGoals)
      .optional()
      .describe(
        'The state that an event must have reached: `delivered` to every subscribed endpoint, or `made` (created). By default a wait is for `delivered` if an endpoint is subscribed to the event and for `made` otherwise; a list includes all events',
      ),
    count: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
      .transform(Number)
      .optional()
      .describe('How many events to wait for; 1 by default')
      .meta({ type: 'integer', minimum: 1, maximum: 9_999_999 }),
    limit: QueryNumber(1, 1000, 100),
  })
  .refine(({ count, wait }) => count === undefined || wait !== undefined, {
    path: ['count'],
    message: 'requires wait; use limit to shorten a list',
  })

type Query = z.output<typeof ListEvents>

export const waitDescription =
  'Without `wait` this lists events and answers at once. With `wait` it answers as soon as `count` matching events have reached the state of `until`, existing ones included, and returns only these. An event is delivered when every one of its deliveries was answered with 200. When the time is over it answers 408, and the message reports what was found instead: the event and the state of its deliveries, or the closest events, also in other worlds. A wait also ends early with 408 when the world is reset or the emulator stops.'

/** The events that match a query, newest first. Refuses an unknown event as `since` (400). */
export function matching(world: World, query: Query): WebhookEvent[] {
  const { since, until } = query
  const after = since && 'after' in since ? since.after : undefined
  mustField(
    after === undefined || world.state.events.has(after),
    'since',
    `there is no event "${after?.slice(0, 100)}" in world "${world.name}"; send an instant, or the id of an event that GET /_emulator/webhooks/events lists`,
  )
  const events: WebhookEvent[] = []
  for (const event of world.state.events.newestFirst()) {
    if (event.id === after) break
    if (asked(query, event) && (until === undefined || hasReached(world.state, event, until)))
      events.push(event)
  }
  return events
}

/** Whether a query asks for an event that is not older than its `since`. */
const asked = (query: Query, event: WebhookEvent): boolean =>
  isAbout(query, event) && !(query.since && 'at' in query.since && event.at < query.since.at)

/** Waits for the events of a query and returns them newest first. Refuses when the time is over (408). */
export async function reached(
  world: World,
  emulator: Emulator,
  query: Query,
  wait: number,
): Promise<WebhookEvent[]> {
  const { until, count = 1 } = query
  const all = (): WebhookEvent[] => matching(world, { ...query, until: undefined })
  const arrived = (event: WebhookEvent): boolean => hasReached(world.state, event, until)
  const before = all()
  if (before.filter(arrived).length >= count) return before.filter(arrived)
  const waitMs = Math.min(wait, maxWaitMs)
  const end = waitMs > 0 ? await watchFor(world, emulator.ports, query, before, waitMs) : 'time'
  if (end === 'reached') return all().filter(arrived)
  if (end === 'world')
    throw new Refusal('timed_out', `world "${world.name}" was reset or has ended while this request waited`)
  const message = timeoutMessage({ ...query, count }, all(), lookAt(world), othersThan(world, emulator))
  const cut = wait > maxWaitMs ? `. One request waits at most ${formatDuration(maxWaitMs)}` : ''
  throw new Refusal('timed_out', message + cut)
}

const lookAt = (world: World) => ({
  name: world.name,
  state: world.state,
  now: world.now(),
  frozen: world.clockMode === 'frozen',
})

function* othersThan(world: World, emulator: Emulator) {
  for (const other of emulator.worlds()) if (other !== world) yield lookAt(other)
}

type End = 'reached' | 'world' | 'time'

/**
 * Resolves when enough events have reached the state, the world ends, or the time (real milliseconds) is over. `before`
 * contains those that had reached it before the wait.
 */
function watchFor(
  world: World,
  ports: Pick<Emulator['ports'], 'setTimer' | 'clearTimer'>,
  query: Query,
  before: readonly WebhookEvent[],
  waitMs: number,
): Promise<End> {
  const events = new Map(before.map((event) => [event.id, event]))
  const arrived = new Set<string>()
  const note = (event: WebhookEvent | undefined): boolean => {
    if (event && hasReached(world.state, event, query.until)) arrived.add(event.id)
    return arrived.size >= (query.count ?? 1)
  }
  before.forEach(note)
  return new Promise((resolve) => {
    const done = (end: End): void => {
      ports.clearTimer(timer)
      stop()
      resolve(end)
    }
    // Subscribe first: if that is refused, no timer is left behind.
    const stop = world.subscribe((message) => {
      if (message.kind === 'reset' || message.kind === 'closing') done('world')
      if (message.kind !== 'saved') return
      const { collection, value } = message
      if (collection === 'events' && asked(query, value as WebhookEvent)) {
        events.set(value.id, value as WebhookEvent)
        if (note(value as WebhookEvent)) done('reached')
      }
      if (collection === 'deliveries' && note(events.get((value as Delivery).eventId))) done('reached')
    })
    const timer = ports.setTimer(() => done('time'), waitMs)
  })
}
