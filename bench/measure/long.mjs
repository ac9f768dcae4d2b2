import { median } from '../lib/numbers.mjs'
import { residentBytes, start } from '../lib/process.mjs'

const perRound = 2000
const rounds = 25

/**
 * Whether the next charge is slower after a million. One emulator is filled; then it and a fresh one are loaded in
 * turn, because the machine may have changed in the minutes between the first charge and the millionth.
 */
export async function measureLong({ emulator, load, options, log }) {
  const total = options.longRun
  log(`${total} charges in one world`)
  // A million charges, events and journal entries do not fit into Node's default heap on small machines.
  const nodeArgs = ['--max-old-space-size=8192']
  const full = await start(emulator, { nodeArgs })
  let fresh
  try {
    const job = { kind: 'charge', connections: 4 }
    const first = [0, 1000]
    const filled = await load.run({ ...job, port: full.port, pid: full.pid, count: total, windows: [first] })
    // A machine that stalls for seconds loses connections; more than a few failures are the server's fault.
    if (filled.failures > 10 || filled.requests < total - 10)
      throw new Error(`${filled.requests} answers, ${filled.failures} failures: ${filled.sample}`)

    fresh = await start(emulator, { nodeArgs })
    // As warm as the other, because only the stored data should differ.
    await load.run({ ...job, port: fresh.port, count: 10_000 })
    const pairs = []
    for (let round = 0; round < rounds; round++) {
      const pair = {}
      for (const [name, { port }] of inTurn({ full, fresh }, round))
        pair[name] = await load.run({ ...job, port, count: perRound })
      pairs.push(pair)
    }
    const of = (name, key) => median(pairs.map((pair) => pair[name][key]))
    const beside = (key) => median(pairs.map((pair) => pair.full[key] / pair.fresh[key]))
    const row = (name) => ({ p50: of(name, 'p50'), p99: of(name, 'p99'), p999: of(name, 'p999') })
    return {
      total,
      rps: filled.rps,
      max: filled.max,
      failures: filled.failures,
      sample: filled.sample,
      residentBytes: residentBytes(full.pid),
      first: filled.windows[0],
      fresh: row('fresh'),
      full: row('full'),
      ratio: { p50: beside('p50'), p99: beside('p99'), p999: beside('p999') },
    }
  } finally {
    await full.stop()
    await fresh?.stop()
  }
}

const inTurn = (servers, round) =>
  round % 2 === 0 ? Object.entries(servers) : Object.entries(servers).reverse()
