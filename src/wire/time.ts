let lastMs = Number.NaN
let lastText = ''

/** Formats milliseconds since 1970 as the service does: ISO 8601, UTC, with milliseconds. */
export function isoTime(ms: number): string {
  // An answer contains the same instant several times; under load, so do the following answers.
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}
