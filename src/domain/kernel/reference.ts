import { Refusal } from './errors.ts'
import type { State } from './state.ts'

/** Refuses a reference that a charge or transfer of the merchant has already (409, and 400 in v3). */
export function mustBeUnused(
  state: State,
  reference: string,
  code: 'conflict' | 'invalid_request' = 'conflict',
): void {
  if (isUnused(state, reference)) return
  const message = `"${reference}" is in use; a reference must be unique across all transactions`
  throw new Refusal(code, `reference ${message}`, [{ field: 'reference', message }])
}

/** Whether no transaction of the merchant has the reference. */
export const isUnused = (state: State, reference: string): boolean =>
  !state.charges.by('reference', reference) && !state.transfers.by('reference', reference)

/** The first v3 id; client libraries reject ids with fewer than seven digits. */
const first = {
  charges: 1_000_001,
  transfers: 5_000_001,
  batches: 7_000_001,
  chargeBatches: 8_000_001,
  bills: 9_000_001,
} as const

/** The v3 id of the next charge, transfer, bulk transfer, bulk charge or bill, given that there are `count` of them. */
export const v3Number = (of: keyof typeof first, count: number): number => first[of] + count
