import { median, medianOf } from './numbers.mjs'

/**
 * Medians over the rounds, and ratios to the bare server made within each round before the median is taken: what slows
 * the machine down for a while slows both sides of such a ratio.
 */
export function summarizeThroughput({ results, failed }) {
  const bare = results.find(({ id }) => id === 'bare-hono')
  const rows = results.map((result) => ({
    id: result.id,
    label: result.label,
    what: result.what,
    rps: medianOf(result.rounds, 'rps'),
    p50: medianOf(result.rounds, 'p50'),
    p99: medianOf(result.rounds, 'p99'),
    p999: medianOf(result.rounds, 'p999'),
    cpuUs: medianOf(result.rounds, 'serverCpuUs'),
    loadCpuShare: medianOf(result.rounds, 'loadCpuShare'),
    failures: result.rounds.reduce((sum, { failures }) => sum + failures, 0),
    requests: result.rounds.reduce((sum, { requests }) => sum + requests, 0),
    ratio: ratio(result.rounds, bare?.rounds, 'rps'),
    cpuRatio: ratio(bare?.rounds, result.rounds, 'serverCpuUs'),
  }))
  return { rows, failed }
}

function ratio(these, those, key) {
  if (!these || !those) return Number.NaN
  return median(these.map((round, index) => round[key] / those[index]?.[key]))
}

export function summarizeStart({ results, failed }) {
  const bare = results.find(({ id }) => id === 'bare-hono')
  const rows = results.map((result) => ({
    id: result.id,
    label: result.label,
    firstAnswerMs: medianOf(result.rounds, 'firstAnswerMs'),
    firstChargeMs: medianOf(result.rounds, 'firstChargeMs'),
    restBytes: medianOf(result.rounds, 'restBytes'),
    ratio: ratio(result.rounds, bare?.rounds, 'firstAnswerMs'),
  }))
  return { rows, failed }
}
