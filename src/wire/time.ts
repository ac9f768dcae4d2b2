/** Formats milliseconds since 1970 as the service does: ISO 8601, UTC, with milliseconds. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
