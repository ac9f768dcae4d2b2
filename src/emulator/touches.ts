import type { Touch } from '../domain/kernel/journal.ts'
import type { ResourceKind } from '../domain/kernel/resources.ts'
import type { Collections } from '../domain/kernel/state.ts'

/** The collections whose values have a story. */
export const storyCollections = [
  'charges',
  'orders',
  'refunds',
  'transfers',
  'customers',
  'paymentMethods',
  'settlements',
  'chargebacks',
  'virtualAccounts',
] as const satisfies readonly ResourceKind[]

export type StoryCollection = (typeof storyCollections)[number]

const known: ReadonlySet<string> = new Set(storyCollections)

/** Whether the values of a collection have a story. */
export const hasStory = (collection: keyof Collections): collection is StoryCollection =>
  known.has(collection)

/** Adds what a request stores to what it stored before; `old` is the value that is replaced. */
export function addTouch(touched: Touch[], value: { id: string }, old: { id: string } | undefined): void {
  const { id } = value
  const to = linesOf(value)
  const place = touched.findIndex((one) => one.id === id)
  const before = touched[place]
  if (before) touched[place] = { ...before, to }
  else touched.push({ id, from: old ? linesOf(old) : -1, to })
}

/** How many lines the history of a value has. */
const linesOf = (value: object): number =>
  'history' in value && Array.isArray(value.history) ? value.history.length : 0
