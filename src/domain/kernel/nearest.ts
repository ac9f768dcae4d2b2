/** Number of single-character edits between two words, or more than `most`; two neighbours that have changed places are one edit. */
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

/** How many pairs of characters are compared for one word: all that a usual catalogue has, and a moment at most. */
const mostCompared = 500_000

/**
 * Up to three known words that may have been meant, best first; a word after the colon counts by itself too. Among
 * very many long ones it looks at the first of them only.
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

/** ` (did you mean "a" or "b"?)` with the known words that are nearest; empty where none is near. */
export function didYouMean(
  word: string,
  known: Iterable<string>,
  show = (candidate: string): string => `"${candidate}"`,
): string {
  const words = nearest(word, known).map(show)
  return words.length === 0 ? '' : ` (did you mean ${words.join(' or ')}?)`
}

/** The most values that a message lists. */
const mostListed = 12

/** What is said of a value that is none of those that are allowed: the one that was probably meant, then the others. */
export function oneOf(sent: unknown, allowed: readonly unknown[]): string {
  const words = allowed.map(String)
  const meant = typeof sent === 'string' ? nearestWord(sent, words) : undefined
  const listed = [...new Set([...(meant === undefined ? [] : [meant]), ...words])].slice(0, mostListed)
  const rule =
    words.length > mostListed
      ? `must be one of ${words.length} values, such as ${listed.join(', ')}; GET /_emulator/openapi.json lists them all`
      : `must be one of: ${listed.join(', ')}`
  return meant === undefined ? rule : `did you mean ${meant}? It ${rule}`
}

/** The one word that is nearest; of a short word half must be right. */
function nearestWord(sent: string, words: readonly string[]): string | undefined {
  const [best] = nearest(sent, words)
  return best !== undefined && editDistance(sent.toLowerCase(), best.toLowerCase()) <= sent.length / 2
    ? best
    : undefined
}
