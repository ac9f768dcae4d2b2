import * as z from 'zod'
import { Duration, maxDurationMs } from '../../domain/kernel/duration.ts'
import { clockModes } from '../../domain/kernel/enums.ts'
import { must, Refusal } from '../../domain/kernel/errors.ts'
import { Instant, latestInstant } from '../../domain/kernel/instant.ts'
import { DateTime } from '../../domain/kernel/values.ts'
import type { World } from '../../emulator/world.ts'
import { reply } from '../../http/reply.ts'
import { presentTimer, WireTimer } from '../../wire/control.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

const ClockState = z.strictObject({
  mode: z.enum(clockModes),
  now: DateTime,
  pending_timers: z.int(),
  next: WireTimer.nullable(),
})

/** The most timers that one answer lists. */
const longestList = 1000

const SetClock = z.strictObject({ mode: z.enum(clockModes).optional(), now: Instant.optional() })
const Advance = z
  .strictObject({ by: Duration.optional(), to: Instant.optional() })
  .refine((body) => (body.by === undefined) !== (body.to === undefined), 'must contain either by or to')
  .meta({ examples: [{ by: '10m' }] })

const clockOf = (world: World) => {
  const next = world.timers.peek()
  return {
    mode: world.clockMode,
    now: isoTime(world.now()),
    pending_timers: world.timers.size,
    next: next ? presentTimer(next) : null,
  }
}

export const clockOperations = [
  control({
    id: 'getClock',
    method: 'get',
    path: '/_emulator/clock',
    summary: 'The time of this world and the next timer',
    responses: { 200: ClockState },
    handle: ({ world }) => reply(200, clockOf(world)),
  }),
  control({
    id: 'setClock',
    method: 'put',
    path: '/_emulator/clock',
    storesNothing: true,
    summary: 'Freeze the clock, let it run, or set it',
    description:
      'Setting the clock back fires no timers; after setting it forward, timers that are due fire in order. A live clock stops at the end of the year 9989.',
    body: SetClock,
    responses: { 200: ClockState },
    handle: ({ world, body }) => {
      world.setClock(body.mode ?? world.clockMode, body.now)
      return reply(200, clockOf(world))
    },
  }),
  control({
    id: 'advanceClock',
    method: 'post',
    path: '/_emulator/clock/advance',
    summary: 'Advance the clock and fire every timer that falls due, in order',
    description:
      'Waits for the deliveries it starts. `fired` lists at most 1000 timers; `total` counts all of them.',
    body: Advance,
    responses: { 200: ClockState.extend({ total: z.int(), fired: z.array(WireTimer) }) },
    handle: async ({ world, body: { by = 0, to } }) => {
      if (to !== undefined && (to < world.now() || to > world.now() + maxDurationMs))
        throw new Refusal(
          'invalid_request',
          `to must lie between now, ${isoTime(world.now())}, and 366 days later; use PUT /_emulator/clock for other times`,
          [{ field: 'to', message: 'must lie between now and 366 days later' }],
        )
      must(
        world.now() + by <= latestInstant,
        'invalid_request',
        'the clock cannot pass the year 9989; set it back first with PUT /_emulator/clock',
      )
      const fired = await world.advance(to ?? ((now) => now + by))
      return reply(200, {
        ...clockOf(world),
        total: fired.length,
        fired: fired.slice(0, longestList).map(presentTimer),
      })
    },
  }),
  control({
    id: 'listTimers',
    method: 'get',
    path: '/_emulator/clock/timers',
    summary: 'List pending timers in due order',
    responses: { 200: z.strictObject({ total: z.int(), timers: z.array(WireTimer) }) },
    handle: ({ world }) => {
      const { timers } = world
      return reply(200, { total: timers.size, timers: timers.upcoming(longestList).map(presentTimer) })
    },
  }),
]
