import { call } from '../lib/http.mjs'
import { cache } from '../lib/install.mjs'
import { percentiles } from '../lib/numbers.mjs'
import { podNodeArgs } from '../lib/pod.mjs'
import { freePort, start, startServer } from '../lib/process.mjs'
import { delayedKey, delayedTraceId } from '../load/requests.mjs'
import { buildServers } from '../servers/build.mjs'

/**
 * The delays that the scenario draws, in proportion to the connections: with any number of them, some 930 answers a second
 * become due.
 */
const latencyFor = (inFlight) => ({ median: inFlight, p99: inFlight * 2.4, max: inFlight * 4 })
/** Entries of the journal in one answer. */
const pageSize = 1000

/**
 * Many delayed answers in flight: each connection sends its next request as soon as it has its answer. The journal says
 * which delay was drawn for each; what the answer took beyond it, from the first byte sent to the last one read, is how
 * late it was. A bare server with a timer for each answer shows how late they are on this machine at best.
 */
export async function measureDelayed({ node, emulator, load, options, log }) {
  const { delayed: inFlight } = options
  const latency = latencyFor(inFlight)
  const built = await buildServers(`${cache}/servers`)
  const measured = {}
  for (const [name, begin] of Object.entries({
    bare: () => startBare(node, built['delayed-http'], latency),
    emulator: () => startEmulator(emulator, latency),
  })) {
    log(`${inFlight} delayed answers in flight, ${name}`)
    const server = await begin()
    try {
      measured[name] = await lateness(server, load, inFlight, options.delayedMs)
    } finally {
      await server.stop()
    }
  }
  const { bare, emulator: ours } = measured
  return { inFlight, latency, nodeArgs: podNodeArgs, ...ours, bare }
}

async function startBare(node, file, { median, p99, max }) {
  const port = await freePort()
  const args = [...podNodeArgs, file, ...[port, median, p99, max].map(String)]
  return startServer({ command: node, args, probe: '/health', everywhere: true }, port)
}

async function startEmulator(emulator, latency) {
  // As in a pod, the garbage collector may use another processor than the one thread that answers.
  const server = await start(emulator, {
    args: ['--journal-limit', '1000000'],
    nodeArgs: podNodeArgs,
    everywhere: true,
  })
  const written = JSON.stringify(latency, (_, value) => (typeof value === 'number' ? `${value}ms` : value))
  const scenario = `key: ${delayedKey}\ntitle: Delayed\nresponse: { latency: ${written} }\n`
  await call(server.port, 'POST', '/_emulator/scenarios', scenario, { 'Content-Type': 'application/yaml' })
  return server
}

async function lateness({ port, pid }, load, inFlight, durationMs) {
  const run = `delayed${pid}`
  const made = await load.run({
    port,
    pid,
    run,
    kind: 'delayed',
    connections: inFlight,
    // Until the connections no longer send in step.
    warmupMs: inFlight * 4,
    durationMs,
    numbered: true,
  })
  if (made.failures > 0) throw new Error(`${made.failures} delayed requests failed: ${made.sample}`)
  const drawn = await drawnDelays(port)
  // While the last ones are answered, fewer and fewer are in flight.
  const counted = made.latencies.length - inFlight
  const late = new Float64Array(counted)
  const delays = new Float64Array(counted)
  for (let index = 0; index < counted; index++) {
    const delay = drawn.get(delayedTraceId(run, made.numbers[index]))
    if (delay === undefined) throw new Error(`the journal has no delay of request ${made.numbers[index]}`)
    delays[index] = delay
    late[index] = made.latencies[index] - delay
  }
  return {
    count: counted,
    perSecond: made.rps,
    serverCpuUs: made.serverCpuUs,
    loadCpuShare: made.loadCpuShare,
    drawn: percentiles(delays),
    late: { ...percentiles(late), least: late[0] },
  }
}

/** The delays in the journal, by trace id. */
async function drawnDelays(port) {
  const drawn = new Map()
  for (let offset = 0; ; offset += pageSize) {
    const { requests } = await call(
      port,
      'GET',
      `/_emulator/requests?path=/charges&limit=${pageSize}&offset=${offset}`,
    )
    for (const { trace_id, latency_ms } of requests) drawn.set(trace_id, latency_ms)
    if (requests.length < pageSize) return drawn
  }
}
