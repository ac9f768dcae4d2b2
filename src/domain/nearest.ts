/** Number of single-character edits between two words; two neighbours that have changed places are one edit. */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution, swap))
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** Up to three known words that somebody may have meant, best first; a word after the colon counts by itself too. */
export function nearest(word: string, known: Iterable<string>): string[] {
  const text = word.slice(0, 100).toLowerCase()
  const scored: [number, string][] = []
  for (const candidate of known) {
    const value = candidate.slice(candidate.indexOf(':') + 1)
    const distance = Math.min(
      editDistance(text, candidate.toLowerCase()),
      editDistance(text, value.toLowerCase()) + 0.5,
    )
    if (distance <= Math.max(2, text.length / 3)) scored.push([distance, candidate])
  }
  return scored
    .sort(([a], [b]) => a - b)
    .slice(0, 3)
    .map(([, candidate]) => candidate)
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
