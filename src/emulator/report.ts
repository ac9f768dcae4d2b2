import { processorResponseTypes } from '../domain/charge/processor-responses.ts'
import type { Catalogue } from '../domain/scenario/catalogue.ts'
import type { Report } from '../wire/report.ts'
import type { CountedDelivery, Counts, Statistics } from './statistics.ts'

export type { Report }

/** Statistics as a report; `catalogue` provides the scenario keys, so that unused ones are listed. */
export function reportOf(
  statistics: Statistics,
  catalogue: Catalogue,
  run: Pick<Report, 'version' | 'seed' | 'instance'>,
): Report {
  return {
    ...run,
    worlds: statistics.worlds,
    requests: {
      total: statistics.requests,
      by_status: [...statistics.statuses]
        .map(([status, count]) => ({ status: Number(status), count }))
        .sort((a, b) => a.status - b.status),
    },
    unknown_scenarios: mostFirst(statistics.unknownKeys),
    rejected: { requests: [...statistics.rejected].map(rejection), more: statistics.rejected.others },
    webhooks: {
      ...deliveryCounts(statistics),
      undelivered: statistics.undelivered.map(({ id, reference, ...rest }) => ({
        ...rest,
        delivery_id: id,
        reference: reference ?? null,
      })),
      more: statistics.undeliveredMore,
    },
    scenarios: coverage(statistics.scenarios, catalogue.fragments.keys()),
    processor_responses: coverage(statistics.processorResponses, processorResponseTypes),
  }
}

function deliveryCounts({ deliveries }: Statistics): Record<CountedDelivery, number> {
  const counts = Object.fromEntries(deliveries)
  const { delivered = 0, pending = 0, held = 0, dropped = 0, dead = 0, played = 0 } = counts
  return { delivered, pending, held, dropped, dead, played }
}

function rejection([text, count]: [string, number]) {
  const [method, path, status, reason] = JSON.parse(text) as [string, string, number, string]
  return { method, path, status, reason, count }
}

const mostFirst = (counts: Counts) =>
  [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)

const coverage = (counts: Counts, all: Iterable<string>) => ({
  used: mostFirst(counts),
  unused: [...all].filter((name) => !counts.has(name)),
})
