import { call } from '../lib/http.mjs'
import { percentiles } from '../lib/numbers.mjs'
import { podNodeArgs } from '../lib/pod.mjs'
import { start } from '../lib/process.mjs'
import { delayedKey, delayedTraceId } from '../load/requests.mjs'

/**
 * The delays that the scenario draws, in proportion to the connections: with any number of them, some 930 answers a second
 * become due.
 */
const latencyFor = (inFlight) => ({
  median: `${inFlight}ms`,
  p99: `${inFlight * 2.4}ms`,
  max: `${inFlight * 4}ms`,
})
/** Entries of the journal in one answer. */
const pageSize = 1000

/**
 * Many delayed answers in flight: each connection sends its next request as soon as it has its answer. The journal says
 * which delay was drawn for each; what the answer took beyond it, from the first byte sent to the last one read, is how
 * late it was.
 */
export async function measureDelayed({ emulator, load, options, log }) {
  const { delayed: inFlight } = options
  const latency = latencyFor(inFlight)
  log(`${inFlight} delayed answers in flight`)
  // As in a pod, the garbage collector may use another processor than the one thread that answers.
  const server = await start(emulator, {
    args: ['--journal-limit', '1000000'],
    nodeArgs: podNodeArgs,
    everywhere: true,
  })
  const { port, pid } = server
  try {
    await call(
      port,
      'POST',
      '/_emulator/scenarios',
      `key: ${delayedKey}\ntitle: Delayed\nresponse: { latency: ${JSON.stringify(latency)} }\n`,
      { 'Content-Type': 'application/yaml' },
    )
    const run = `delayed${process.pid}`
    const made = await load.run({
      port,
      pid,
      run,
      kind: 'delayed',
      connections: inFlight,
      // Until the connections no longer send in step.
      warmupMs: inFlight * 4,
      durationMs: options.delayedMs,
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
      inFlight,
      latency,
      nodeArgs: podNodeArgs,
      count: counted,
      perSecond: made.rps,
      serverCpuUs: made.serverCpuUs,
      loadCpuShare: made.loadCpuShare,
      drawn: percentiles(delays),
      late: { ...percentiles(late), least: late[0] },
    }
  } finally {
    await server.stop()
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
