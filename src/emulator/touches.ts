import type { Touch } from '../domain/kernel/journal.ts'
import type { Collections } from '../domain/kernel/state.ts'

/** The collections whose values have a story, and what one of them is called in sentences. */
export const storyWords = {
  charges: 'charge',
  orders: 'order',
  refunds: 'refund',
  transfers: 'transfer',
  customers: 'customer',
  paymentMethods: 'payment method',
} as const satisfies { [K in keyof Collections]?: string }

export type StoryCollection = keyof typeof storyWords

/** Whether the values of a collection have a story. */
export const hasStory = (collection: keyof Collections): collection is StoryCollection =>
  collection in storyWords

/** Adds what a request stores to what it stored before; `old` is the value that is replaced. */
export function addTouch(touched: Touch[], value: { id: string }, old: { id: string } | undefined): void {
  const { id } = value
  const to = linesOf(value)
  const known = touched.findIndex((one) => one.id === id)
  const before = touched[known]
  if (before) touched[known] = { ...before, to }
  else touched.push({ id, from: old ? linesOf(old) : -1, to })
}

/** How many lines the history of a value has. */
const linesOf = (value: object): number =>
  'history' in value && Array.isArray(value.history) ? value.history.length : 0
