/** Longer texts are not kept. Characters. */
const longest = 64

/**
 * `make`, a pure function of short texts that come again with each request, with its last `max` results kept. Measured by
 * itself: finding what is near to one header name takes 17 µs, and whether it is secret 1 µs, of about 100 µs for a charge.
 */
export function memo<R>(make: (text: string) => R, max: number): (text: string) => R {
  const results = new Map<string, R>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = make(text)
    if (text.length > longest) return result
    if (results.size >= max) results.clear()
    // A text of its own: a part of a text keeps all of it in memory.
    results.set(Buffer.from(text).toString(), result)
    return result
  }
}
