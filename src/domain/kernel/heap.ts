/** Used size and limit of the heap. Bytes. */
export interface HeapUse {
  used: number
  limit: number
}

/** What fills the heap: the number of each kind, and roughly how many bytes they take together. */
export type Holdings = Record<Filling, { count: number; bytes: number }>

type Filling = keyof typeof fillings

/**
 * Above this share of the limit, or with less than this left of a small heap, nothing more is stored: the rest is needed to
 * answer what arrives at the same time, and to write the report. Storing resumes only below, so that requests are not
 * refused and accepted by turns.
 */
const fullShare = 0.85
const headroomBytes = 10 * 1024 * 1024
const resumeShare = 0.05

/** What the code that is loaded on demand takes at most while it is loaded. Without it, the headroom would have to suffice for that, too. */
const loadingBytes = 16 * 1024 * 1024

/** Garbage counts as used until it is collected; a collection is worth its time once this share was added. */
const collectShare = 0.05

/** What can fill the heap: its name, and how to reduce it. */
const fillings = {
  journal: {
    name: 'journal entries',
    advice: (limits: Limits) =>
      `DELETE /_emulator/requests empties the journal of a world, and a lower --journal-limit (now ${limits.journalLimit}) limits its size`,
  },
  records: {
    name: 'charges and other records',
    advice: () => 'POST /_emulator/reset empties a world, or all of them with ?all=true',
  },
  worlds: {
    name: 'worlds',
    advice: (limits: Limits) =>
      `DELETE /_emulator/worlds/{name} removes one, and a lower --max-worlds (now ${limits.maxWorlds}) limits their number`,
  },
  snapshots: {
    name: 'kept snapshots',
    advice: () => 'DELETE /_emulator/state/snapshots/{name} drops a kept snapshot of a world',
  },
} as const satisfies Record<string, { name: string; advice: (limits: Limits) => string }>

interface Limits {
  journalLimit: number
  maxWorlds: number
}

const fullBytes = (limit: number): number => Math.min(fullShare * limit, limit - headroomBytes)

/** Whether nothing more may be stored; `wasFull` is the previous result. */
export const isFull = ({ used, limit }: HeapUse, wasFull: boolean): boolean =>
  used >= Math.round(fullBytes(limit) - (wasFull ? resumeShare * limit : 0))

/** Whether the heap is so nearly full that what is loaded on demand should be loaded now. */
export const isScarce = ({ used, limit }: HeapUse): boolean => used >= fullBytes(limit) - loadingBytes

/** Whether another collection is worth its time; the last one left `left` bytes. */
export const isWorthCollecting = ({ used, limit }: HeapUse, left: number): boolean =>
  used - left >= collectShare * limit

/** Why nothing more is stored: what fills the heap, largest part first, and how to reduce that part. */
export function fullMessage({ used, limit }: HeapUse, holdings: Holdings, limits: Limits): string {
  const parts = (Object.keys(fillings) as Filling[])
    .map((filling) => ({ ...fillings[filling], ...holdings[filling] }))
    .sort((a, b) => b.bytes - a.bytes)
  // These are estimates, so they are scaled to no more than what is in use.
  const scale = Math.min(1, used / parts.reduce((sum, { bytes }) => sum + bytes, 1))
  const list = parts.map(
    ({ name, count, bytes }) => `${name}: ${count} (about ${megabytes(bytes * scale)} MB)`,
  )
  const [largest] = parts
  return `the heap is nearly full, ${megabytes(used)} of ${megabytes(limit)} MB, so nothing more is stored. It contains ${list.join(', ')}. ${largest?.advice(limits)}; or start with more heap: NODE_OPTIONS=--max-old-space-size=${megabytes(2 * limit)}`
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)
