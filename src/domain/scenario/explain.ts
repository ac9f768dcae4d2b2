import type { PaymentMethodType } from '../kernel/enums.ts'
import type { Catalogue } from './catalogue.ts'
import { type FlowNode, flowNodes } from './flow-nodes.ts'

/** What a key does, in words and as a picture. */
export interface Explanation {
  key: string
  /** The fragments that it combines, with their titles. */
  uses: { key: string; title: string }[]
  paymentMethods: readonly PaymentMethodType[] | undefined
  steps: string[]
  flow: FlowNode[]
}

/**
 * Explains a key step by step; given a payment method, with its default flow if the key has none. An empty key means no
 * header. Refuses what the header would be refused for (400).
 */
export function explain(catalogue: Catalogue, key: string, type?: PaymentMethodType): Explanation {
  const sent = catalogue.resolve(key === '' ? undefined : key)
  const plan = type ? catalogue.forCharge(sent, type) : sent
  const uses = plan.uses.map((name) => ({ key: name, title: catalogue.fragments.get(name)?.title ?? '' }))
  const flow = flowNodes(plan)
  const steps = flow.flatMap(({ text }) => text?.split('\n') ?? [])
  return { key, uses, paymentMethods: plan.paymentMethods, steps, flow }
}
