import { z } from 'zod'
import { paymentMethodTypes } from '../kernel/enums.ts'
import { snakeKeys } from '../kernel/values.ts'
import { Facets, Fragment, type ScenarioFragment, toFragment } from '../scenario/fragment.ts'
import { inside } from './inside.ts'
import { type Stored, scenarioKey } from './parts.ts'

const PlanDocument = Facets.extend({
  /** As it was sent; empty where no header was sent. */
  key: scenarioKey(),
  /** The fragments it is made of. */
  uses: z.array(scenarioKey().min(1)),
  /** The payment methods that its flow fits; undefined: all. */
  payment_methods: z.array(z.enum(paymentMethodTypes)).min(1).optional(),
  /** An unknown key that was let through: its charge stays pending forever. */
  unknown: z.literal(true).optional(),
})

/**
 * What the segments of one key set together; shared by everything that uses the key, so never written to. Without a flow
 * of its own a charge takes the default flow of its payment method.
 */
export const storedPlan = () => inside(PlanDocument)
export type Plan = Stored<typeof storedPlan>

/** The webhooks of a plan alone. */
export const storedWebhooks = () => inside(Facets.shape.webhooks)

/** A fragment that was posted to the world, as a document of a scenario file. */
export const storedFragment = () =>
  Fragment.transform((document): ScenarioFragment => ({ ...toFragment(document), source: 'posted' }))

/** A fragment as a document of a scenario file. */
export const documentOf = ({ source: _, ...fragment }: ScenarioFragment): z.input<typeof Fragment> =>
  z.encode(Fragment, snakeKeys(fragment) as z.output<typeof Fragment>)
