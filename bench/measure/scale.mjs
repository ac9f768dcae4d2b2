import { startGateway } from '../lib/gateway.mjs'
import { median } from '../lib/numbers.mjs'
import { podMemory, podNodeArgs } from '../lib/pod.mjs'
import { childrenOf, residentBytes, start } from '../lib/process.mjs'
import { cpuMs } from '../load/cpu.mjs'

const worlds = 32
/** Numbers of emulators behind the gateway; 0: one, without a gateway. */
const sizes = [0, 1, 2, 4]
const rounds = 5
/** Each process needs thousands of requests before its code is compiled, and several processes share those of a round. */
const warmUpRounds = 4
/** Charges of one world in one round. */
const perWorld = 250

/** Charges between two looks at the memory of a process that is filled. */
const batch = 20_000

/**
 * What spreading costs: the processor time of all processes for a request, with one, two and four emulators behind the
 * example's gateway, and with one alone. All of them share one processor, so requests a second would say nothing.
 */
export async function measureScale({ emulator, load, log }) {
  const setups = []
  try {
    for (const size of sizes) setups.push(await startSetup(emulator, size))
    log('several processes, their code warmed up')
    for (const setup of setups) await loadOnce(setup, load, perWorld * warmUpRounds * setup.emulators.length)
    for (let round = 0; round < rounds; round++) {
      log(`several processes, round ${round + 1} of ${rounds}`)
      for (const setup of round % 2 === 0 ? setups : [...setups].reverse())
        setup.rounds.push(await loadOnce(setup, load, perWorld))
    }
  } finally {
    for (const { stop } of setups) await stop()
  }
  const rows = setups.map(({ size, rounds }) => ({
    processes: Math.max(size, 1),
    gateway: size > 0,
    emulatorUs: median(rounds.map(({ emulatorUs }) => emulatorUs)),
    gatewayUs: median(rounds.map(({ gatewayUs }) => gatewayUs)),
    rps: median(rounds.map(({ rps }) => rps)),
  }))
  return { worlds, rows, full: await fillUp({ emulator, load, log }) }
}

async function startSetup(emulator, size) {
  const emulators = []
  for (let n = 0; n < Math.max(size, 1); n++) emulators.push(await start(emulator))
  const gateway = size > 0 ? await startGateway(emulators.map(({ port }) => port)) : undefined
  return {
    size,
    emulators,
    gateway,
    rounds: [],
    stop: async () => {
      await gateway?.stop()
      for (const server of emulators) await server.stop()
    },
  }
}

/** Loads all worlds at once, each by one connection with so many charges. */
async function loadOnce({ emulators, gateway }, load, count) {
  const { port } = gateway ?? emulators[0]
  const emulatorsUsed = () => emulators.reduce((sum, { pid }) => sum + cpuMs(pid), 0)
  const gatewayUsed = () => (gateway === undefined ? 0 : cpuMsOfAll(gateway.pid))
  const before = { emulator: emulatorsUsed(), gateway: gatewayUsed(), at: performance.now() }
  const made = await Promise.all(
    Array.from({ length: worlds }, (_, world) =>
      load.run({ port, prefix: `/w/scale-${world}`, kind: 'charge', connections: 1, count }),
    ),
  )
  const failed = made.find(({ failures }) => failures > 0)
  if (failed) throw new Error(`${failed.failures} requests of a world failed: ${failed.sample}`)
  const requests = made.reduce((sum, { requests }) => sum + requests, 0)
  const perRequest = (ms) => (ms * 1000) / requests
  return {
    emulatorUs: perRequest(emulatorsUsed() - before.emulator),
    gatewayUs: perRequest(gatewayUsed() - before.gateway),
    rps: (requests / (performance.now() - before.at)) * 1000,
  }
}

/** Processor time of a process and of those that it has started. */
const cpuMsOfAll = (pid) => childrenOf(pid).reduce((sum, child) => sum + cpuMsOfAll(child), cpuMs(pid))

/** Charges until the heap of a pod is full and the next one is refused. */
async function fillUp({ emulator, load, log }) {
  log(`charges until a pod of ${podMemory} is full`)
  const server = await start(emulator, { nodeArgs: podNodeArgs })
  try {
    let charges = 0
    let resident = 0
    for (;;) {
      const made = await load.run({ port: server.port, kind: 'charge', connections: 16, count: batch })
      charges += made.statuses[201] ?? 0
      resident = Math.max(resident, residentBytes(server.pid))
      if (made.failures === 0) continue
      const { 201: _, ...others } = made.statuses
      if (Object.keys(others).join() !== '503') throw new Error(`expected 503 once full: ${made.sample}`)
      return { nodeArgs: podNodeArgs, charges, residentBytes: resident }
    }
  } finally {
    await server.stop()
  }
}
