import type { PaymentMethodType } from '../domain/kernel/enums.ts'
import type { Explanation } from '../domain/scenario/explain.ts'
import type { ScenarioFragment } from '../domain/scenario/fragment.ts'

const facets = {
  steps: 'steps',
  processorResponse: 'processor_response',
  payer: 'payer',
  webhooks: 'webhooks',
  response: 'response',
  sequence: 'sequence',
  transfer: 'transfer',
} as const

/** An entry of the catalogue: what a fragment is, and what it sets. */
export const presentScenario = (fragment: ScenarioFragment) => ({
  key: fragment.key,
  title: fragment.title,
  description: fragment.description ?? null,
  sets: Object.entries(facets)
    .filter(([name]) => fragment[name as keyof typeof facets] !== undefined)
    .map(([, label]): string => label),
  payment_methods: fragment.paymentMethods ? [...fragment.paymentMethods] : null,
  default_for: [...(fragment.defaultFor ?? [])],
  source: fragment.source ?? '',
})

/** What a key does, step by step. */
export const presentExplanation = ({ key, uses, paymentMethods, steps }: Explanation) => ({
  key,
  uses,
  payment_methods: (paymentMethods as PaymentMethodType[] | undefined) ?? null,
  steps,
})
