import { endsBy, expectedAnswer, nextActions, type StepEnd } from '../charge/next-actions.ts'
import { processorResponses } from '../charge/processor-responses.ts'
import { formatDuration, isDuration } from '../kernel/duration.ts'
import type { ChargeStatus, FlowActor, FlowKind } from '../kernel/enums.ts'
import { camelKey } from '../kernel/values.ts'
import type { Plan } from '../stored/plan.ts'
import { type FlowStep, facets } from './fragment.ts'
import { describeLatency } from './latency.ts'

/** One box of the picture of a flow. */
export interface FlowNode {
  readonly kind: FlowKind
  /** Who ends it, or acts in it. */
  readonly by: FlowActor
  readonly title: string
  readonly details: readonly string[]
  /** Ways out of the flow besides the next box. */
  readonly exits: readonly FlowExit[]
  /** How the charge ends here. */
  readonly ends?: ChargeStatus
  /** The index of the step of the plan. */
  readonly step?: number
  /** The same as a sentence; undefined if it goes without saying. */
  readonly text: string | undefined
}

export interface FlowExit {
  readonly when: string
  readonly result: string
}

type ResponsePlan = NonNullable<Plan['response']>

/** The picture of a plan, from top to bottom. */
export const flowNodes = (plan: Plan): FlowNode[] => [...before(plan), ...flow(plan), ...after(plan)]

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

const node = (kind: FlowKind, by: FlowActor, title: string, more: Partial<FlowNode> = {}): FlowNode => ({
  ...{ kind, by, title, details: [], exits: [], text: title },
  ...more,
})

/** The box of a transfer whose key sets nothing about transfers. */
export const defaultTransfer = node('transfer', 'clock', 'the transfer is paid out after a while')

function before({ response, sequence, unknown }: Plan): FlowNode[] {
  const nodes: FlowNode[] = []
  if (unknown) nodes.push(node('unknown', 'service', 'the key is unknown: the charge stays pending forever'))
  if (sequence)
    nodes.push(
      node('sequence', 'merchant', 'uses by one customer, in turn', {
        details: sequence.map((key, index) => `${index + 1}: ${key}`),
        text: `uses by one customer, in turn: ${sequence.join(', then ')}; the last one from then on`,
      }),
    )
  if (!response) return nodes
  const when = response.afterCommit ? 'after the request was executed' : 'before the request is executed'
  const texts = Object.values(responseTexts).flatMap((text) => text?.(response, when) ?? [])
  return [...nodes, ...texts.map((text) => node('network', 'network', text))]
}

function flow(plan: Plan): FlowNode[] {
  if (plan.steps) return plan.steps.map((step, index) => ({ ...stepNode(step, plan), step: index }))
  if (plan.transfer || plan.chargeback || plan.unknown || plan.sequence) return []
  return [
    node('ask', 'service', "the payment method's default flow"),
    ...(plan.processorResponse ? [verdict(plan)] : []),
  ]
}

/** Who ends a step. */
const enders = {
  authorization: 'merchant',
  payer: 'payer',
  requery: 'merchant',
  capture: 'merchant',
} as const satisfies Record<StepEnd, FlowActor>

function stepNode(step: FlowStep, plan: Plan): FlowNode {
  if ('finish' in step)
    return step.finish === 'issuer'
      ? verdict(plan)
      : end(`the charge ends: ${withCode(step.finish)}`, step.finish)
  const details: string[] = []
  const exits: FlowExit[] = []
  // What a sentence says of it, in its order; an exit that is not said there goes without saying.
  const said: string[] = []
  const detail = (text: string): void => {
    details.push(text)
    said.push(text)
  }
  const answer = expectedAnswer(step.ask)
  if (answer && 'rejects' in step) {
    detail(`answer with authorization.type "${answer}"`)
    if (step.rejects.length > 0) {
      const wrong = `wrong: ${step.rejects.join(', ')}; every other well-formed answer is right`
      const exit = { when: `after ${step.attempts} wrong ones`, result: withCode(step.exhausted) }
      details.push(wrong)
      exits.push(exit)
      said.push(`${wrong}; ${exit.when}: ${exit.result}`)
    }
  }
  if (step.ask === 'requires_requery') detail(`read ${step.reads} returns the result`)
  if (step.ask === 'requires_capture') detail('PUT /orders/{id}, or a charge with order_id')
  if (endsBy(step.ask) === 'payer') {
    detail(
      plan.payer
        ? `the payer will ${plan.payer.action} after ${formatDuration(plan.payer.after)}`
        : 'payer page, or POST /_emulator/charges/{id}/payer',
    )
    const response = plan.processorResponse ?? 'approved'
    const result = withCode(response === 'approved' ? 'do_not_honor' : response)
    if ((plan.payer?.action ?? 'decline') === 'decline') exits.push({ when: 'the payer declines', result })
  }
  if (step.after !== undefined) detail(`completed automatically after ${formatDuration(step.after)}`)
  if (step.expiresAfter !== undefined) {
    const time = formatDuration(step.expiresAfter)
    exits.push({ when: `expires after ${time}`, result: withCode(step.expired) })
    said.push(`expires after ${time}: ${withCode(step.expired)}`)
  }
  const title = `${step.ask}: ${nextActions[step.ask].title}`
  const by = step.after === undefined ? enders[endsBy(step.ask)] : 'clock'
  return node('ask', by, title, { details, exits, text: [title, ...said].join('; ') })
}

type Response = keyof typeof processorResponses

const statusOf = (response: Response): ChargeStatus => (response === 'approved' ? 'succeeded' : 'failed')

const end = (title: string, response: Response): FlowNode =>
  node('end', 'issuer', title, { ends: statusOf(response) })

function verdict({ processorResponse = 'approved' }: Plan): FlowNode {
  return end(`the issuer decides: ${withCode(processorResponse)}`, processorResponse)
}

const withCode = (response: Response): string =>
  `${response} (${processorResponses[response]}), charge ${statusOf(response)}`

function after({ webhooks, transfer, chargeback, unknown, sequence }: Plan): FlowNode[] {
  const told = Object.entries({ webhooks, transfer, chargeback }).flatMap(([facet, members]) =>
    Object.entries(members ?? {}).map(([name, value]) => {
      const what = `${name} ${durations.has(name) ? formatDuration(Number(value)) : value}`
      return { facet, what }
    }),
  )
  const of = (facet: string): string[] => told.filter((one) => one.facet === facet).map(({ what }) => what)
  const sentences = (facet: string): string | undefined =>
    of(facet)
      .map((what) => `${facet}: ${what}`)
      .join('\n') || undefined
  const nodes: FlowNode[] = []
  if (!unknown && !((sequence || chargeback) && !webhooks))
    nodes.push(
      node('webhook', 'service', webhooks?.dropped ? 'no webhook is sent' : 'webhooks are sent', {
        details: webhooks ? of('webhooks') : ['once, with the usual delay, and again after failures'],
        text: sentences('webhooks'),
      }),
    )
  if (transfer)
    nodes.push(
      node('transfer', 'clock', 'the transfer', { details: of('transfer'), text: sentences('transfer') }),
    )
  if (chargeback)
    nodes.push(
      node('chargeback', 'issuer', 'a contested chargeback', {
        details: of('chargeback'),
        text: sentences('chargeback'),
      }),
    )
  return nodes
}

/** Members of these facets that are milliseconds. */
const durations = new Set(
  [facets.webhooks, facets.transfer, facets.chargeback].flatMap((facet) =>
    Object.entries(facet.unwrap().shape)
      .filter(([, member]) => isDuration(member))
      .map(([name]) => camelKey(name)),
  ),
)
