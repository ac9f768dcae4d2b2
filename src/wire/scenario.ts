import type { PaymentMethodType } from '../domain/kernel/enums.ts'
import { camelKey } from '../domain/kernel/values.ts'
import type { Explanation } from '../domain/scenario/explain.ts'
import { facetNames, type ScenarioFragment } from '../domain/scenario/fragment.ts'

/** An entry of the scenario catalogue: a fragment and the parts it sets. */
export const presentScenario = (fragment: ScenarioFragment) => ({
  key: fragment.key,
  title: fragment.title,
  description: fragment.description ?? null,
  sets: facetNames.filter((name) => camelKey(name) in fragment),
  payment_methods: fragment.paymentMethods ? [...fragment.paymentMethods] : null,
  default_for: [...(fragment.defaultFor ?? [])],
  source: fragment.source ?? '',
})

/** The explanation of a scenario key, step by step. */
export const presentExplanation = ({ key, uses, paymentMethods, steps, flow }: Explanation) => ({
  key,
  uses,
  payment_methods: (paymentMethods as PaymentMethodType[] | undefined) ?? null,
  steps,
  flow: flow.map(({ kind, by, title, details, exits, ends }) => ({
    kind,
    by,
    title,
    details: [...details],
    exits: [...exits],
    ends: ends ?? null,
  })),
})
