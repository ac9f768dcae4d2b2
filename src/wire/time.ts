/** What lies beyond is shown as this: four digits are all that a year has in a date-time. Milliseconds. */
const endOf9999 = 253_402_300_799_999

let lastMs = Number.NaN
let lastText = ''

/** Milliseconds since 1970 as the service writes instants: ISO 8601, UTC, with milliseconds. */
export function isoTime(ms: number): string {
  // One answer writes the same instant several times, and under load so do the next ones.
  if (ms !== lastMs) {
    lastText = new Date(Math.min(ms, endOf9999)).toISOString()
    lastMs = ms
  }
  return lastText
}
