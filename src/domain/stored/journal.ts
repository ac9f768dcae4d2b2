import * as z from 'zod'
import { timelineActors, timelineKinds } from '../kernel/enums.ts'
import type { JournalEntry } from '../kernel/journal.ts'
import { storedAttempt } from '../webhook/events.ts'
import { count, maybe, type Stored, text, time } from './parts.ts'

/** Characters of the journal that a snapshot contains at most; the oldest entries are left out first. */
export const maxJournalLength = 32 * 1_048_576

/** An answered request as it is stored. Everything in it was masked before. */
export const storedEntry = (): z.ZodType<JournalEntry> =>
  z
    .strictObject({
      id: z.int().min(1),
      at: time(),
      durationMs: z.number(),
      latencyMs: maybe(z.number()),
      method: text(),
      path: text(),
      requestHeaders: z.record(z.string(), z.string()),
      requestBody: z.string(),
      status: z.int().min(0).max(999),
      responseHeaders: z.record(z.string(), z.string()),
      responseBody: z.string(),
      scenario: maybe(z.string()),
      traceId: z.string(),
      warnings: z.array(z.string()),
      // Snapshots of older versions do not contain it.
      touched: maybe(z.array(z.strictObject({ id: text(), from: z.int().min(-1), to: count() }))),
    })
    // A member that may be undefined is always present in memory.
    .transform(({ latencyMs, scenario, touched, ...entry }) => ({ ...entry, latencyMs, scenario, touched }))

/** Something that happened in a world and is in no other record: when, and after how many requests. */
export const storedNote = () =>
  z.strictObject({
    /** Milliseconds of the world's clock. */
    at: time(),
    after: count(),
    kind: z.enum(timelineKinds).exclude(['request']),
    what: z.string(),
    /** Ids and references of what it is about; empty if it concerns the whole world. */
    about: z.array(z.string()),
    /** The delivery that it attempts. */
    deliveryId: maybe(text()),
    /** How that attempt ended; undefined while it is in progress. */
    attempt: maybe(storedAttempt()),
    /** Who acted, if it is a line of a history. */
    actor: maybe(z.enum(timelineActors)),
    /** Where a jump of the clock ends. */
    to: maybe(time()),
  })
export type StoredNote = Stored<typeof storedNote>

/** The journal as JSON texts, newest first, until they are as long as a snapshot may contain. */
export function* entryTexts(newestFirst: Iterable<JournalEntry>): Generator<string> {
  let left = maxJournalLength
  for (const entry of newestFirst) {
    const { id, at, durationMs, latencyMs, method, path, requestHeaders, requestBody } = entry
    const { status, responseHeaders, responseBody, scenario, traceId, warnings, touched } = entry
    // Written out, because the answer of an entry may be a getter, which JSON does not contain.
    const line = JSON.stringify({
      ...{ id, at, durationMs, latencyMs, method, path, requestHeaders, requestBody },
      ...{ status, responseHeaders, responseBody, scenario, traceId, warnings, touched },
    })
    left -= line.length
    if (left < 0) return
    yield line
  }
}
