import { z } from 'zod'

const dayMs = 86_400_000

const Instant = (endOfDay: boolean) =>
  z
    .string()
    .refine(
      (text) => !Number.isNaN(Date.parse(text)),
      'must be a date or date-time, such as 2026-01-31 or 2026-01-31T12:00:00Z',
    )
    .transform((text) => Date.parse(text) + (endOfDay && /^\d{4}-\d\d-\d\d$/.test(text) ? dayMs - 1 : 0))
    .optional()

/** `from` and `to` of a list: both ends belong to it, and a date without a time as `to` is the end of its day. */
export const TimeFilter = {
  from: Instant(false).describe('Created at this date or date-time, or later'),
  to: Instant(true).describe('Created at this date or date-time, or earlier; a date includes its whole day'),
}

/** Whether an instant (ms) lies between the two. */
export const timeFilter =
  ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  (at: number): boolean =>
    (from === undefined || at >= from) && (to === undefined || at <= to)
