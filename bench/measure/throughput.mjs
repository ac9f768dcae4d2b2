import { call } from '../lib/http.mjs'
import { start } from '../lib/process.mjs'

/** The requests of each server; the emulator has more kinds than the others. */
function plan(subjects) {
  const runs = []
  for (const subject of subjects) {
    if (subject.kind !== 'oauth2') runs.push({ subject, id: subject.id, kind: subject.kind, what: 'charge' })
    if (subject.id === 'emulator')
      for (const what of ['idempotent', 'composed', 'token'])
        runs.push({ subject, id: `emulator:${what}`, kind: what, what })
    if (subject.kind === 'oauth2') runs.push({ subject, id: subject.id, kind: 'oauth2', what: 'token' })
  }
  return runs
}

/**
 * Requests per second at saturation: all servers run all the time, and one at a time is loaded, in turn, in rounds. The
 * emulator's world is reset before each slice, so that every slice starts with the same data.
 */
export async function measureThroughput({ subjects, load, options, log }) {
  const servers = new Map()
  const failed = []
  const results = new Map()
  try {
    for (const subject of subjects)
      try {
        servers.set(subject.id, await start(subject))
      } catch (error) {
        failed.push({ label: subject.label, reason: error.message })
      }
    const runs = plan(subjects.filter((subject) => servers.has(subject.id)))
    const slice = async (run, length) => {
      const { port, pid } = servers.get(run.subject.id)
      if (run.subject.id === 'emulator') await call(port, 'POST', '/_emulator/reset')
      return load.run({ port, pid, kind: run.kind, connections: options.connections, ...length })
    }
    const warmUp = { count: options.warmupRequests, durationMs: options.warmupMs }
    const measured = { durationMs: options.sliceMs, warmupMs: options.sliceMs / 4 }
    for (const run of [...runs]) {
      const warm = await slice(run, warmUp)
      if (warm.failures > warm.requests / 100) {
        failed.push({ label: `${run.subject.label}, ${run.what}`, reason: warm.sample })
        runs.splice(runs.indexOf(run), 1)
      } else results.set(run.id, { ...run, label: run.subject.label, rounds: [] })
    }
    for (let round = 0; round < options.rounds; round++) {
      log(`throughput, round ${round + 1} of ${options.rounds}`)
      // Every second round runs backwards, so that none is always the first.
      for (const run of round % 2 === 0 ? runs : [...runs].reverse())
        results.get(run.id).rounds.push(await slice(run, measured))
    }
  } finally {
    for (const server of servers.values()) await server.stop()
  }
  return { results: [...results.values()].map(({ subject, ...rest }) => rest), failed }
}
