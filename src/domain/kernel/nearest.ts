/** Edit distance of two words, or a number above `most`; swapping two adjacent characters is one edit. */
export function editDistance(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let leastBefore = 0
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      const distance = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution, swap)
      next.push(distance)
      if (distance < least) least = distance
    }
    if (least > most && leastBefore > most) return least
    leastBefore = least
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Bounds the work for one word in compared characters: enough for any usual catalogue, and a few milliseconds. */
const mostCompared = 500_000

/**
 * Up to three known words that are similar, best first; the part after a colon is compared on its own as well. If there
 * are very many, only the first ones are compared.
 */
export function nearest(word: string, known: Iterable<string>): string[] {
  const text = word.slice(0, 100).toLowerCase()
  const most = Math.max(2, text.length / 3)
  const scored: [number, string][] = []
  let left = mostCompared
  const distanceTo = (candidate: string): number => {
    if (Math.abs(text.length - candidate.length) <= most) left -= text.length * candidate.length
    return editDistance(text, candidate.toLowerCase(), most)
  }
  for (const candidate of known) {
    const value = candidate.slice(candidate.indexOf(':') + 1)
    const distance = Math.min(distanceTo(candidate), distanceTo(value) + 0.5)
    if (distance <= most) scored.push([distance, candidate])
    if (left < 0) break
  }
  return scored
    .sort(([a], [b]) => a - b)
    .slice(0, 3)
    .map(([, candidate]) => candidate)
}

/** ` (did you mean "a" or "b"?)` with the nearest known words; empty if none is near. */
export function didYouMean(
  word: string,
  known: Iterable<string>,
  show = (candidate: string): string => `"${candidate}"`,
): string {
  const words = nearest(word, known).map(show)
  return words.length === 0 ? '' : ` (did you mean ${words.join(' or ')}?)`
}

/** The most values that a message lists, and how many it names of more. */
const mostListed = 20
const named = 12

/** The message for a value that is not allowed: a suggestion if one is near, then the allowed values. */
export function oneOf(sent: unknown, allowed: readonly unknown[]): string {
  const words = allowed.map(String)
  const meant = typeof sent === 'string' ? nearestWord(sent, words) : undefined
  const listed = [...new Set([...(meant === undefined ? [] : [meant]), ...words])]
  const rule =
    words.length > mostListed
      ? `must be one of ${words.length} values, such as ${listed.slice(0, named).join(', ')}; GET /_emulator/openapi.json lists them all`
      : `must be one of: ${listed.join(', ')}`
  return meant === undefined ? rule : `did you mean ${meant}? It ${rule}`
}

/** The nearest word; at least half of a short word must be right. */
function nearestWord(sent: string, words: readonly string[]): string | undefined {
  const [best] = nearest(sent, words)
  return best !== undefined && editDistance(sent.toLowerCase(), best.toLowerCase()) <= sent.length / 2
    ? best
    : undefined
}
