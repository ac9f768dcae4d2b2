import { Refusal } from './errors.ts'
import type { State } from './state.ts'

/** Refuses a reference that any transaction of the merchant has taken: a charge or a transfer (409, and 400 in v3). */
export function mustBeFresh(
  state: State,
  reference: string,
  code: 'conflict' | 'invalid_request' = 'conflict',
): void {
  if (isFresh(state, reference)) return
  throw new Refusal(
    code,
    `reference "${reference}" is taken; a reference must be unique across all transactions`,
  )
}

/** Whether no transaction of the merchant has the reference. */
export const isFresh = (state: State, reference: string): boolean =>
  !state.charges.by('reference', reference) && !state.transfers.by('reference', reference)

/** Where v3 begins to count; client libraries take ids for wrong that have fewer than seven digits. */
const first = { charges: 1_000_001, transfers: 5_000_001 } as const

/** The integer by which v3 knows the next charge or transfer, when there are `count` of them. */
export const v3Number = (of: keyof typeof first, count: number): number => first[of] + count
