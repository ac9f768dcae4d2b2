let lastMs = Number.NaN
let lastText = ''

/** Milliseconds since 1970 as the service writes instants: ISO 8601, UTC, with milliseconds. */
export function isoTime(ms: number): string {
  // One answer writes the same instant several times, and under load so do the next ones.
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}
