import { firstCharge } from '../lib/first-charge.mjs'
import { pause, residentBytes, start } from '../lib/process.mjs'

/** How long a server idles before its memory is read. Milliseconds. */
const restMs = 700

const slowMs = 400

/**
 * Time from the process start to the first answer, and memory at rest after it; for servers with our charges, also to
 * the first charge (token and charge), which pays for what is loaded lazily.
 */
export async function measureStart({ subjects, options, log }) {
  const results = new Map(subjects.map((subject) => [subject.id, { label: subject.label, rounds: [] }]))
  const failed = []
  const rounds = options.quick ? 4 : 15
  for (let round = -1; round < rounds; round++) {
    log(`start, round ${round + 1} of ${rounds}`)
    for (const subject of subjects) {
      if (options.quick && round < 0 && subject.kind !== 'charge') continue
      const result = results.get(subject.id)
      // The first round only fills the caches. Peers that start slowly have fewer rounds.
      if (!result || (result.slow && result.rounds.length >= (options.quick ? 1 : 7))) continue
      try {
        const once = await startOnce(subject, subject.kind === 'charge', round % 5 === 0)
        result.slow = subject.kind !== 'charge' && once.firstAnswerMs > slowMs
        if (round >= 0) result.rounds.push(once)
      } catch (error) {
        results.delete(subject.id)
        failed.push({ label: subject.label, reason: error.message })
      }
    }
  }
  return { results: [...results].map(([id, result]) => ({ id, ...result })), failed }
}

async function startOnce(subject, withCharge, withMemory) {
  const server = await start(subject)
  try {
    const restBytes = withMemory ? await pause(restMs).then(() => residentBytes(server.pid)) : Number.NaN
    if (!withCharge || withMemory) return { firstAnswerMs: server.firstAnswerMs, restBytes }
    const chargeMs = await firstCharge(server.port)
    return { firstAnswerMs: server.firstAnswerMs, firstChargeMs: server.firstAnswerMs + chargeMs, restBytes }
  } finally {
    await server.stop()
  }
}
