import * as z from 'zod'
import { nextActions, nextActionTypes, Processor } from '../charge/next-actions.ts'
import { processorResponseTypes } from '../charge/processor-responses.ts'
import { Duration } from '../kernel/duration.ts'
import {
  chargebackOutcomes,
  faultStatuses,
  networkFaults,
  payerActions,
  paymentMethodTypes,
  transferOutcomes,
} from '../kernel/enums.ts'
import { bounds, type Camel, camelKeys, chosenBounds } from '../kernel/values.ts'
import type { Immutable } from '../stored/parts.ts'
import { Latency } from './latency.ts'

/** The last step of a flow: with `issuer`, the scenario's processor response decides (approved by default). */
const Finish = z.object({ finish: z.enum(['issuer', ...processorResponseTypes]) }).strict()

const asks = nextActionTypes.map((type) => nextActions[type].ask)
const Step = z.union([z.discriminatedUnion('ask', asks as [(typeof asks)[number], ...typeof asks]), Finish])

/** A flow: its last step, and no other, is a `finish`. */
const Steps = z
  .array(Step)
  .min(1)
  .superRefine((steps, context) => {
    const issue = (path: number[], message: string) => context.addIssue({ code: 'custom', path, message })
    steps.slice(0, -1).forEach((step, index) => {
      if ('finish' in step) issue([index], 'finish must be the last step')
    })
    const last = steps.at(-1)
    if (last !== undefined && !('finish' in last))
      issue([], 'the last step must be a finish, such as "finish: issuer"')
  })

/** The most steps of a flow in a scenario file. */
const maxSteps = 20

const segment = /^[A-Za-z][A-Za-z0-9_-]*(:[A-Za-z0-9][A-Za-z0-9_.-]*)?$/

export const SegmentKey = z
  .string()
  .min(1)
  .max(200)
  .regex(segment, 'must be a plain word or "name:value" of letters, digits, "_", "-" and "."')

/** What the payer does if no tester acts for them. */
const Payer = z
  .object({ action: z.enum(payerActions), after: Duration.default(2000) })
  .strict()
  .describe('What the payer does at each step that waits for the payer, without a tester')

/** How the webhooks caused by the request are delivered. */
const Webhooks = z
  .object({
    delay: Duration.describe('Delay from the event to the first attempt; default 1s'),
    spread: Duration.describe('Up to this time is added to the delay at random'),
    copies: z
      .int()
      .min(1)
      .max(chosenBounds.copies)
      .describe('How many times each event is delivered, with the same id'),
    order: z.literal('reversed').describe('An event is delivered after the one that follows it'),
    signature: z.enum(['invalid', 'missing']),
    stale_by: Duration.describe('The timestamp in body and signature is this old'),
    body: z
      .enum(['truncated', 'truncated_first'])
      .describe('`truncated`: on every attempt; `truncated_first`: the retries are whole'),
    dropped: z.literal(true).describe('The event is recorded and never sent'),
    before_response: z.literal(true).describe('The answer to the request waits for the first attempt'),
    receiver: z
      .enum(['status_500', 'timeout', 'refused'])
      .describe('Nothing is sent: each attempt ends as if the webhook endpoint behaved like this'),
    failures: z
      .int()
      .min(1)
      .max(20)
      .describe('Only this many attempts fail because of `receiver`; later ones are sent'),
  })
  .partial()
  .strict()

/** What happens to the answer of the request. */
const ResponsePlan = z
  .object({
    latency: Latency.describe(
      'The answer is delayed by this much real time: a duration, or a log-normal distribution by median, 99th percentile and cap',
    ),
    spread: Duration.describe('Up to this time is added to the latency at random'),
    status: z.literal(faultStatuses),
    retry_after: Duration.describe('Sent as Retry-After, in whole seconds'),
    fault: z.enum(networkFaults),
    after_commit: z.boolean().describe('Whether the request is executed before the fault; default false'),
  })
  .partial()
  .strict()

/** The course of a transfer. */
const TransferPlan = z
  .object({
    outcome: z.enum(transferOutcomes).describe('How the transfer ends'),
    refuse: z
      .string()
      .min(1)
      .max(300)
      .describe('The request is refused with this message and nothing is created'),
    complete_message: z.string().min(1).max(chosenBounds.completeMessage),
    pending_after: Duration,
    settles_after: Duration,
    reverses_after: Duration,
    requires_approval: z.literal(true),
  })
  .partial()
  .strict()

/** The course of a chargeback. */
const ChargebackPlan = z
  .object({
    outcome: z.enum(chargebackOutcomes).describe('How a chargeback ends that the merchant contests'),
    after: Duration.describe('When it ends, from then on; default 24h'),
  })
  .partial()
  .strict()

/** What a fragment can set. Types, stored form, JSON Schema and explanations are derived from these schemas. */
export const facets = {
  steps: Steps.max(maxSteps).optional().describe('The flow, in order; `finish` comes last'),
  processor_response: Processor.optional().describe('The decision of the issuer'),
  payer: Payer.optional(),
  webhooks: Webhooks.optional(),
  response: ResponsePlan.optional(),
  sequence: z
    .array(z.string().min(1).max(bounds.scenarioKey.max))
    .min(2)
    .max(20)
    .optional()
    .describe('Keys: the n-th use by a customer gets the n-th key, later uses the last one'),
  transfer: TransferPlan.optional(),
  chargeback: ChargebackPlan.optional(),
}
/** Their names in scenario files. */
export const facetNames = Object.keys(facets) as (keyof typeof facets)[]

/** What the fragments of one key set together. The flow of an order may have one more step, in which it is authorised. */
export const Facets = z.strictObject({ ...facets, steps: Steps.max(maxSteps + 1).optional() })

/** One fragment of a scenario: one YAML document. */
export const Fragment = z
  .object({
    key: SegmentKey.describe('The value for X-Scenario-Key: "name:value" or a plain word'),
    title: z.string().min(1).max(200).describe('One line for the catalogue'),
    description: z.string().max(2000).optional(),
    payment_methods: z
      .array(z.enum(paymentMethodTypes))
      .min(1)
      .optional()
      .describe('The payment methods that the flow supports; default all'),
    default_for: z
      .array(z.enum(paymentMethodTypes))
      .min(1)
      .optional()
      .describe('The payment methods that use this flow when the key has none'),
    ...facets,
    reference_suffix: z
      .string()
      .regex(/^_[A-Za-z0-9_]{1,40}$/, 'must begin with "_" and contain only letters, digits and "_"')
      .optional()
      .describe('A transfer whose reference has this suffix gets this fragment without a header'),
  })
  .strict()
  .superRefine((fragment, context) => {
    if (facetNames.every((name) => fragment[name] === undefined))
      context.addIssue({
        code: 'custom',
        path: [],
        message: `must set at least one of ${facetNames.join(', ')}`,
      })
    if ((fragment.default_for || fragment.payment_methods) && !fragment.steps)
      context.addIssue({ code: 'custom', path: [], message: 'payment_methods and default_for need steps' })
  })

/** The internal form of a schema of scenario files: camelCase, defaults filled in, durations in milliseconds. */
type Inside<S extends z.ZodType> = Immutable<Camel<z.output<S>>>

export type FlowStep = Inside<typeof Step>
export type PayerPlan = Inside<typeof Payer>
export type WebhookPlan = Inside<typeof Webhooks>
export type ResponseFault = Inside<typeof ResponsePlan>

/** What fragments set, whether one or several together. */
export type FacetValues = Inside<typeof Facets>

/** What a fragment sets. Plain data: it goes into snapshots and into the built bundle. */
export interface ScenarioFragment extends Inside<typeof Fragment> {
  /** Where it was read from: a file's path below its folder, or `posted`. */
  readonly source?: string
}

/** A checked document of a scenario file in its internal form. */
export const toFragment = (document: z.output<typeof Fragment>): ScenarioFragment => camelKeys(document)
