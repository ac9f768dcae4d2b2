import { z } from 'zod'
import { DateTime, snakeKeys } from '../../domain/values.ts'
import { filter, QueryNumber } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

const WireRequest = z
  .strictObject({
    id: z.int(),
    at: DateTime,
    duration_ms: z.number(),
    method: z.string(),
    path: z.string(),
    request_headers: z.record(z.string(), z.string()),
    request_body: z.string(),
    status: z.int(),
    response_headers: z.record(z.string(), z.string()),
    response_body: z.string(),
    scenario: z.string().nullable(),
    trace_id: z.string(),
    warnings: z.array(z.string()),
  })
  .meta({
    id: 'JournalEntry',
    description: 'One request and its answer; credentials and card numbers are masked',
  })

export const requestOperations = [
  control({
    method: 'get',
    path: '/_emulator/requests',
    summary: 'The journal of this world, newest first',
    query: z.object({
      limit: QueryNumber(1, 1000, 100),
      offset: QueryNumber(0, 10_000_000, 0),
      status: z
        .string()
        .regex(/^\d{3}$/, 'must be an HTTP status such as 400')
        .optional(),
      path: z.string().max(200).optional().describe('Part of the path'),
    }),
    responses: { 200: z.strictObject({ total: z.int(), requests: z.array(WireRequest) }) },
    handle: ({ world, query }) => {
      const { status, path } = query
      const entries = Array.from(
        filter(
          world.journal.newestFirst(),
          (entry) =>
            (status === undefined || entry.status === Number(status)) &&
            (path === undefined || entry.path.includes(path)),
        ),
      )
      return reply(200, {
        total: entries.length,
        requests: entries
          .slice(query.offset, query.offset + query.limit)
          .map(({ requestHeaders, responseHeaders, ...entry }) => ({
            ...snakeKeys(entry),
            at: isoTime(entry.at),
            // Header names are the client's own and stay as they are.
            request_headers: requestHeaders,
            response_headers: responseHeaders,
            scenario: entry.scenario ?? null,
          })),
      })
    },
  }),
  control({
    method: 'delete',
    path: '/_emulator/requests',
    summary: 'Empty the journal of this world',
    responses: { 200: z.strictObject({ deleted: z.int() }) },
    handle: ({ world }) => {
      const deleted = world.journal.size
      world.journal.clear()
      return reply(200, { deleted })
    },
  }),
]
