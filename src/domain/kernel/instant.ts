import * as z from 'zod'

/**
 * The latest time of a clock, the end of 9989, in milliseconds. Retries and expiries lie at most ten years ahead, and so
 * before the year 10000, which ISO 8601 cannot write with four digits.
 */
export const latestInstant = Date.UTC(9990, 0, 1) - 1

const rule =
  'must be a date-time with its zone, such as "2030-01-01T00:00:00Z" or "2030-01-01T01:00:00+01:00", or whole milliseconds since 1970 as a number'

const form =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Whether a text is an ISO 8601 date-time with a zone, on a day that exists: `Date.parse` accepts more. */
function isDateTime(text: string): boolean {
  const day = form.exec(text)?.[1]
  return day !== undefined && z.iso.date().safeParse(day).success
}

/** A date-time with its zone. Milliseconds in code. */
export const DateTimeText = z
  .string()
  .refine(isDateTime, rule)
  .meta({ format: 'date-time', examples: ['2030-01-01T00:00:00Z'] })
  .transform((text) => Date.parse(text))

/** An instant that a clock can be set to, as text or as a number. Milliseconds in code. */
export const Instant = z
  .union([DateTimeText, z.int()], { error: rule })
  .refine((ms) => ms >= 0 && ms <= latestInstant, 'must be in the years 1970 to 9989')
