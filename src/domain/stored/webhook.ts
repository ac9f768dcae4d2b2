import { z } from 'zod'
import { eventTypeNames, signatureSchemes } from '../events.ts'
import { WebUrl } from '../values.ts'
import { id, text, time } from './parts.ts'

/** A webhook endpoint in a snapshot. */
export const Endpoint = z.object({
  id,
  url: WebUrl,
  secret: text,
  events: z.array(z.enum(eventTypeNames)).optional(),
  signature: z.enum(signatureSchemes),
  header: text.regex(/^[A-Za-z0-9-]+$/, 'must be a header name'),
  headers: z.record(z.string(), z.string()),
})

/** One try of a delivery in a snapshot. */
export const Attempt = z.object({
  at: time,
  manual: z.boolean(),
  durationMs: z.number(),
  response: z.object({ status: z.int(), headers: z.record(z.string(), z.string()), body: text }).optional(),
  error: text.optional(),
})
