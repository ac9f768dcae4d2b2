import { endsBy, expectedAnswer, nextActions } from '../charge/next-actions.ts'
import { processorResponses } from '../charge/processor-responses.ts'
import { formatDuration, isDuration } from '../kernel/duration.ts'
import type { PaymentMethodType } from '../kernel/enums.ts'
import { camelKey } from '../kernel/values.ts'
import type { Plan } from '../stored/plan.ts'
import type { Catalogue } from './catalogue.ts'
import { type FlowStep, facets } from './fragment.ts'
import { describeLatency } from './latency.ts'

/** What a key does, in words. */
export interface Explanation {
  key: string
  /** The fragments that it combines, with their titles. */
  uses: { key: string; title: string }[]
  paymentMethods: readonly PaymentMethodType[] | undefined
  steps: string[]
}

/**
 * Explains a key step by step; given a payment method, with its default flow if the key has none. An empty key means no
 * header. Refuses what the header would be refused for (400).
 */
export function explain(catalogue: Catalogue, key: string, type?: PaymentMethodType): Explanation {
  const sent = catalogue.resolve(key === '' ? undefined : key)
  const plan = type ? catalogue.forCharge(sent, type) : sent
  const uses = plan.uses.map((name) => ({ key: name, title: catalogue.fragments.get(name)?.title ?? '' }))
  return {
    key,
    uses,
    paymentMethods: plan.paymentMethods,
    steps: [...before(plan), ...flow(plan), ...after(plan)],
  }
}

type ResponsePlan = NonNullable<Plan['response']>

/**
 * What each member of `response` does, in this order. Null: the text of another member includes it. A new member needs an
 * entry here, or it would not be explained.
 */
const responseTexts = {
  latency: ({ latency, spread }, when) =>
    latency === undefined
      ? undefined
      : `the answer is delayed by ${describeLatency(latency)}${spread ? ` and up to ${formatDuration(spread)} more` : ''}, ${when}`,
  spread: null,
  status: ({ status, retryAfter }, when) =>
    status === undefined
      ? undefined
      : `${when}, the answer is HTTP ${status}${retryAfter ? ` with Retry-After ${retryAfter / 1000}` : ''}`,
  retryAfter: null,
  fault: ({ fault }, when) => (fault === undefined ? undefined : `${when}, the connection fails: ${fault}`),
  afterCommit: null,
} as const satisfies Record<
  keyof ResponsePlan,
  ((response: ResponsePlan, when: string) => string | undefined) | null
>

function before({ response, sequence, unknown }: Plan): string[] {
  const lines: string[] = []
  if (unknown) lines.push('the key is unknown: the charge stays pending forever')
  if (sequence)
    lines.push(`uses by one customer, in turn: ${sequence.join(', then ')}; the last one from then on`)
  if (!response) return lines
  const when = response.afterCommit ? 'after the request was executed' : 'before the request is executed'
  return [...lines, ...Object.values(responseTexts).flatMap((text) => text?.(response, when) ?? [])]
}

function flow(plan: Plan): string[] {
  if (!plan.steps)
    return plan.transfer || plan.chargeback || plan.unknown || plan.sequence
      ? []
      : ["the payment method's default flow", ...(plan.processorResponse ? [verdict(plan)] : [])]
  return plan.steps.map((step) => describeStep(step, plan))
}

function describeStep(step: FlowStep, plan: Plan): string {
  if ('finish' in step)
    return step.finish === 'issuer' ? verdict(plan) : `the charge ends: ${withCode(step.finish)}`
  const parts = [`${step.ask}: ${nextActions[step.ask].title}`]
  const answer = expectedAnswer(step.ask)
  if (answer && 'rejects' in step) {
    parts.push(`answer with authorization.type "${answer}"`)
    if (step.rejects.length > 0)
      parts.push(
        `wrong: ${step.rejects.join(', ')}; every other well-formed answer is right; after ${step.attempts} wrong ones: ${withCode(step.exhausted)}`,
      )
  }
  if (step.ask === 'requires_requery') parts.push(`read ${step.reads} returns the result`)
  if (step.ask === 'requires_capture') parts.push('PUT /orders/{id}, or a charge with order_id')
  if (endsBy(step.ask) === 'payer')
    parts.push(
      plan.payer
        ? `the payer will ${plan.payer.action} after ${formatDuration(plan.payer.after)}`
        : 'payer page, or POST /_emulator/charges/{id}/payer',
    )
  if (step.after !== undefined) parts.push(`completed automatically after ${formatDuration(step.after)}`)
  if (step.expiresAfter !== undefined)
    parts.push(`expires after ${formatDuration(step.expiresAfter)}: ${withCode(step.expired)}`)
  return parts.join('; ')
}

const verdict = (plan: Plan): string =>
  `the issuer decides: ${withCode(plan.processorResponse ?? 'approved')}`

const withCode = (response: keyof typeof processorResponses): string =>
  `${response} (${processorResponses[response]}), charge ${response === 'approved' ? 'succeeded' : 'failed'}`

function after({ webhooks, transfer, chargeback }: Plan): string[] {
  const lines: string[] = []
  for (const [facet, members] of Object.entries({ webhooks, transfer, chargeback }))
    for (const [name, value] of Object.entries(members ?? {}))
      lines.push(`${facet}: ${name} ${durations.has(name) ? formatDuration(Number(value)) : value}`)
  return lines
}

/** Members of these facets that are milliseconds. */
const durations = new Set(
  [facets.webhooks, facets.transfer, facets.chargeback].flatMap((facet) =>
    Object.entries(facet.unwrap().shape)
      .filter(([, member]) => isDuration(member))
      .map(([name]) => camelKey(name)),
  ),
)
