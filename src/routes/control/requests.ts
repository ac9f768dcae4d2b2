import * as z from 'zod'
import type { Journal, JournalEntry } from '../../domain/kernel/journal.ts'
import { version } from '../../emulator/version.ts'
import { filter, QueryNumber } from '../../http/list.ts'
import { reply } from '../../http/reply.ts'
import { harOf, WireHar } from '../../wire/har.ts'
import { presentEntry, WireRequest } from '../../wire/journal-entry.ts'
import { control } from './control.ts'

const which = {
  offset: QueryNumber(0, 10_000_000, 0),
  status: z
    .string()
    .regex(/^\d{3}$/, 'must be an HTTP status such as 400')
    .optional(),
  path: z.string().max(200).optional().describe('Text that the path must contain'),
}

/** The entries that a query asks for, newest first. */
const matching = (
  journal: Journal,
  { status, path }: { status?: string | undefined; path?: string | undefined },
): JournalEntry[] =>
  Array.from(
    filter(
      journal.newestFirst(),
      (entry) =>
        (status === undefined || entry.status === Number(status)) &&
        (path === undefined || entry.path.includes(path)),
    ),
  )

export const requestOperations = [
  control({
    id: 'listRequests',
    method: 'get',
    path: '/_emulator/requests',
    summary: 'List the requests in the journal, newest first',
    query: z.object({ limit: QueryNumber(1, 1000, 100), ...which }),
    responses: { 200: z.strictObject({ total: z.int(), requests: z.array(WireRequest) }) },
    handle: ({ world, query }) => {
      const entries = matching(world.requests, query)
      return reply(200, {
        total: entries.length,
        requests: entries.slice(query.offset, query.offset + query.limit).map(presentEntry),
      })
    },
  }),
  control({
    id: 'getRequestArchive',
    method: 'get',
    path: '/_emulator/requests.har',
    summary: 'Export the journal as an HTTP archive (HAR 1.2), oldest first',
    description:
      "The newest `limit` entries that match, masked as in the journal; for the network panel of a browser and other tools that read HAR. Times are those of the world's clock.",
    query: z.object({ limit: QueryNumber(1, 10_000, 1000), ...which }),
    responses: { 200: WireHar },
    handle: ({ world, query }) => {
      const entries = matching(world.requests, query).slice(query.offset, query.offset + query.limit)
      return reply(200, harOf(entries.reverse().map(presentEntry), version))
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
