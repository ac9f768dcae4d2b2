import { z } from 'zod'
import { must } from '../../domain/errors.ts'
import { DateTime } from '../../domain/values.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

const WireWorld = z
  .strictObject({
    name: z.string(),
    mode: z.enum(['live', 'frozen']),
    now: DateTime,
    charges: z.int(),
    events: z.int(),
    requests: z.int(),
    pending_timers: z.int(),
  })
  .meta({ id: 'World' })

export const worldOperations = [
  control({
    method: 'post',
    path: '/_emulator/reset',
    addsNothing: true,
    summary: 'Make this world anew from the fixtures (`?all=true`: every world)',
    query: z.object({ all: z.enum(['true', 'false']).optional() }),
    responses: { 200: z.strictObject({ reset: z.array(z.string()) }) },
    handle: ({ world, emulator, query }) => {
      const names = query.all === 'true' ? Array.from(emulator.worlds(), ({ name }) => name) : [world.name]
      for (const name of names) emulator.reset(name)
      return reply(200, { reset: names })
    },
  }),
  control({
    method: 'get',
    path: '/_emulator/worlds',
    summary: 'The worlds of this process, with their sizes',
    responses: { 200: z.strictObject({ worlds: z.array(WireWorld) }) },
    handle: ({ emulator }) =>
      reply(200, {
        worlds: Array.from(emulator.worlds(), ({ name, scheduler, state, journal }) => ({
          name,
          mode: scheduler.clock.mode,
          now: isoTime(scheduler.clock.now()),
          charges: state.charges.size,
          events: state.events.size,
          requests: journal.size,
          pending_timers: scheduler.timers.size,
        })),
      }),
  }),
  control({
    method: 'delete',
    path: '/_emulator/worlds/:name',
    summary: 'End a world; the next request to its address makes it anew',
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
