/**
 * Where the emulator's processor time goes under load, by function:
 *   node bench/profile.mjs [--kind charge] [--count 40000] [--top 40]
 * Builds with readable names. The profile stays in bench/.cache/profile, for a flame graph viewer.
 */
import { parseArgs } from 'node:util'
import { serverNode } from './lib/install.mjs'
import { Load } from './lib/load.mjs'
import { pinSelf } from './lib/machine.mjs'
import { profile, readableSubjects } from './lib/profile.mjs'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'charge' },
    count: { type: 'string', default: '40000' },
    top: { type: 'string', default: '40' },
    node: { type: 'string' },
  },
})
pinSelf()
const [emulator] = await readableSubjects(serverNode(values.node, true))
const load = new Load()
const { rps, failures, sample, stacks } = await profile(emulator, load, {
  kind: values.kind,
  count: Number(values.count),
})
load.stop()
process.stdout.write(`${rps.toFixed(0)} requests/s while profiled, ${failures} failed ${sample ?? ''}\n`)

const nameOf = ({ name, source, line }) => `${name} ${source}:${line}`
const own = new Map()
const inclusive = new Map()
const add = (map, name, share) => map.set(name, (map.get(name) ?? 0) + share)
for (const { share, stack } of stacks) {
  add(own, nameOf(stack[0]), share)
  for (const name of new Set(stack.map(nameOf))) add(inclusive, name, share)
}
for (const [title, map] of [
  ['self time', own],
  ['with what it calls', inclusive],
]) {
  process.stdout.write(`\n${title}\n`)
  for (const [name, share] of [...map].sort((a, b) => b[1] - a[1]).slice(0, Number(values.top)))
    process.stdout.write(`${(share * 100).toFixed(1).padStart(6)} %  ${name}\n`)
}
