/** Longer texts are not cached. Characters. */
const longest = 64

/**
 * Caches the last `max` results of `make`, a pure function of short texts that recur with each request. Measured alone:
 * finding the header that a name resembles takes 17 µs, and whether it is secret 1 µs, of about 100 µs for a charge.
 */
export function memo<R>(make: (text: string) => R, max: number): (text: string) => R {
  const results = new Map<string, R>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = make(text)
    if (text.length > longest) return result
    if (results.size >= max) results.clear()
    // A copy, because a slice keeps the whole text in memory.
    results.set(Buffer.from(text).toString(), result)
    return result
  }
}
