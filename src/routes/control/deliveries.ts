import * as z from 'zod'
import { deliveryStatuses } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { heldFlag } from '../../domain/kernel/marks.ts'
import type { Delivery } from '../../domain/webhook/events.ts'
import type { World } from '../../emulator/world.ts'
import { filter, QueryNumber } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import { presentDelivery, WireDelivery } from '../../wire/control.ts'
import { control } from './control.ts'

/** The most attempts of one delivery. Only repeated redelivery reaches it. */
const maxAttempts = 100

const Held = z.strictObject({
  held: z.boolean().describe('Whether due deliveries are held'),
  waiting: z.int().describe('Deliveries that are currently held'),
})

const show = (world: World, delivery: Delivery) =>
  presentDelivery(delivery, (of, attempt) => world.requestOf(of, attempt))

const heldOf = (world: World) => ({
  held: world.state.flags.has(heldFlag),
  waiting: Array.from(filter(world.state.deliveries, ({ status }) => status === 'held')).length,
})

export const deliveryOperations = [
  control({
    id: 'listDeliveries',
    method: 'get',
    path: '/_emulator/webhooks/deliveries',
    summary: 'List deliveries, newest first, with every attempt',
    query: z.object({
      status: z.enum(deliveryStatuses).optional(),
      event_id: z.string().max(200).optional(),
      limit: QueryNumber(1, 1000, 100),
    }),
    responses: { 200: z.strictObject({ total: z.int(), deliveries: z.array(WireDelivery) }) },
    handle: ({ world, query: { status, event_id, limit } }) => {
      const fits = (delivery: Delivery): boolean =>
        (status === undefined || delivery.status === status) &&
        (event_id === undefined || delivery.eventId === event_id)
      const found = Array.from(filter(world.state.deliveries.newestFirst(), fits))
      return reply(200, {
        total: found.length,
        deliveries: found.slice(0, limit).map((delivery) => show(world, delivery)),
      })
    },
  }),
  control({
    id: 'redeliverDelivery',
    method: 'post',
    path: '/_emulator/webhooks/deliveries/:id/redeliver',
    summary: 'Redeliver now, with the same id and bytes, whatever the status of the delivery',
    description:
      'Waits for the outcome of the attempt. Scheduled retries continue unless the webhook endpoint confirms.',
    responses: { 200: WireDelivery },
    refusals: [404, 429],
    handle: async ({ world, param }) => {
      const id = param('id')
      const delivery = mustFind(world.state, 'deliveries', id)
      must(
        world.state.events.has(delivery.eventId),
        'not_found',
        `the event of delivery "${id}" was evicted to make room for newer ones`,
      )
      must(
        delivery.attempts.length < maxAttempts,
        'limit_reached',
        `delivery "${id}" has had ${maxAttempts} attempts, which is the limit; create a new event with POST /_emulator/webhooks/events`,
      )
      await world.redeliver(delivery)
      return reply(200, show(world, world.state.deliveries.get(id) ?? delivery))
    },
  }),
  control({
    id: 'getHold',
    method: 'get',
    path: '/_emulator/webhooks/hold',
    summary: 'Whether deliveries are held',
    responses: { 200: Held },
    handle: ({ world }) => reply(200, heldOf(world)),
  }),
  control({
    id: 'holdDeliveries',
    method: 'post',
    path: '/_emulator/webhooks/hold',
    storesNothing: true,
    summary: 'Hold every delivery that falls due',
    responses: { 200: Held },
    handle: ({ world }) => {
      world.dispatch('deliveries.hold', { hold: true })
      return reply(200, heldOf(world))
    },
  }),
  control({
    id: 'releaseDeliveries',
    method: 'post',
    path: '/_emulator/webhooks/release',
    storesNothing: true,
    summary: 'Release held deliveries at once, in due order',
    description:
      'Waits for the outcome of these attempts. Does not depend on the clock and works while it is frozen.',
    responses: { 200: z.strictObject({ released: z.int() }) },
    handle: async ({ world }) => {
      const delivered = world.deliveriesFromNow()
      const released = world.dispatch('deliveries.hold', { hold: false })
      await delivered()
      return reply(200, { released })
    },
  }),
]
