import * as z from 'zod'
import {
  type TimelineActor,
  type TimelineKind,
  timelineActors,
  timelineKinds,
} from '../domain/kernel/enums.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** Something that happened in a world, or that is due. */
export interface ShownEntry {
  /** Milliseconds of the world's clock. */
  readonly at: number
  readonly kind: TimelineKind
  readonly actor: TimelineActor
  /** One line of text. */
  readonly what: string
  /** Its number in the journal; for a line of a history, that of the request that caused it. */
  readonly requestId?: number | undefined
  /** The delivery that it attempts, or that is due. */
  readonly deliveryId?: string | undefined
  readonly eventId?: string | undefined
  /** The id of what it is about, if that has a story. */
  readonly objectId?: string | undefined
  /** The status of the answer: to a request, or to an attempt at a delivery. */
  readonly status?: number | undefined
  /** How long that took. Real milliseconds. */
  readonly durationMs?: number | undefined
  /** The scenario key that applied, from the request or from a rule. */
  readonly scenario?: string | undefined
  /** Where a jump of the clock ends, or when an attempt is repeated. Milliseconds. */
  readonly until?: number | undefined
}

export const WireTimelineEntry = z
  .strictObject({
    at: DateTime,
    kind: z.enum(timelineKinds).describe('What it is about; `due` is still to come'),
    actor: z.enum(timelineActors).describe('Who causes it'),
    what: z.string().describe('One line of text'),
    request_id: z
      .int()
      .nullable()
      .describe(
        'The number of the request in the journal; in the story of one payment, also that of the request that caused it',
      ),
    delivery_id: z.string().nullable().describe('The delivery of a webhook'),
    event_id: z.string().nullable().describe('The event that it delivers'),
    object_id: z.string().nullable().describe('What it is about, such as a charge, a refund or a transfer'),
    status: z
      .int()
      .nullable()
      .describe('The HTTP status of the answer: to a request, or to an attempt at a webhook'),
    duration_ms: z.number().nullable().describe('How long that took, in real time'),
    scenario: z
      .string()
      .nullable()
      .describe('The scenario key that applied, from the request or from a rule'),
    until: DateTime.nullable().describe('Where a jump of the clock ends, or when a webhook is sent again'),
  })
  .meta({ id: 'TimelineEntry' })

export const presentTimelineEntry = (entry: ShownEntry): z.input<typeof WireTimelineEntry> => ({
  at: isoTime(entry.at),
  kind: entry.kind,
  actor: entry.actor,
  what: entry.what,
  request_id: entry.requestId ?? null,
  delivery_id: entry.deliveryId ?? null,
  event_id: entry.eventId ?? null,
  object_id: entry.objectId ?? null,
  status: entry.status ?? null,
  duration_ms: entry.durationMs ?? null,
  scenario: entry.scenario ?? null,
  until: entry.until === undefined ? null : isoTime(entry.until),
})

/** The timeline of a world as text: a line for each entry, and above the first of each day its date. */
export function timelineText(
  { name, mode, now }: { name: string; mode: string; now: number },
  entries: readonly ShownEntry[],
): string {
  const lines = [`timeline of world "${name}", whose clock is ${mode} at ${isoTime(now)}`]
  let day = ''
  let isDue = false
  for (const { at, kind, what } of entries) {
    const [date = '', time = ''] = isoTime(at).slice(0, -1).split('T')
    if (kind === 'due' && !isDue) lines.push('still due:')
    isDue ||= kind === 'due'
    if (date !== day) lines.push(date)
    day = date
    lines.push(`  ${time}  ${kind.padEnd(8)}  ${oneLine(what)}`)
  }
  if (entries.length === 0) lines.push('nothing has happened')
  return `${lines.join('\n')}\n`
}

// What a program sent must not start a line of its own, or move a cursor.
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
