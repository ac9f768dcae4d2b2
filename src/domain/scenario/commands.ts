import { type Decision, decision, type Effect, type Save } from '../kernel/decision.ts'
import { must } from '../kernel/errors.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Plan } from '../stored/plan.ts'
import type { Rule } from './rule.ts'

export function addRule(
  _state: State,
  input: Omit<Rule, 'id' | 'until'> & { forMs: number | undefined },
  context: Context,
): Decision<Rule> {
  const { forMs, ...rest } = input
  const until = forMs === undefined ? undefined : context.now + forMs
  const rule = { id: context.newId('rul'), ...rest, until }
  return decision(rule, [{ into: 'rules', value: rule }])
}

/** Removes one rule, or all. */
export function removeRules(state: State, input: { id: string | undefined }): Decision<number> {
  const gone = [...state.rules].filter(({ id }) => input.id === undefined || id === input.id)
  must(
    input.id === undefined || gone.length > 0,
    'not_found',
    `no rule "${input.id}"; GET /_emulator/rules lists them`,
  )
  return decision(
    gone.length,
    [],
    gone.map(({ id }) => remove(id)),
  )
}

/** The rule for a request, if one falls on it: the oldest that fits. Removes rules that have expired. */
export function pickRule(
  state: State,
  { method, path }: { method: string; path: string },
  context: Context,
): Decision<Rule | undefined> {
  const effects: Effect[] = []
  for (const rule of state.rules) {
    if (rule.until !== undefined && rule.until <= context.now) {
      effects.push(remove(rule.id))
      continue
    }
    if (rule.method !== undefined && rule.method !== method) continue
    if (rule.path !== undefined && !isUnder(path, rule.path)) continue
    if (rule.share < 1 && context.random() >= rule.share) continue
    const saves: Save[] = []
    if (rule.remaining === 1) effects.push(remove(rule.id))
    else if (rule.remaining !== undefined)
      saves.push({ into: 'rules', value: { ...rule, remaining: rule.remaining - 1 } })
    return decision(rule, saves, effects)
  }
  return decision(undefined, [], effects)
}

const isUnder = (path: string, top: string): boolean =>
  path === top || path.startsWith(top.endsWith('/') ? top : `${top}/`)

const remove = (id: string): Effect => ({ kind: 'remove', from: 'rules', id })

/** How often a customer has used a sequence; endpoints other than charges have no customer. */
function useSequence(state: State, plan: Plan, customerId: string): { id: string; uses: number } {
  const id = `${plan.key} ${customerId}`
  return (plan.sequence && state.sequences.get(id)) ?? { id, uses: 0 }
}

/** The plan of a key for this use: for a sequence, the element whose turn it is. */
export function planFor(state: State, plan: Plan, customerId: string, context: Context): Plan {
  return plan.sequence ? context.catalogue.resolveUse(plan, useSequence(state, plan, customerId).uses) : plan
}

/** Counts a use of a sequence. */
export function countUse(state: State, input: { plan: Plan; customerId: string }): Decision<void> {
  const use = useSequence(state, input.plan, input.customerId)
  return decision(undefined, [{ into: 'sequences', value: { ...use, uses: use.uses + 1 } }])
}
