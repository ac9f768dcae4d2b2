import { z } from 'zod'
import { Duration } from '../../domain/duration.ts'
import { must } from '../../domain/errors.ts'
import { type Delivery, eventTypeNames, signatureSchemes, type WebhookEvent } from '../../domain/events.ts'
import { WebUrl } from '../../domain/values.ts'
import { filter, QueryNumber } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import {
  presentDelivery,
  presentEndpoint,
  presentEventEntry,
  WireDelivery,
  WireEndpoint,
  WireEventEntry,
} from '../../wire/control.ts'
import type { World } from '../../world.ts'
import { control } from './control.ts'

const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/, 'must be a header name of letters, digits and hyphens')

const AddEndpoint = z.strictObject({
  url: WebUrl,
  secret: z.string().min(1).max(500).optional().describe('The secret of the environment unless given'),
  events: z.array(z.enum(eventTypeNames)).min(1).optional().describe('All events unless given'),
  signature: z.enum(signatureSchemes).optional(),
  header: headerName.optional().describe('Header of the signature'),
  headers: z
    .record(
      headerName,
      z
        .string()
        .max(1000)
        .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII'),
    )
    .optional()
    .describe('Extra headers of each delivery'),
})

const MakeEvent = z.strictObject({
  type: z.enum(eventTypeNames),
  data: z.record(z.string(), z.unknown()).optional().describe('The payload; an empty object unless given'),
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

const Count = (name: string) => z.strictObject({ [name]: z.int() })

export const webhookOperations = [
  control({
    method: 'get',
    path: '/_emulator/webhooks/endpoints',
    summary: 'Where events go',
    responses: { 200: z.strictObject({ endpoints: z.array(WireEndpoint) }) },
    handle: ({ world }) => reply(200, { endpoints: Array.from(world.state.endpoints, presentEndpoint) }),
  }),
  control({
    method: 'post',
    path: '/_emulator/webhooks/endpoints',
    summary: 'Send events to an address',
    body: AddEndpoint,
    responses: { 201: WireEndpoint },
    handle: ({ world, body }) => {
      const { settings } = world
      const endpoint = world.dispatch('endpoint.add', {
        url: body.url,
        secret: body.secret ?? settings.webhookSecret,
        events: body.events,
        signature: body.signature ?? settings.webhookSignature,
        header: body.header ?? settings.webhookHeader,
        headers: body.headers ?? {},
      })
      return reply(201, presentEndpoint(endpoint))
    },
  }),
  control({
    method: 'delete',
    path: '/_emulator/webhooks/endpoints',
    summary: 'Remove every endpoint',
    responses: { 200: Count('deleted') },
    handle: ({ world }) => reply(200, { deleted: world.dispatch('endpoint.remove', { id: undefined }) }),
  }),
  control({
    method: 'delete',
    path: '/_emulator/webhooks/endpoints/:id',
    summary: 'Remove an endpoint',
    responses: { 200: Count('deleted') },
    refusals: [404],
    handle: ({ world, param }) =>
      reply(200, { deleted: world.dispatch('endpoint.remove', { id: param('id') }) }),
  }),
  control({
    method: 'get',
    path: '/_emulator/webhooks/events',
    summary: 'Events, newest first; with `wait`, the first that fits as soon as it is there',
    query: ListEvents,
    responses: { 200: z.strictObject({ total: z.int(), events: z.array(WireEventEntry) }) },
    handle: async ({ world, emulator, query }) => {
      const fits = ({ type, subject }: WebhookEvent): boolean =>
        (query.type === undefined || type === query.type) &&
        (query.reference === undefined || subject?.value.reference === query.reference)
      let events = matching(world, fits)
      if (events.length === 0 && query.wait) {
        await untilEvent(world, emulator.ports, fits, Math.min(query.wait, maxWaitMs))
        events = matching(world, fits)
      }
      const byEvent = groupDeliveries(world)
      return reply(200, {
        total: events.length,
        events: events
          .slice(0, query.limit)
          .map((event) => presentEventEntry(event, byEvent.get(event.id) ?? [], emulator.ports.qrCode)),
      })
    },
  }),
  control({
    method: 'post',
    path: '/_emulator/webhooks/events',
    summary: 'Make an event by hand',
    body: MakeEvent,
    responses: { 201: WireEventEntry },
    handle: ({ world, emulator, body }) => {
      const event = world.dispatch('event.record', {
        type: body.type,
        data: body.data ?? {},
        plan: undefined,
      })
      return reply(
        201,
        presentEventEntry(event, groupDeliveries(world).get(event.id) ?? [], emulator.ports.qrCode),
      )
    },
  }),
  control({
    method: 'get',
    path: '/_emulator/webhooks/deliveries',
    summary: 'Deliveries, newest first, with every attempt',
    query: z.object({
      status: z.enum(['pending', 'held', 'delivered', 'dead', 'dropped']).optional(),
      event_id: z.string().max(200).optional(),
      limit: QueryNumber(1, 1000, 100),
    }),
    responses: { 200: z.strictObject({ total: z.int(), deliveries: z.array(WireDelivery) }) },
    handle: ({ world, query }) => {
      const fits = (delivery: Delivery): boolean =>
        (query.status === undefined || delivery.status === query.status) &&
        (query.event_id === undefined || delivery.eventId === query.event_id)
      const found = Array.from(filter(world.state.deliveries.newestFirst(), fits))
      return reply(200, { total: found.length, deliveries: found.slice(0, query.limit).map(presentDelivery) })
    },
  }),
  control({
    method: 'post',
    path: '/_emulator/webhooks/deliveries/:id/redeliver',
    summary: 'Deliver again now, the same id and bytes, whatever came of it before',
    responses: { 200: WireDelivery },
    refusals: [404],
    handle: async ({ world, param }) => {
      const delivery = world.state.deliveries.get(param('id'))
      must(
        delivery,
        'not_found',
        `no delivery "${param('id')}"; GET /_emulator/webhooks/deliveries lists those there are`,
      )
      const event = world.state.events.get(delivery.eventId)
      must(event, 'not_found', `the event of delivery "${delivery.id}" has made room for newer ones`)
      await world.redeliver(delivery, event)
      return reply(200, presentDelivery(world.state.deliveries.get(delivery.id) ?? delivery))
    },
  }),
  control({
    method: 'post',
    path: '/_emulator/webhooks/hold',
    summary: 'Hold back every delivery whose time comes',
    responses: { 200: z.strictObject({ held: z.literal(true) }) },
    handle: ({ world }) => {
      world.dispatch('deliveries.hold', { hold: true })
      return reply(200, { held: true })
    },
  }),
  control({
    method: 'post',
    path: '/_emulator/webhooks/release',
    summary: 'Let held deliveries go, in their order; they are due at once',
    responses: { 200: Count('released') },
    handle: ({ world }) => reply(200, { released: world.dispatch('deliveries.hold', { hold: false }) }),
  }),
]

const matching = (world: World, fits: (event: WebhookEvent) => boolean): WebhookEvent[] =>
  Array.from(filter(world.state.events.newestFirst(), fits))

function groupDeliveries(world: World): Map<string, Delivery[]> {
  const groups = new Map<string, Delivery[]>()
  for (const delivery of world.state.deliveries) {
    const group = groups.get(delivery.eventId)
    if (group) group.push(delivery)
    else groups.set(delivery.eventId, [delivery])
  }
  return groups
}

/** Resolves when an event that fits is recorded, the world ends, or the time is over (real milliseconds). */
function untilEvent(
  world: World,
  ports: { setTimer(run: () => void, delayMs: number): unknown; clearTimer(timer: unknown): void },
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
      if (message.kind === 'reset' || message.kind === 'closing') done()
      else if (
        message.kind === 'saved' &&
        message.collection === 'events' &&
        fits(message.value as WebhookEvent)
      )
        done()
    })
    const timer = ports.setTimer(done, waitMs)
  })
}
