import * as z from 'zod'
import { paymentMethodTypes } from '../kernel/enums.ts'
import { snakeKeys } from '../kernel/values.ts'
import { Facets, Fragment, type ScenarioFragment, toFragment } from '../scenario/fragment.ts'
import { internalForm } from './internal-form.ts'
import { type Stored, scenarioKey } from './parts.ts'

const PlanDocument = Facets.extend({
  /** As it was sent; empty if no header was sent. */
  key: scenarioKey(),
  /** Keys of the fragments that it combines. */
  uses: z.array(scenarioKey().min(1)),
  /** The payment methods that its flow supports; undefined: all. */
  payment_methods: z.array(z.enum(paymentMethodTypes)).min(1).optional(),
  /** An unknown key that was accepted: its charge stays pending forever. */
  unknown: z.literal(true).optional(),
})

/**
 * What the segments of one key set together. Everything that uses the key shares it, so it is never modified. If it has no
 * steps, a charge uses the default flow of its payment method.
 */
export const storedPlan = () => internalForm(PlanDocument)
export type Plan = Stored<typeof storedPlan>

/** Only the webhooks of a plan. */
export const storedWebhooks = () => internalForm(Facets.shape.webhooks)

/** A fragment that was posted to the world, in the form of a document of a scenario file. */
export const storedFragment = () =>
  Fragment.transform((document): ScenarioFragment => ({ ...toFragment(document), source: 'posted' }))

/** A fragment in the form of a document of a scenario file. */
export const documentOf = ({ source: _, ...fragment }: ScenarioFragment): z.input<typeof Fragment> =>
  z.encode(Fragment, snakeKeys(fragment) as z.output<typeof Fragment>)
