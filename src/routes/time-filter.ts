import { z } from 'zod'

const Instant = z
  .string()
  .refine(
    (text) => !Number.isNaN(Date.parse(text)),
    'must be a date or date-time, such as 2026-01-31 or 2026-01-31T12:00:00Z',
  )
  .transform((text) => Date.parse(text))
  .optional()

/** `from` and `to` of a list: both ends belong to it. */
export const TimeFilter = { from: Instant, to: Instant }

/** Whether an instant (ms) lies between the two. */
export const timeFilter =
  ({ from, to }: { from?: number | undefined; to?: number | undefined }) =>
  (at: number): boolean =>
    (from === undefined || at >= from) && (to === undefined || at <= to)
