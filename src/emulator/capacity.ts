import { must } from '../domain/kernel/errors.ts'
import type { Collections, State } from '../domain/kernel/state.ts'
import { storeLimits } from '../engine/store.ts'

/** Refuses (429) if a world has no room for so many more of each kind, before the first one is created. */
export function mustHaveCapacityFor(
  state: State,
  wanted: Readonly<Partial<Record<keyof Collections, number>>>,
): void {
  for (const [name, more] of Object.entries(wanted) as [keyof Collections, number][])
    must(
      state[name].size + more <= storeLimits[name],
      'limit_reached',
      `this world contains ${state[name].size} ${name} and has no room for ${more} more: the limit is ${storeLimits[name]}; request fewer, or empty the world with POST /_emulator/reset`,
    )
}
