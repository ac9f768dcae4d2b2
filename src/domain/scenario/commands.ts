import { type Decision, decision, type Effect } from '../kernel/decision.ts'
import { must } from '../kernel/errors.ts'
import type { Context, State } from '../kernel/state.ts'
import type { Plan } from '../stored/plan.ts'
import type { Catalogue } from './catalogue.ts'
import type { Rule } from './rule.ts'

/** Adds a rule, and removes those that have expired. */
export function addRule(
  state: State,
  input: Omit<Rule, 'id' | 'until'> & { forMs: number | undefined },
  context: Context,
): Decision<Rule> {
  const { forMs, ...rest } = input
  const until = forMs === undefined ? undefined : context.now + forMs
  const rule = { id: context.newId('rul'), ...rest, until }
  const expired = [...state.rules].filter((other) => !isInForce(other, context.now))
  return decision(
    rule,
    [{ into: 'rules', value: rule }],
    expired.map(({ id }) => remove(id)),
  )
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

/** A request used a rule: decreases its count, and removes it after the last use. */
export function useRule(state: State, input: { id: string }): Decision<void> {
  const rule = state.rules.get(input.id)
  if (rule?.remaining === undefined) return decision(undefined, [])
  if (rule.remaining === 1) return decision(undefined, [], [remove(rule.id)])
  return decision(undefined, [{ into: 'rules', value: { ...rule, remaining: rule.remaining - 1 } }])
}

const isInForce = ({ until }: Rule, now: number): boolean => until === undefined || until > now

/** The added rules that are in force, oldest first. */
export function* rulesInForce(state: State, now: number): Iterable<Rule> {
  for (const rule of state.rules) if (isInForce(rule, now)) yield rule
}

const remove = (id: string): Effect => ({ kind: 'remove', from: 'rules', id })

/** A plan with the flow that a request asks for, if its scenario key sets no other one. */
export const withFlow = (plan: Plan, key: string | undefined, { fragments }: Catalogue): Plan =>
  key === undefined || plan.steps || plan.sequence || plan.unknown
    ? plan
    : { ...plan, steps: fragments.get(key)?.steps }

/** How often a customer has used a sequence; endpoints other than charges have no customer. */
function useSequence(state: State, plan: Plan, customerId: string): { id: string; uses: number } {
  const id = `${plan.key} ${customerId}`
  return (plan.sequence && state.sequences.get(id)) ?? { id, uses: 0 }
}

/** The plan of a key for this use: for a sequence, that of the next element. */
export function planFor(state: State, plan: Plan, customerId: string, context: Context): Plan {
  return plan.sequence ? context.catalogue.resolveUse(plan, useSequence(state, plan, customerId).uses) : plan
}

/** Counts a use of a sequence. */
export function countUse(state: State, input: { plan: Plan; customerId: string }): Decision<void> {
  const use = useSequence(state, input.plan, input.customerId)
  return decision(undefined, [{ into: 'sequences', value: { ...use, uses: use.uses + 1 } }])
}
