import { type Decision, decision } from '../kernel/decision.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Plan } from '../stored/plan.ts'

/** How often a sequence was used by one customer; other endpoints than charges count under no customer. */
function useSequence(state: State, plan: Plan, customerId: string): { id: string; uses: number } {
  const id = `${plan.key} ${customerId}`
  return (plan.sequence && state.sequences.get(id)) ?? { id, uses: 0 }
}

/** What a key means for this use: of a sequence, the element whose turn it is. */
export function planFor(state: State, plan: Plan, customerId: string, context: Context): Plan {
  return plan.sequence ? context.catalogue.resolveUse(plan, useSequence(state, plan, customerId).uses) : plan
}

/** Counts a use of a sequence. */
export function countUse(state: State, input: { plan: Plan; customerId: string }): Decision<void> {
  const use = useSequence(state, input.plan, input.customerId)
  return decision(undefined, [{ into: 'sequences', value: { ...use, uses: use.uses + 1 } }])
}
