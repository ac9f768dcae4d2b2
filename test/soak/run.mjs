/**
 * A long run: worlds are created, used, reset and removed, with endpoints that fail, hang and recover, in frozen time; and
 * one world in real time under load, with a full journal.
 *
 *   npm run soak [-- --seconds 30]        an hour of real time is --seconds 3600
 *
 * Fails if a request gets a 5xx that no scenario asked for, if an event is lost or duplicated, or if memory, open files or
 * speed drift. Load goes to 127.0.0.1 only.
 */
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { liveWorld } from './live.mjs'
import { startReceiver } from './receiver.mjs'
import { killAndRestart, startServer } from './server.mjs'
import { useWorld } from './world.mjs'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } })
const seconds = Number(values.seconds)
const users = 6
const problems = []
const samples = []
const totals = { requests: 0, worlds: 0, charges: 0, events: 0, resets: 0 }

const receiver = await startReceiver()
const server = await startServer()
const end = Date.now() + seconds * 1000

const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0
const openFiles = () => readdirSync(`/proc/${server.child.pid}/fd`).length

async function user(number) {
  for (let turn = 0; Date.now() < end; turn++)
    try {
      await useWorld(server.url, receiver, `soak-${number}-${turn}`, turn + number, totals)
    } catch (error) {
      problems.push(error.message)
    }
}

async function watch() {
  let before = 0
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(seconds * 20, 500)))
    const memory = await server.memory()
    samples.push({ heap: memory.heapUsed, files: openFiles(), done: totals.requests - before })
    before = totals.requests
  }
}

const live = liveWorld(server.url, receiver, end, totals).catch((error) =>
  problems.push(`live: ${error.message}`),
)
await Promise.all([watch(), live, ...Array.from({ length: users }, (_, number) => user(number))])

// The first third warms up: code is compiled, the journals fill.
const third = Math.floor(samples.length / 3)
const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)]
const of = (part, name) => median(part.map((sample) => sample[name]))
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
const checks = [
  ['heap', of(middle, 'heap'), of(last, 'heap'), (a, b) => b <= a * 1.15 + 2e6, megabytes],
  ['open files', of(middle, 'files'), of(last, 'files'), (a, b) => b <= a + 30, String],
  ['requests in a slice', of(middle, 'done'), of(last, 'done'), (a, b) => b >= a * 0.5, String],
]
const worlds = (await (await fetch(`${server.url}/_emulator/worlds`)).json()).worlds
const left = worlds.filter(({ name }) => /^soak-\d/.test(name))
if (left.length > 0) problems.push(`${left.length} worlds are left over`)
await server.stop()
await receiver.stop()

console.log(JSON.stringify(totals))
for (const [name, a, b, holds, show] of checks) {
  console.log(`${name}: ${show(a)} in the middle third, ${show(b)} in the last`)
  if (samples.length >= 9 && !holds(a, b)) problems.push(`${name} drifts from ${show(a)} to ${show(b)}`)
}
const restarts = await killAndRestart(5)
console.log(`killed and started again ${restarts} times`)
for (const problem of problems.slice(0, 20)) console.error(`soak: ${problem}`)
console.log(problems.length === 0 ? 'soak: no problem' : `soak: ${problems.length} problems`)
process.exit(problems.length === 0 ? 0 : 1)
