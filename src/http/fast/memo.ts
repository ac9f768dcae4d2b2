/** Longer texts are not kept. Characters. */
const longest = 64

/**
 * `make`, a pure function of short texts that come again with each request, with its last `max` results kept. `POST /charges`
 * gains a third of its processor time by the names of headers that are near ones of ours, and 5 % by those that are secret.
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
