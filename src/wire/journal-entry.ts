import * as z from 'zod'
import type { JournalEntry } from '../domain/kernel/journal.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** An entry of the journal. */
export const WireRequest = z
  .strictObject({
    id: z.int(),
    at: DateTime,
    duration_ms: z.number(),
    latency_ms: z
      .int()
      .nullable()
      .describe('How long a scenario delayed the answer, as drawn; null: not at all'),
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

export type WireRequest = z.output<typeof WireRequest>

export const presentEntry = (entry: JournalEntry): WireRequest => ({
  id: entry.id,
  at: isoTime(entry.at),
  duration_ms: entry.durationMs,
  latency_ms: entry.latencyMs ?? null,
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
