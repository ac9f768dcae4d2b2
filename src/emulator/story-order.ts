import type { TimelineEntry } from './timeline-entries.ts'

/** An entry, and whether it is about the whole world. */
export interface Placed {
  entry: TimelineEntry
  isWorlds: boolean
}

/** Entries whose place among the requests is not known yet, by what a note says about them. */
export class Loose {
  readonly #byKey = new Map<string, TimelineEntry[]>()
  readonly #placed = new Set<TimelineEntry>()

  add(key: string, entry: TimelineEntry): void {
    const same = this.#byKey.get(key)
    if (same) same.push(entry)
    else this.#byKey.set(key, [entry])
  }

  /** The oldest entry of a key that was not taken. */
  take(key: string): TimelineEntry | undefined {
    const entry = this.#byKey.get(key)?.find((one) => !this.#placed.has(one))
    if (entry) this.#placed.add(entry)
    return entry
  }

  /** What was not taken, by time. */
  rest(): TimelineEntry[] {
    const rest = [...this.#byKey.values()].flat().filter((entry) => !this.#placed.has(entry))
    return rest.sort((a, b) => a.at - b.at)
  }
}

/** Whether a text contains a name that is not part of a longer one. */
export function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + name.length] ?? ' ')) return true
  return false
}

/** Inserts entries, which are sorted, before the first that is later. */
export function byTime(placed: readonly Placed[], entries: readonly TimelineEntry[]): Placed[] {
  const all: Placed[] = []
  let next = 0
  const insert = (before: number): void => {
    for (let entry = entries[next]; entry !== undefined && entry.at < before; entry = entries[++next])
      all.push({ entry, isWorlds: false })
  }
  for (const one of placed) {
    insert(one.entry.at)
    all.push(one)
  }
  insert(Number.POSITIVE_INFINITY)
  return all
}

/**
 * Leaves out what concerned the whole world before the story began and, unless something is due, after it ended; but not a
 * rule that gave one of its requests a key.
 */
export function withoutTheRest(entries: readonly Placed[], goesOn: boolean): Placed[] {
  const first = entries.findIndex(({ isWorlds }) => !isWorlds)
  if (first < 0) return goesOn ? [...entries] : []
  const last = goesOn ? entries.length : entries.findLastIndex(({ isWorlds }) => !isWorlds)
  const texts = entries.flatMap(({ entry }) => (entry.kind === 'request' ? entry.what : [])).join(' ')
  const applied = ({ kind, what }: TimelineEntry): boolean => {
    const [rule] = kind === 'rule' ? (/^added (\w+)/.exec(what)?.slice(1) ?? []) : []
    return rule !== undefined && hasWord(texts, rule)
  }
  return entries.filter(({ entry }, index) => (index >= first && index <= last) || applied(entry))
}

/** More moves of the clock in a row than this are told as one. */
const maxMoves = 3

/** Joins many moves of the clock between which nothing happened. */
export function withoutSteps(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const told: TimelineEntry[] = []
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as TimelineEntry
    let end = index
    while (entry.kind === 'clock' && entries[end + 1]?.kind === 'clock') end++
    const moves = end - index + 1
    if (moves <= maxMoves) {
      told.push(entry)
      continue
    }
    const until = entries.slice(index, end + 1).findLast((move) => move.until !== undefined)?.until
    told.push({ ...entry, what: `moved ${moves} times`, until })
    index = end
  }
  return told
}
