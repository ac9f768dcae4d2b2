/** Milliseconds, or a text such as `250ms`, `30s`, `11m` or `1h30m`. */
export type Duration = number | string

/** An instant that a clock can be set to: a date, ISO 8601 with its zone, or milliseconds since 1970. */
export type Instant = Date | string | number
