/** Number of single-character edits between two words. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution))
    }
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

/** ` (did you mean "a" or "b"?)` with the known words that are nearest; empty where none is near. */
export function didYouMean(
  word: string,
  known: Iterable<string>,
  show = (candidate: string): string => `"${candidate}"`,
): string {
  const words = nearest(word, known).map(show)
  return words.length === 0 ? '' : ` (did you mean ${words.join(' or ')}?)`
}
