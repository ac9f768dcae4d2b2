import { liveMemory } from '../lib/memory.mjs'
import { start } from '../lib/process.mjs'

/** The cost of creating and keeping a world: by its first request, and by its first token, which creates its key. */
export async function measureWorlds({ emulator, load, options, log }) {
  log(`${options.worlds} worlds`)
  const server = await start(emulator, { gcProbe: true, args: ['--max-worlds', '100000'] })
  const job = { port: server.port, pid: server.pid, connections: 1 }
  const check = (result) => {
    if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${result.sample}`)
    return result
  }
  const grow = async (kind) => {
    // The first worlds pay for what is loaded and compiled once.
    check(await load.run({ ...job, kind, count: 200 }))
    const before = await liveMemory(server)
    const made = check(await load.run({ ...job, kind, count: options.worlds }))
    const after = await liveMemory(server)
    return {
      p50: made.p50,
      p99: made.p99,
      serverCpuUs: made.serverCpuUs,
      bytes: (after.bytes - before.bytes) / options.worlds,
      residentBytes: (after.residentBytes - before.residentBytes) / options.worlds,
    }
  }
  try {
    const same = check(await load.run({ ...job, kind: 'sameWorld', count: 2000 }))
    return {
      count: options.worlds,
      same: { p50: same.p50, p99: same.p99, serverCpuUs: same.serverCpuUs },
      made: await grow('newWorld'),
      used: await grow('newWorldToken'),
    }
  } finally {
    await server.stop()
  }
}
