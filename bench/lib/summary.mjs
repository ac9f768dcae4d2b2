import { median, medianOf } from './numbers.mjs'

/**
 * Medians over the rounds. Ratios are computed within each round before the median is taken, because what slows the
 * machine down for a while slows both sides. The ratio of the best rounds is reported too, because disturbances only
 * slow down.
 */
export function summarizeThroughput({ results, failed }) {
  const bare = results.find(({ id }) => id === 'bare-hono')
  const own = results.find(({ id }) => id === 'emulator')
  const rows = results.map(({ rounds, id, label, what }) => ({
    id,
    label,
    what,
    rps: medianOf(rounds, 'rps'),
    p50: medianOf(rounds, 'p50'),
    p99: medianOf(rounds, 'p99'),
    p999: medianOf(rounds, 'p999'),
    cpuUs: medianOf(rounds, 'serverCpuUs'),
    loadCpuShare: medianOf(rounds, 'loadCpuShare'),
    stolenShare: medianOf(rounds, 'stolenShare'),
    cpuShare: median(rounds.map(({ serverCpuUs, rps }) => (serverCpuUs * rps) / 1e6)),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
    besideBare: ratio(rounds, bare?.rounds, 'rps'),
    bestBesideBare: best(rounds) / best(bare?.rounds),
    cpuBesideBare: ratio(bare?.rounds, rounds, 'serverCpuUs'),
    ownBeside: ratio(own?.rounds, rounds, 'rps'),
  }))
  return { rows, failed }
}

export function summarizeStart({ results, failed }) {
  const bare = results.find(({ id }) => id === 'bare-hono')
  const own = results.find(({ id }) => id === 'emulator')
  const rows = results.map(({ rounds, id, label }) => ({
    id,
    label,
    firstAnswerMs: medianOf(rounds, 'firstAnswerMs'),
    firstChargeMs: medianOf(rounds, 'firstChargeMs'),
    restBytes: medianOf(rounds, 'restBytes'),
    besideBare: ratio(rounds, bare?.rounds, 'firstAnswerMs'),
    chargeBesideBare: ratio(rounds, bare?.rounds, 'firstChargeMs'),
    ownBeside: ratio(own?.rounds, rounds, 'firstAnswerMs'),
  }))
  return { rows, failed }
}

/** The median of the ratios of rounds; a server that ran fewer rounds is compared in those. */
function ratio(these, those, key) {
  if (!these || !those) return Number.NaN
  return median(these.map((round, index) => round[key] / those[index]?.[key]))
}

const best = (rounds) => Math.max(...(rounds ?? []).map(({ rps }) => rps))
