/** How much of the heap is in use, and how much there may be. Bytes. */
export interface HeapUse {
  used: number
  limit: number
}

/** What fills the heap: how many there are, and about how many bytes they take together. */
export type Holdings = Record<Filling, { count: number; bytes: number }>

type Filling = keyof typeof fillings

/**
 * From this share of the limit on nothing more is stored: what remains is needed to answer, and to write the report. It has
 * to sink further before something is stored again, so that not every second request is refused.
 */
const fullShare = 0.85
const roomShare = 0.8

/** What is not in use any more counts until it is collected: this much is waited for before that is done. */
const collectShare = 0.05

/** What can fill the heap: its name, and what bounds it. */
const fillings = {
  journal: {
    name: 'journal entries',
    wayOut: (limits: Limits) =>
      `DELETE /_emulator/requests empties the journal of a world, and a lower --journal-limit (now ${limits.journalLimit}) keeps it small`,
  },
  records: {
    name: 'charges and other records',
    wayOut: () => 'POST /_emulator/reset empties a world, with ?all=true every one',
  },
  worlds: {
    name: 'worlds',
    wayOut: (limits: Limits) =>
      `DELETE /_emulator/worlds/{name} ends one, and a lower --max-worlds (now ${limits.maxWorlds}) keeps them few`,
  },
} as const satisfies Record<string, { name: string; wayOut: (limits: Limits) => string }>

interface Limits {
  journalLimit: number
  maxWorlds: number
}

/** Whether nothing more is stored; `wasFull` is whether that was so before. */
export const isFull = ({ used, limit }: HeapUse, wasFull: boolean): boolean =>
  used >= (wasFull ? roomShare : fullShare) * limit

/** Whether so much was added since the last collection, which left `left` bytes, that another one is worth its time. */
export const isWorthCollecting = ({ used, limit }: HeapUse, left: number): boolean =>
  used - left >= collectShare * limit

/** Why nothing more is stored: what fills the heap, the largest part first, and what bounds that. */
export function fullMessage({ used, limit }: HeapUse, holdings: Holdings, limits: Limits): string {
  const parts = (Object.keys(fillings) as Filling[])
    .map((filling) => ({ ...fillings[filling], ...holdings[filling] }))
    .sort((a, b) => b.bytes - a.bytes)
  // Estimates: together they are not more than what is in use.
  const scale = Math.min(1, used / parts.reduce((sum, { bytes }) => sum + bytes, 1))
  const list = parts.map(
    ({ name, count, bytes }) => `${name}: ${count} (about ${megabytes(bytes * scale)} MB)`,
  )
  const [largest] = parts
  return `the heap is nearly full, ${megabytes(used)} of ${megabytes(limit)} MB, and nothing more is stored; it holds ${list.join(', ')}. ${largest?.wayOut(limits)}; or start with more heap: NODE_OPTIONS=--max-old-space-size=${megabytes(2 * limit)}`
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)
