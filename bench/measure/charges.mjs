import { call } from '../lib/http.mjs'
import { liveMemory } from '../lib/memory.mjs'
import { pause, start } from '../lib/process.mjs'
import { cpuMs } from '../load/cpu.mjs'

/** Journal entries while the memory of charges is measured; measuring with and without them separates their cost. */
const smallJournal = 100
const idleMs = 2000

/**
 * Many succeeded charges in one world with a frozen clock: each has created an event and set a timer for its
 * settlement. Measures the memory of the charges and the cost of the waiting timers, then advances past them.
 */
export async function measureCharges({ emulator, load, options, log }) {
  log(`${options.charges} charges, their memory and timers`)
  const small = await fill({ emulator, load, options }, ['--journal-limit', String(smallJournal)])
  if (options.quick) return { ...small, count: options.charges, journalEntryBytes: Number.NaN }
  const full = await fill({ emulator, load, options }, ['--journal-limit', String(options.charges)], true)
  return { ...small, count: options.charges, journalEntryBytes: full.perCharge - small.perCharge }
}

async function fill({ emulator, load, options }, args, onlyWeigh = false) {
  // Node's default young generation would do; the old one must hold everything at once.
  const server = await start(emulator, { args, gcProbe: true, nodeArgs: ['--max-old-space-size=8192'] })
  const { port, pid } = server
  try {
    await call(port, 'PUT', '/_emulator/clock', { mode: 'frozen', now: '2030-01-01T00:00:00.000Z' })
    const job = { port, pid, kind: 'charge', connections: options.connections }
    // Compiled code and caches are not part of a charge's cost.
    await load.run({ ...job, count: 5000 })
    await call(port, 'POST', '/_emulator/clock/advance', { by: '25h' })
    const before = await liveMemory(server)
    const tenth = options.charges / 10
    const made = await load.run({
      ...job,
      count: options.charges,
      windows: [
        [0, tenth],
        [options.charges - tenth, options.charges],
      ],
    })
    if (made.failures > 0) throw new Error(`${made.failures} charges failed: ${made.sample}`)
    const after = await liveMemory(server)
    const perCharge = (after.bytes - before.bytes) / options.charges
    if (onlyWeigh) return { perCharge }

    const cpuBefore = cpuMs(pid)
    await pause(idleMs)
    const idleCpuShare = (cpuMs(pid) - cpuBefore) / idleMs
    const events = await advance(port, pid, '10s')
    const settled = await advance(port, pid, '25h')
    const end = await liveMemory(server)
    return {
      perCharge,
      residentPerCharge: (after.residentBytes - before.residentBytes) / options.charges,
      perSettledCharge: (end.bytes - before.bytes) / options.charges,
      idleCpuShare,
      firstTenth: made.windows[0],
      lastTenth: made.windows[1],
      events,
      settled,
    }
  } finally {
    await server.stop()
  }
}

async function advance(port, pid, by) {
  const cpuBefore = cpuMs(pid)
  const startedAt = performance.now()
  const answer = await call(port, 'POST', '/_emulator/clock/advance', { by })
  return {
    ms: performance.now() - startedAt,
    cpuMs: cpuMs(pid) - cpuBefore,
    fired: answer.total ?? answer.fired?.length ?? Number.NaN,
  }
}
