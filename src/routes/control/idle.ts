import * as z from 'zod'
import { Duration } from '../../domain/kernel/duration.ts'
import { reply } from '../../http/reply.ts'
import { control } from './control.ts'

/** The longest wait of one request. Milliseconds of real time. */
const longestWaitMs = 60_000

const Wait = Duration.refine((ms) => ms <= longestWaitMs, 'must be at most 60s')

const Idle = z.strictObject({
  idle: z.boolean().describe('False if the timeout passed first'),
  open_requests: z.int().describe('Requests to the service that are not answered yet'),
  open_deliveries: z.int().describe('Webhooks that are not answered yet'),
})

export const idleOperations = [
  control({
    id: 'getIdle',
    method: 'get',
    path: '/_emulator/idle',
    summary: 'Wait until no request and no webhook is in progress',
    description:
      'Answers once nothing has been in progress for the time `quiet` (0s: at once), or after `timeout` (5s). Both are real time of at most 60s.',
    query: z.object({ quiet: Wait.default(0), timeout: Wait.default(5000) }),
    responses: { 200: Idle },
    handle: async ({ world, emulator, query: { quiet, timeout } }) => {
      const atEnd = (done: () => void) => world.atEnd(done)
      const idle = await world.requests.activity.idle(emulator.ports, quiet, timeout, atEnd)
      const { requests, deliveries } = world.requests.activity.open
      return reply(200, { idle, open_requests: requests, open_deliveries: deliveries })
    },
  }),
]
