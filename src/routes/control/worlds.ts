import { z } from 'zod'
import { clockModes } from '../../domain/kernel/enums.ts'
import { must } from '../../domain/kernel/errors.ts'
import { DateTime } from '../../domain/kernel/values.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

const Instance = z.string().describe('The process that answers: host name and process id')

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

/** What an answer about all worlds leaves out. */
const processOnly =
  'Several processes behind one address have each worlds of their own: `instance` says which one answered, and each has to be asked by its own address.'

export const worldOperations = [
  control({
    id: 'resetWorld',
    method: 'post',
    path: '/_emulator/reset',
    addsNothing: true,
    summary: 'Make this world anew from the fixtures (`?all=true`: every world of this process)',
    description: processOnly,
    query: z.object({ all: z.enum(['true', 'false']).optional() }),
    responses: { 200: z.strictObject({ reset: z.array(z.string()), instance: Instance }) },
    handle: ({ world, emulator, query }) => {
      const names = query.all === 'true' ? Array.from(emulator.worlds(), ({ name }) => name) : [world.name]
      for (const name of names) emulator.reset(name)
      return reply(200, { reset: names, instance: emulator.ports.instance() })
    },
  }),
  control({
    id: 'listWorlds',
    method: 'get',
    path: '/_emulator/worlds',
    summary: 'The worlds of this process, with their sizes',
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
    summary: 'End a world; the next request to its address makes it anew',
    makesNoWorld: true,
    responses: { 200: z.strictObject({ ended: z.string() }) },
    refusals: [404],
    handle: ({ emulator, param }) => {
      must(
        emulator.remove(param('name')),
        'not_found',
        `no world "${param('name')}"; GET /_emulator/worlds lists those there are`,
      )
      return reply(200, { ended: param('name') })
    },
  }),
]
