import * as z from 'zod'
import { type TimelineKind, timelineKinds } from '../domain/kernel/enums.ts'
import { DateTime } from '../domain/kernel/values.ts'
import { isoTime } from './time.ts'

/** An entry as it is shown; `at` in milliseconds. */
interface Entry {
  readonly at: number
  readonly kind: TimelineKind
  readonly what: string
  readonly requestId?: number | undefined
  readonly deliveryId?: string | undefined
}

export const WireTimelineEntry = z
  .strictObject({
    at: DateTime,
    kind: z.enum(timelineKinds).describe('What it is about; `due` is still to come'),
    what: z.string().describe('One line of text'),
    request_id: z.int().nullable().describe('The number of the request in the journal'),
    delivery_id: z.string().nullable().describe('The delivery of a webhook'),
  })
  .meta({ id: 'TimelineEntry' })

export const presentTimelineEntry = (entry: Entry): z.input<typeof WireTimelineEntry> => ({
  at: isoTime(entry.at),
  kind: entry.kind,
  what: entry.what,
  request_id: entry.requestId ?? null,
  delivery_id: entry.deliveryId ?? null,
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
