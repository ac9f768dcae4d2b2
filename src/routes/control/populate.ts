import * as z from 'zod'
import { processorResponseTypes } from '../../domain/charge/processor-responses.ts'
import { Duration } from '../../domain/kernel/duration.ts'
import { chargeStatuses, paymentMethodTypes } from '../../domain/kernel/enums.ts'
import { mustField } from '../../domain/kernel/errors.ts'
import { DateTime } from '../../domain/kernel/values.ts'
import { mustHaveCapacityFor } from '../../emulator/capacity.ts'
import { reply } from '../../http/reply.ts'
import { isoTime } from '../../wire/time.ts'
import { control } from './control.ts'

/** Bounds and defaults; times in milliseconds. */
export const population = {
  customers: { min: 1, max: 10_000, usual: 200 },
  charges: { min: 0, max: 100_000, usual: 5000 },
  overMs: { min: 3_600_000, usual: 30 * 86_400_000 },
} as const

const Populate = z
  .strictObject({
    customers: z
      .int()
      .min(population.customers.min)
      .max(population.customers.max)
      .default(population.customers.usual),
    charges: z
      .int()
      .min(population.charges.min)
      .max(population.charges.max)
      .default(population.charges.usual)
      .describe('Includes the charges of orders'),
    over: Duration.refine((ms) => ms >= population.overMs.min, 'must be at least 1h and at most 366d')
      .default(population.overMs.usual)
      .describe("How far back from the world's time it starts: 1h to 366d"),
    seed: z
      .union([z.string().min(1).max(200), z.int()], {
        error: 'must be a text of 1 to 200 characters, or a whole number',
      })
      .transform(String)
      .optional()
      .describe(
        "The same seed gives the same data in the same world; by default derived from the emulator's seed",
      ),
  })
  .meta({ examples: [{ customers: 200, charges: 5000, over: '30d', seed: 'demo' }] })

/** The most payment methods that this number of customers can have. */
const methodsOf = (customers: number): number => Math.max(3 * customers, paymentMethodTypes.length)

const count = () => z.int().min(0)

const Populated = z.strictObject({
  seed: z.string().describe('Repeats this population in a world in the same state'),
  from: DateTime,
  to: DateTime,
  made: z
    .strictObject({
      customers: count(),
      payment_methods: count(),
      charges: count(),
      orders: count(),
      refunds: count(),
      chargebacks: count(),
      transfers: count(),
    })
    .describe('How many of each kind were created'),
  charges: z
    .strictObject(
      Object.fromEntries(chargeStatuses.map((status) => [status, count()])) as Record<
        (typeof chargeStatuses)[number],
        z.ZodInt
      >,
    )
    .describe('Number of charges by status'),
  settled: count().describe('Charges that are settled'),
  processor_responses: z
    .partialRecord(z.enum(processorResponseTypes), z.int())
    .describe('Number of charges by processor response'),
})

export const populateOperations = [
  control({
    id: 'populateWorld',
    method: 'post',
    path: '/_emulator/populate',
    summary: 'Fill this world with customers and payments from before now',
    description:
      'Creates customers with payment methods of every kind, charges, orders, refunds, chargebacks and transfers, each at a separate instant and under the same rules as requests, with settlements when they were due. The clock does not change. Events are recorded and not delivered: deliveries to webhook endpoints are `dropped`. Lists are sorted by the order of creation, so values that existed before come after the new ones. If the heap gets full (503) or a limit is reached (429), what was created by then stays.',
    body: Populate,
    bodyOptional: true,
    responses: { 200: Populated },
    refusals: [409],
    handle: async ({ emulator, world, body, baseUrl }) => {
      const { customers, charges, over, seed } = body
      mustField(
        world.now() >= over,
        'over',
        `reaches back before 1970; the clock of this world is at ${isoTime(world.now())}`,
      )
      mustHaveCapacityFor(world.state, { customers, paymentMethods: methodsOf(customers), charges })
      const { populate } = await import('../../populate/populate.ts')
      const made = await populate(emulator, world, {
        customers,
        charges,
        overMs: over,
        // The number of customers makes repeated populations of a world differ.
        seed: seed ?? `${emulator.seed}/${world.name}/${world.state.customers.size}`.slice(-200),
        baseUrl,
      })
      return reply(200, {
        seed: made.seed,
        from: isoTime(made.from),
        to: isoTime(made.to),
        made: {
          customers: made.customers,
          payment_methods: made.paymentMethods,
          charges: Object.values(made.charges).reduce((sum, one) => sum + one, 0),
          orders: made.orders,
          refunds: made.refunds,
          chargebacks: made.chargebacks,
          transfers: made.transfers,
        },
        charges: made.charges,
        settled: made.settled,
        processor_responses: made.processorResponses,
      })
    },
  }),
]
