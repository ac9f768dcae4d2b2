import { diffArrays, diffWordsWithSpace } from 'diff'

/** A part of a line, and whether the other line lacks it. */
export interface Piece {
  text: string
  isOther: boolean
}

/** A line of one text next to that of the other; undefined if only one text has it. */
export interface Row {
  /** `renewed`: they differ by ids and instants only, which no two requests share. `folded`: stands for lines that are equal. */
  kind: 'same' | 'renewed' | 'changed' | 'folded'
  left: readonly Piece[] | undefined
  right: readonly Piece[] | undefined
}

/** How many lines may be removed or added before the texts count as different ones, whose lines are paired in order. */
const maxChanges = 2000

/** The longest line in which words are compared. Characters. */
const longestLine = 2000

/** What differs between any two requests: ids, instants, and numbers of v3 and of timestamps. */
const renewed: readonly [RegExp, string][] = [
  [/\b[a-z]{3,5}_[0-9a-z]{14}\b/g, 'id'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'instant'],
  [/^(\s*"(?:id|timestamp)": |webhook-timestamp: )\d+/, '$1number'],
]

const withoutRenewed = (line: string): string =>
  renewed.reduce((text, [pattern, name]) => text.replace(pattern, name), line)

const whole = (text: string): Piece[] => [{ text, isOther: false }]

/** Two lines side by side. */
function pair(left: string, right: string, kind: Row['kind']): Row {
  if (left === right) return { kind: 'same', left: whole(left), right: whole(right) }
  if (Math.max(left.length, right.length) > longestLine)
    return { kind, left: [{ text: left, isOther: true }], right: [{ text: right, isOther: true }] }
  const parts = diffWordsWithSpace(left, right)
  const side = (not: 'added' | 'removed'): Piece[] =>
    parts
      .filter((part) => !part[not])
      .map(({ value, added, removed }) => ({ text: value, isOther: added || removed }))
  return { kind, left: side('added'), right: side('removed') }
}

/** Lines that differ, in order; the longer side goes on alone. */
function unequal(left: readonly string[], right: readonly string[]): Row[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [one, other] = [left[index], right[index]]
    if (one !== undefined && other !== undefined) return pair(one, other, 'changed')
    const only = [{ text: one ?? other ?? '', isOther: true }]
    return one === undefined
      ? { kind: 'changed', left: undefined, right: only }
      : { kind: 'changed', left: only, right: undefined }
  })
}

/** Equal lines that are shown before and after one that differs, and how many are worth folding. */
const context = 4
const worthFolding = 3

/** Folds long runs of equal lines, unless all are. */
export function folded(rows: readonly Row[]): Row[] {
  const differs = rows.flatMap(({ kind }, index) => (kind === 'changed' ? [index] : []))
  if (differs.length === 0) return [...rows]
  const shown: Row[] = []
  let next = 0
  for (const index of [...differs, rows.length + context]) {
    const from = Math.min(rows.length, Math.max(next, index - context))
    if (from - next < worthFolding) shown.push(...rows.slice(next, from))
    else {
      const line = whole(`⋯ ${from - next} equal lines`)
      shown.push({ kind: 'folded', left: line, right: line })
    }
    next = Math.max(next, Math.min(rows.length, index + context + 1))
    shown.push(...rows.slice(from, next))
  }
  return shown
}

/** The lines of two texts side by side. */
export function aligned(left: readonly string[], right: readonly string[]): Row[] {
  const parts = diffArrays(left.map(withoutRenewed), right.map(withoutRenewed), {
    maxEditLength: maxChanges,
  }) as ReturnType<typeof diffArrays<string>> | undefined
  if (parts === undefined) return unequal(left, right)
  const rows: Row[] = []
  let [atLeft, atRight] = [0, 0]
  let [fromLeft, fromRight] = [0, 0]
  const flush = (): void => {
    rows.push(...unequal(left.slice(fromLeft, atLeft), right.slice(fromRight, atRight)))
  }
  for (const { value, added, removed } of parts) {
    if (added) atRight += value.length
    else if (removed) atLeft += value.length
    else {
      flush()
      for (const _ of value) rows.push(pair(left[atLeft++] ?? '', right[atRight++] ?? '', 'renewed'))
      ;[fromLeft, fromRight] = [atLeft, atRight]
    }
  }
  flush()
  return rows
}
