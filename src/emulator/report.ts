import { processorResponseTypes } from '../domain/charge/processor-responses.ts'
import type { Catalogue } from '../domain/scenario/catalogue.ts'
import type { Report } from '../wire/report.ts'
import type { Counts, Tally } from './statistics.ts'

export type { Report }

/** A tally as a report; `catalogue` says which scenario keys there are, used or not. */
export function reportOf(
  tally: Tally,
  catalogue: Catalogue,
  run: Pick<Report, 'version' | 'seed' | 'instance'>,
): Report {
  const deliveries = Object.fromEntries(tally.deliveries)
  return {
    ...run,
    worlds: tally.worlds,
    requests: {
      total: tally.requests,
      by_status: [...tally.statuses]
        .map(([status, count]) => ({ status: Number(status), count }))
        .sort((a, b) => a.status - b.status),
    },
    unknown_scenarios: mostFirst(tally.unknownKeys),
    rejected: { requests: [...tally.rejected].map(rejection), more: tally.rejected.others },
    webhooks: {
      delivered: deliveries['delivered'] ?? 0,
      pending: deliveries['pending'] ?? 0,
      held: deliveries['held'] ?? 0,
      dropped: deliveries['dropped'] ?? 0,
      dead: deliveries['dead'] ?? 0,
      played: deliveries['played'] ?? 0,
      undelivered: tally.undelivered.map(({ id, reference, ...rest }) => ({
        ...rest,
        delivery_id: id,
        reference: reference ?? null,
      })),
      more: tally.undeliveredMore,
    },
    scenarios: coverage(tally.scenarios, catalogue.fragments.keys()),
    processor_responses: coverage(tally.processorResponses, processorResponseTypes),
  }
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
