import { z } from 'zod'
import { Duration } from '../../domain/duration.ts'
import { mustField } from '../../domain/errors.ts'
import {
  type EventType,
  eventTypeNames,
  eventTypes,
  referenceOf,
  type Subject,
  type WebhookEvent,
} from '../../domain/events.ts'
import { filter, QueryNumber } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import { presentEventEntry, WireEventEntry } from '../../wire/control.ts'
import { samplePayloads } from '../../wire/samples.ts'
import type { World } from '../../world.ts'
import { control } from './control.ts'

const MakeEvent = z.strictObject({
  type: z.enum(eventTypeNames),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The payload; unless given, the newest resource of the kind, or a sample where there is none'),
  id: z.string().max(100).optional().describe('The resource that the event is about, as it is now'),
  scenario: z
    .string()
    .max(1000)
    .optional()
    .describe('How it is delivered: a scenario key such as webhook:duplicate&webhook:bad_signature'),
})

/** Longest wait for an event. Milliseconds of real time. */
const maxWaitMs = 60_000

const ListEvents = z.object({
  type: z.enum(eventTypeNames).optional(),
  reference: z.string().max(200).optional(),
  wait: Duration.optional().describe(
    'Waits so long for a first event that fits, at most 60s; answers as soon as it is there',
  ),
  limit: QueryNumber(1, 1000, 100),
})

type WaitPorts = { setTimer(run: () => void, delayMs: number): unknown; clearTimer(timer: unknown): void }

export const eventOperations = [
  control({
    method: 'get',
    path: '/_emulator/webhooks/events',
    summary: 'Events, newest first; with `wait`, the first that fits as soon as it is there',
    query: ListEvents,
    responses: { 200: z.strictObject({ total: z.int(), events: z.array(WireEventEntry) }) },
    refusals: [429],
    handle: async ({ world, emulator, query }) => {
      const fits = (event: WebhookEvent): boolean =>
        (query.type === undefined || event.type === query.type) &&
        (query.reference === undefined || referenceOf(event) === query.reference)
      let events = matching(world, fits)
      if (events.length === 0 && query.wait) {
        await untilEvent(world, emulator.ports, fits, Math.min(query.wait, maxWaitMs))
        events = matching(world, fits)
      }
      return reply(200, {
        total: events.length,
        events: events.slice(0, query.limit).map((event) => show(world, event, emulator.ports.qrCode)),
      })
    },
  }),
  control({
    method: 'post',
    path: '/_emulator/webhooks/events',
    summary: 'Make an event by hand',
    body: MakeEvent,
    responses: { 201: WireEventEntry },
    handle: ({ world, emulator, body: { type, data, id, scenario } }) => {
      const event = world.dispatch('event.record', {
        type,
        ...(data ? { data } : aboutResource(world, type, id)),
        plan: world.catalogue.resolve(scenario).webhooks,
      })
      return reply(201, show(world, event, emulator.ports.qrCode))
    },
  }),
]

const show = (world: World, event: WebhookEvent, qrImage: (text: string) => string) =>
  presentEventEntry(
    event,
    event.deliveries.flatMap((id) => world.state.deliveries.get(id) ?? []),
    qrImage,
  )

/** What an event is about that was made without a payload. Refuses a resource that is not there (400). */
function aboutResource(world: World, type: EventType, id: string | undefined) {
  const collection = eventTypes[type].subject
  const resources = world.state[collection]
  if (id !== undefined) {
    const value = resources.get(id)
    mustField(value, 'id', `there is no "${id}" among the ${collection} of world "${world.name}"`)
    return { subject: { collection, value } as Subject }
  }
  for (const value of resources.newestFirst()) return { subject: { collection, value } as Subject }
  return { data: samplePayloads[collection] }
}

const matching = (world: World, fits: (event: WebhookEvent) => boolean): WebhookEvent[] =>
  Array.from(filter(world.state.events.newestFirst(), fits))

/** Resolves when an event that fits is recorded, the world ends, or the time is over (real milliseconds). */
function untilEvent(
  world: World,
  ports: WaitPorts,
  fits: (event: WebhookEvent) => boolean,
  waitMs: number,
): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      ports.clearTimer(timer)
      stop()
      resolve()
    }
    // Watching first: where it is refused, no timer is left behind.
    const stop = world.watch((message) => {
      const ends = message.kind === 'reset' || message.kind === 'closing'
      const event = message.kind === 'saved' && message.collection === 'events' ? message.value : undefined
      if (ends || (event && fits(event as WebhookEvent))) done()
    })
    const timer = ports.setTimer(done, waitMs)
  })
}
