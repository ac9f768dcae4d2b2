import * as z from 'zod'
import { clockModes } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { DateTime } from '../../domain/kernel/values.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

const Instance = z.string().describe('The process that answered: host name and process id')

const WireWorld = z
  .strictObject({
    name: z.string(),
    mode: z.enum(clockModes),
    now: DateTime,
    charges: z.int(),
    events: z.int(),
    requests: z.int(),
    pending_timers: z.int(),
    instance: Instance,
  })
  .meta({ id: 'World' })

/** The description of operations on all worlds. */
const processOnly =
  'If several processes share one address, each has its own worlds. `instance` identifies the process that answered; send a request to each process at its own address.'

export const worldOperations = [
  control({
    id: 'resetWorld',
    method: 'post',
    path: '/_emulator/reset',
    storesNothing: true,
    summary: 'Recreate this world from the fixtures, or with `?all=true` every world of this process',
    description: processOnly,
    query: z.object({ all: z.enum(['true', 'false']).optional() }),
    responses: { 200: z.strictObject({ reset: z.array(z.string()), instance: Instance }) },
    handle: ({ world, emulator, query }) => {
      const names = query.all === 'true' ? emulator.resetAll() : [emulator.reset(world.name).name]
      return reply(200, { reset: names, instance: emulator.ports.instance() })
    },
  }),
  control({
    id: 'listWorlds',
    method: 'get',
    path: '/_emulator/worlds',
    summary: 'List the worlds of this process with their sizes',
    description: processOnly,
    responses: { 200: z.strictObject({ worlds: z.array(WireWorld) }) },
    handle: ({ emulator }) =>
      reply(200, {
        worlds: Array.from(emulator.worlds(), (world) => ({
          name: world.name,
          mode: world.clockMode,
          now: isoTime(world.now()),
          charges: world.state.charges.size,
          events: world.state.events.size,
          requests: world.requests.size,
          pending_timers: world.timers.size,
          instance: emulator.ports.instance(),
        })),
      }),
  }),
  control({
    id: 'deleteWorld',
    method: 'delete',
    path: '/_emulator/worlds/:name',
    summary: 'Remove a world; the next request to its address recreates it',
    createsNoWorld: true,
    responses: { 200: z.strictObject({ ended: z.string() }) },
    refusals: [404],
    handle: ({ emulator, param }) => {
      must(
        emulator.remove(param('name')),
        'not_found',
        `no world "${param('name')}"; GET /_emulator/worlds lists the existing ones`,
      )
      return reply(200, { ended: param('name') })
    },
  }),
]
