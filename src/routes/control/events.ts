import * as z from 'zod'
import { invalidField } from '../../domain/kernel/errors.ts'
import { mustFind } from '../../domain/kernel/find.ts'
import { type EventType, eventTypeNames, eventTypes } from '../../domain/webhook/event-types.ts'
import type { Subject, WebhookEvent } from '../../domain/webhook/events.ts'
import { deliveriesOf } from '../../domain/webhook/wait.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import type { World } from '../../emulator/world.ts'
import { reply } from '../../http/reply.ts'
import { presentEventEntry, WireEventEntry } from '../../wire/control.ts'
import { sampleData } from '../../wire/samples.ts'
import { control } from './control.ts'
import { ListEvents, matching, reached, waitDescription } from './event-wait.ts'

const MakeEvent = z.strictObject({
  type: z.enum(eventTypeNames),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The payload; by default the newest resource of the kind, or a sample if there is none'),
  id: z
    .string()
    .max(100)
    .optional()
    .describe('Id of the resource that the event is about; its current state becomes the payload'),
  reference: z
    .string()
    .max(200)
    .optional()
    .describe('The same by the reference of the resource; the newest, if there are several'),
  scenario: z
    .string()
    .max(1000)
    .optional()
    .describe('How the event is delivered: a scenario key such as webhook:duplicate&webhook:bad_signature'),
})

export const eventOperations = [
  control({
    id: 'listEvents',
    method: 'get',
    path: '/_emulator/webhooks/events',
    summary: 'List events, newest first; with `wait`, wait for them',
    description: waitDescription,
    query: ListEvents,
    responses: { 200: z.strictObject({ total: z.int(), events: z.array(WireEventEntry) }) },
    refusals: [408, 429],
    handle: async ({ world, emulator, query }) => {
      const { wait } = query
      const events = wait === undefined ? matching(world, query) : await reached(world, emulator, query, wait)
      return reply(200, {
        total: events.length,
        events: events.slice(0, query.limit).map((event) => show(world, event, emulator)),
      })
    },
  }),
  control({
    id: 'createEvent',
    method: 'post',
    path: '/_emulator/webhooks/events',
    summary: 'Create an event',
    body: MakeEvent,
    responses: { 201: WireEventEntry },
    handle: ({ world, emulator, body: { type, data, id, reference, scenario } }) => {
      const event = world.dispatch('event.record', {
        type,
        ...(data ? { data } : aboutResource(world, type, id, reference)),
        plan: world.catalogue.resolve(scenario).webhooks,
      })
      const about = data ? undefined : event.subject?.value.id
      world.requests.recorder?.act(world.now(), { kind: 'send', type, data, id: about, scenario })
      return reply(201, show(world, event, emulator))
    },
  }),
]

const show = ({ state }: World, event: WebhookEvent, { ports, words }: Emulator) =>
  presentEventEntry(event, deliveriesOf(state, event), {
    qrImage: ports.qrCode,
    charges: state.charges,
    words,
  })

/** The resource of an event that was created without a payload. Refuses a resource that does not exist (400). */
function aboutResource(world: World, type: EventType, id: string | undefined, reference: string | undefined) {
  const collection = eventTypes[type].subject
  const resources = world.state[collection]
  if (id !== undefined) {
    return { subject: { collection, value: mustFind(world.state, collection, id, 'id') } as Subject }
  }
  for (const value of resources.newestFirst())
    if (reference === undefined || value.reference === reference)
      return { subject: { collection, value } as Subject }
  if (reference !== undefined)
    throw invalidField(
      'reference',
      `is "${reference}", which none of the ${resources.size} ${collection} of world "${world.name}" has`,
    )
  return { data: sampleData[type] }
}
