import * as z from 'zod'
import { Duration } from '../../domain/kernel/duration.ts'
import { deliveryStatuses, signatureEdits } from '../../domain/kernel/enums.ts'
import { invalidField, must } from '../../domain/kernel/errors.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { heldFlag } from '../../domain/kernel/marks.ts'
import { chosenBounds } from '../../domain/kernel/values.ts'
import { type Edit, maxEditedBody } from '../../domain/webhook/edit.ts'
import { type Delivery, secretProblem } from '../../domain/webhook/events.ts'
import type { World } from '../../emulator/world.ts'
import { filter, QueryNumber } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import { presentDelivery, WireDelivery } from '../../wire/control.ts'
import { control } from './control.ts'

/** What is changed in a redelivery; nothing by default. */
const Redeliver = z
  .strictObject({
    body: z
      .string()
      .max(maxEditedBody)
      .optional()
      .describe('The body, byte for byte; it is signed, unless `signature` says otherwise'),
    signature: z
      .enum(signatureEdits)
      .optional()
      .describe('By default as on the first attempt; `unchanged`: that of the body before it was changed'),
    secret: z.string().min(1).max(500).optional().describe('Signs instead of that of the webhook endpoint'),
    stale_by: Duration.optional().describe('How old the timestamps in body and signature are'),
    truncated: z.boolean().optional().describe('Whether only the first half of the body is sent'),
  })
  .meta({
    id: 'Redelivery',
    description: 'What a redelivery changes',
    examples: [{ signature: 'invalid' }],
  })

/** What a request changes; undefined if that is nothing. Refuses (400) a secret that its scheme cannot use. */
function editOf({ endpoint }: Delivery, asked: z.output<typeof Redeliver>): Edit | undefined {
  const { body, signature, secret, stale_by: staleBy, truncated } = asked
  const edit = { body, signature, secret, staleBy, truncated }
  if (Object.values(edit).every((value) => value === undefined)) return undefined
  const problem = secret === undefined ? undefined : secretProblem(endpoint.signature, secret)
  if (problem !== undefined) throw invalidField('secret', problem)
  return edit
}

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
    summary: 'Redeliver now, whatever the status of the delivery: with the same id and bytes, or changed',
    description:
      'Waits for the outcome of the attempt. Scheduled retries continue unless the webhook endpoint confirms. An attempt that was changed does not count: whatever is answered, the delivery stays as it was.',
    bodyOptional: true,
    body: Redeliver,
    responses: { 200: WireDelivery },
    refusals: [404, 429],
    handle: async ({ world, param, body }) => {
      const id = param('id')
      const delivery = mustFind(world.state, 'deliveries', id)
      must(
        world.state.events.has(delivery.eventId),
        'not_found',
        `the event of delivery "${id}" was evicted to make room for newer ones`,
      )
      must(
        delivery.attempts.length < chosenBounds.attempts,
        'limit_reached',
        `delivery "${id}" has had ${chosenBounds.attempts} attempts, which is the limit; create a new event with POST /_emulator/webhooks/events`,
      )
      await world.redeliver(delivery, editOf(delivery, body))
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
