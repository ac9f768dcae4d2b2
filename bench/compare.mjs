/**
 * Two or more builds of the emulator beside each other, to see what a change does:
 *   node bench/compare.mjs [--kind charge] [--rounds 15] [--slice 700] old/dist/main.js dist/main.js
 */
import { parseArgs } from 'node:util'
import { serverNode } from './lib/install.mjs'
import { Load } from './lib/load.mjs'
import { pinSelf } from './lib/machine.mjs'
import { digits, median, medianOf } from './lib/numbers.mjs'
import { start } from './lib/process.mjs'
import { emulator } from './lib/subjects.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string', default: 'charge' },
    rounds: { type: 'string', default: '15' },
    slice: { type: 'string', default: '700' },
    node: { type: 'string' },
  },
})
pinSelf()
const node = serverNode(values.node, true)
const load = new Load()
const builds = []
for (const main of positionals) builds.push({ main, rounds: [], server: await start(emulator(node, main)) })
const job = { kind: values.kind, connections: 16 }
for (let round = -1; round < Number(values.rounds); round++)
  for (const build of round % 2 === 0 ? builds : [...builds].reverse()) {
    const { port, pid } = build.server
    await fetch(`http://127.0.0.1:${port}/_emulator/reset`, { method: 'POST' })
    if (round < 0) await load.run({ ...job, port, pid, count: 20_000 })
    else
      build.rounds.push(
        await load.run({ ...job, port, pid, durationMs: Number(values.slice), warmupMs: 100 }),
      )
  }
const [first] = builds
for (const { main, rounds, server } of builds) {
  await server.stop()
  const beside = (key) => median(rounds.map((each, index) => each[key] / first.rounds[index][key]))
  process.stdout.write(
    `${main}: ${digits(medianOf(rounds, 'rps'))} requests/s (${digits(beside('rps'))} ×), ` +
      `best ${digits(Math.max(...rounds.map(({ rps }) => rps)))}, ${digits(medianOf(rounds, 'serverCpuUs'))} µs of ` +
      `processor time (${digits(beside('serverCpuUs'))} ×), at least ${digits(Math.min(...rounds.map(({ serverCpuUs }) => serverCpuUs)))} µs, p99 ${digits(medianOf(rounds, 'p99'))} ms, ` +
      `failures ${rounds.reduce((sum, { failures }) => sum + failures, 0)}\n`,
  )
}
load.stop()
