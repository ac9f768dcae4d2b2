import * as z from 'zod'

const Used = z.strictObject({ name: z.string(), count: z.int() })
const Coverage = z.strictObject({ used: z.array(Used), unused: z.array(z.string()) })

/** The report of a run, for CI. Lists are bounded; `more` counts the entries that were left out. */
export const WireReport = z
  .strictObject({
    version: z.string(),
    seed: z.string(),
    instance: z
      .string()
      .describe(
        'The process that the report is about: host name and process id. Other processes behind the same address have their own reports',
      ),
    worlds: z
      .int()
      .describe('Number of worlds; a report of all worlds also counts those that were reset or removed'),
    requests: z.strictObject({
      total: z.int(),
      by_status: z.array(z.strictObject({ status: z.int(), count: z.int() })),
    }),
    unknown_scenarios: z.array(Used).describe('Scenario keys that are not in the catalogue'),
    rejected: z.strictObject({
      requests: z.array(
        z.strictObject({
          method: z.string(),
          path: z.string(),
          status: z.int(),
          reason: z.string(),
          count: z.int(),
        }),
      ),
      more: z.int(),
    }),
    webhooks: z.strictObject({
      delivered: z.int(),
      pending: z.int(),
      held: z.int(),
      dropped: z.int(),
      dead: z.int().describe('Not confirmed after the last retry'),
      played: z.int().describe('Dead because a scenario simulated a failing webhook endpoint'),
      undelivered: z.array(
        z.strictObject({
          world: z.string(),
          delivery_id: z.string(),
          type: z.string(),
          reference: z.string().nullable(),
          url: z.string(),
          attempts: z.int(),
          error: z.string(),
        }),
      ),
      more: z.int(),
    }),
    scenarios: Coverage,
    processor_responses: Coverage,
  })
  .meta({ id: 'Report' })

export type Report = z.input<typeof WireReport>
