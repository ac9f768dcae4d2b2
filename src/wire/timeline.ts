import * as z from 'zod'
import {
  type TimelineActor,
  type TimelineKind,
  timelineActors,
  timelineKinds,
} from '../domain/kernel/enums.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** An entry as it is shown; instants in milliseconds. */
interface Entry {
  readonly at: number
  readonly kind: TimelineKind
  readonly actor: TimelineActor
  readonly what: string
  readonly requestId?: number | undefined
  readonly deliveryId?: string | undefined
  readonly eventId?: string | undefined
  readonly objectId?: string | undefined
  readonly status?: number | undefined
  readonly durationMs?: number | undefined
  readonly scenario?: string | undefined
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
    object_id: z.string().nullable().describe('The charge, order, refund or transfer that it is about'),
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

export const presentTimelineEntry = (entry: Entry): z.input<typeof WireTimelineEntry> => ({
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
  entries: readonly Entry[],
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
