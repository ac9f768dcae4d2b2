/** Milliseconds, or a text such as `250ms`, `30s`, `11m` or `1h30m`. */
export type Duration = number | string

/** An instant in the years 1970 to 9989: a Date, ISO 8601 with a time zone, or milliseconds since 1970. */
export type Instant = Date | string | number
