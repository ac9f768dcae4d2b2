import * as z from 'zod'
import type { JournalEntry } from '../../domain/kernel/journal.ts'
import { DateTime } from '../../domain/kernel/values.ts'
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
    description: 'A request and its answer; credentials and card numbers are masked',
  })

const presentEntry = (entry: JournalEntry): z.input<typeof WireRequest> => ({
  id: entry.id,
  at: isoTime(entry.at),
  duration_ms: entry.durationMs,
  method: entry.method,
  path: entry.path,
  request_headers: entry.requestHeaders,
  request_body: entry.requestBody,
  status: entry.status,
  response_headers: entry.responseHeaders,
  response_body: entry.responseBody,
  scenario: entry.scenario ?? null,
  trace_id: entry.traceId,
  warnings: [...entry.warnings],
})

export const requestOperations = [
  control({
    id: 'listRequests',
    method: 'get',
    path: '/_emulator/requests',
    summary: 'List the requests in the journal, newest first',
    query: z.object({
      limit: QueryNumber(1, 1000, 100),
      offset: QueryNumber(0, 10_000_000, 0),
      status: z
        .string()
        .regex(/^\d{3}$/, 'must be an HTTP status such as 400')
        .optional(),
      path: z.string().max(200).optional().describe('Text that the path must contain'),
    }),
    responses: { 200: z.strictObject({ total: z.int(), requests: z.array(WireRequest) }) },
    handle: ({ world, query }) => {
      const { status, path } = query
      const entries = Array.from(
        filter(
          world.requests.newestFirst(),
          (entry) =>
            (status === undefined || entry.status === Number(status)) &&
            (path === undefined || entry.path.includes(path)),
        ),
      )
      return reply(200, {
        total: entries.length,
        requests: entries.slice(query.offset, query.offset + query.limit).map(presentEntry),
      })
    },
  }),
  control({
    id: 'deleteRequests',
    method: 'delete',
    path: '/_emulator/requests',
    summary: 'Clear the journal',
    responses: { 200: z.strictObject({ deleted: z.int() }) },
    handle: ({ world }) => reply(200, { deleted: world.requests.clear() }),
  }),
]
