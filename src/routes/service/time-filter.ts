import { z } from 'zod'
import { DateTimeText } from '../../domain/kernel/instant.ts'

const dayMs = 86_400_000

const rule = 'must be a date, such as 2026-01-31, or a date-time with its zone, such as 2026-01-31T12:00:00Z'

const Edge = (endOfDay: boolean) =>
  z
    .union([z.iso.date().transform((text) => Date.parse(text) + (endOfDay ? dayMs - 1 : 0)), DateTimeText], {
      error: rule,
    })
    .optional()

/** `from` and `to` of a list, both inclusive; a date without a time as `to` includes the whole day (UTC). */
export const TimeFilter = {
  from: Edge(false).describe('Created at or after this date or date-time'),
  to: Edge(true).describe('Created at or before this date or date-time; a date includes the whole day'),
}

/** Whether an instant (milliseconds since 1970) lies within the filter. */
export const timeFilter =
  ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  (at: number): boolean =>
    (from === undefined || at >= from) && (to === undefined || at <= to)
