import type { Decision } from '../domain/kernel/decision.ts'
import type { Random } from '../engine/random.ts'
import type { Store } from '../engine/store.ts'

/**
 * Decides so that a refusal leaves nothing behind: not even a random number that was drawn, and no first save of several
 * where a collection has no room for the last.
 */
export function allOrNothing<I, C, R>(
  store: Store,
  random: Random,
  decide: (store: Store, input: I, context: C) => Decision<R>,
  input: I,
  context: C,
): Decision<R> {
  const before = random.state
  try {
    const decided = decide(store, input, context)
    for (const { into, value } of decided.saves) store[into].mustHaveRoom(value.id)
    return decided
  } catch (error) {
    random.state = before
    throw error
  }
}
