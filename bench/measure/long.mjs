import { residentBytes, start } from '../lib/process.mjs'

/** Latency of the first requests against those after a million, all kept in one world. */
export async function measureLong({ emulator, load, options, log }) {
  const total = options.longRun
  log(`${total} charges in one world`)
  // A million charges, events and journal entries do not fit into Node's default heap on small machines.
  const server = await start(emulator, { nodeArgs: ['--max-old-space-size=8192'] })
  try {
    const windows = {
      'first 1,000': [0, 1000],
      '10,000 to 11,000': [10_000, 11_000],
      '10,000 to 20,000': [10_000, 20_000],
      [`last 10,000 before ${total.toLocaleString('en-US')}`]: [total - 10_000, total],
      [`last 1,000 before ${total.toLocaleString('en-US')}`]: [total - 1000, total],
    }
    const job = { port: server.port, pid: server.pid, kind: 'charge', connections: 4 }
    const result = await load.run({ ...job, count: total, windows: Object.values(windows) })
    if (result.failures > 0) throw new Error(`${result.failures} charges failed: ${result.sample}`)
    return {
      total,
      rps: result.rps,
      max: result.max,
      residentBytes: residentBytes(server.pid),
      windows: Object.keys(windows).map((name, index) => ({ name, ...result.windows[index] })),
    }
  } finally {
    await server.stop()
  }
}
