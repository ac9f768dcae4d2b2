import * as z from 'zod'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** The session of a world: the one that is recorded, or the last one. */
export const WireSession = z
  .strictObject({
    recording: z.boolean(),
    name: z.string().nullable().describe('What it is about; becomes the name of the test'),
    started_at: DateTime.nullable().describe("The world's time; null: none was recorded yet"),
    stopped_at: DateTime.nullable(),
    requests: z.int().describe('Requests to the service that were recorded'),
    events: z.int().describe('Events of webhooks that were recorded'),
    missed: z.int().describe('What was not recorded, because the session is too long'),
  })
  .meta({ id: 'Session' })

interface Recorded {
  isOn: boolean
  name: string | undefined
  startedAt: number
  stoppedAt: number | undefined
  counts: { requests: number; events: number; missed: number }
}

export const presentSession = (recorded: Recorded | undefined): z.input<typeof WireSession> => ({
  recording: recorded?.isOn ?? false,
  name: recorded?.name ?? null,
  started_at: recorded === undefined ? null : isoTime(recorded.startedAt),
  stopped_at: recorded?.stoppedAt === undefined ? null : isoTime(recorded.stoppedAt),
  requests: recorded?.counts.requests ?? 0,
  events: recorded?.counts.events ?? 0,
  missed: recorded?.counts.missed ?? 0,
})
