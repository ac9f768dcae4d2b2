import type { Plan } from '../stored/plan.ts'
import type { FacetValues, ScenarioFragment } from './fragment.ts'

/** Two fragments of one key set the same thing. */
export class FragmentConflict extends Error {}

/** Facets that are merged member by member, with their name in messages: `webhook:delayed&webhook:duplicate` do not conflict. */
const byMember = {
  webhooks: 'webhooks',
  response: 'the response',
  transfer: 'the transfer',
  chargeback: 'the chargeback',
} as const satisfies Partial<Record<keyof FacetValues, string>>

/** All other facets: only one fragment may set each. */
const whole = {
  steps: 'the flow',
  processorResponse: 'the processor response',
  payer: 'the payer',
  sequence: 'a sequence',
} as const satisfies Record<Exclude<keyof FacetValues, keyof typeof byMember>, string>

/** What a fragment sets: two fragments that set the same thing cannot be combined. */
export const setBy = (fragment: ScenarioFragment): string[] => [
  ...Object.keys(whole).filter((facet) => fragment[facet as keyof typeof whole] !== undefined),
  ...(Object.keys(byMember) as (keyof typeof byMember)[]).flatMap((facet) =>
    Object.keys(fragment[facet] ?? {}).map((name) => `${facet}.${name}`),
  ),
]

/** Merges fragments. Throws a FragmentConflict that names two fragments which set the same thing. */
export function mergeFragments(fragments: Iterable<ScenarioFragment>): Omit<Plan, 'key' | 'uses'> {
  const merged: Record<string, unknown> = {}
  const owners = new Map<string, string>()
  const claim = (thing: string, label: string, key: string): void => {
    const other = owners.get(thing)
    if (other !== undefined)
      throw new FragmentConflict(`"${other}" and "${key}" both set ${label}; keep one of them`)
    owners.set(thing, key)
  }
  for (const fragment of fragments) {
    for (const [facet, label] of Object.entries(whole) as [keyof typeof whole, string][]) {
      if (fragment[facet] === undefined) continue
      claim(facet, label, fragment.key)
      merged[facet] = fragment[facet]
      if (facet === 'steps' && fragment.paymentMethods) merged['paymentMethods'] = fragment.paymentMethods
    }
    for (const [facet, label] of Object.entries(byMember) as [keyof typeof byMember, string][]) {
      const members = fragment[facet]
      if (members === undefined) continue
      for (const name of Object.keys(members)) claim(`${facet}.${name}`, `${name} of ${label}`, fragment.key)
      merged[facet] = { ...(merged[facet] as object | undefined), ...members }
    }
  }
  return merged
}
