import { z } from 'zod'
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
      .describe('Those inside of orders included'),
    over: Duration.refine((ms) => ms >= population.overMs.min, 'must be at least 1h and at most 366d')
      .default(population.overMs.usual)
      .describe('How far back from now it reaches: 1h to 366d'),
    seed: z
      .union([z.string().min(1).max(200), z.int()], {
        error: 'must be a text of 1 to 200 characters, or a whole number',
      })
      .transform(String)
      .optional()
      .describe("The same seed in the same world gives the same past; from the emulator's own unless given"),
  })
  .meta({ examples: [{ customers: 200, charges: 5000, over: '30d', seed: 'demo' }] })

/** The most payment methods that so many customers have. */
const methodsOf = (customers: number): number => Math.max(3 * customers, paymentMethodTypes.length)

const count = () => z.int().min(0)

const Populated = z.strictObject({
  seed: z.string().describe('Sent again, it makes the same'),
  from: DateTime,
  to: DateTime,
  made: z
    .strictObject({
      customers: count(),
      payment_methods: count(),
      charges: count(),
      orders: count(),
      refunds: count(),
      transfers: count(),
    })
    .describe('How many there are more of each kind'),
  charges: z
    .strictObject(
      Object.fromEntries(chargeStatuses.map((status) => [status, count()])) as Record<
        (typeof chargeStatuses)[number],
        z.ZodInt
      >,
    )
    .describe('How many of the charges have each status'),
  settled: count().describe('Charges that are settled'),
  processor_responses: z
    .partialRecord(z.enum(processorResponseTypes), z.int())
    .describe('How many of the charges ended with each'),
})

export const populateOperations = [
  control({
    id: 'populateWorld',
    method: 'post',
    path: '/_emulator/populate',
    summary: 'Fill this world with people and what they paid in the time before now',
    description:
      'Customers with payment methods of every kind, charges, orders, refunds and transfers, each made at an instant of its own by the rules that hold for requests, with settlements when they were due. The clock stays as it is. Events are recorded and not delivered: where there are webhook endpoints, their deliveries are `dropped`. Lists show what was stored last first, so what the world held before comes after. Where the heap gets full (503) or a limit is reached (429), what was made by then stays.',
    body: Populate,
    bodyOptional: true,
    responses: { 200: Populated },
    refusals: [409],
    handle: async ({ emulator, world, body, baseUrl }) => {
      const { customers, charges, over, seed } = body
      mustField(
        world.now() >= over,
        'over',
        `reaches back to before 1970; the clock of this world says ${isoTime(world.now())}`,
      )
      mustHaveCapacityFor(world.state, { customers, paymentMethods: methodsOf(customers), charges })
      const { populate } = await import('../../populate/populate.ts')
      const made = await populate(emulator, world, {
        customers,
        charges,
        overMs: over,
        // What the world holds tells one population of a world from the next.
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
          transfers: made.transfers,
        },
        charges: made.charges,
        settled: made.settled,
        processor_responses: made.processorResponses,
      })
    },
  }),
]
