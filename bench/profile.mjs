/**
 * Where the emulator's processor time goes under load, by function:
 *   node bench/profile.mjs [--kind charge] [--count 40000] [--main dist/main.js]
 * Builds with readable names when no build is given (after `npm run build`, whose data it takes). The profile stays in
 * bench/.cache/profile, for a flame graph viewer.
 */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { cache, serverNode } from './lib/install.mjs'
import { Load } from './lib/load.mjs'
import { pinSelf } from './lib/machine.mjs'
import { start } from './lib/process.mjs'
import { emulator } from './lib/subjects.mjs'

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'charge' },
    count: { type: 'string', default: '40000' },
    main: { type: 'string' },
    top: { type: 'string', default: '40' },
    node: { type: 'string' },
  },
})
const project = fileURLToPath(new URL('..', import.meta.url))
const directory = `${cache}/profile`

async function readableBuild() {
  const out = `${cache}/readable`
  rmSync(out, { recursive: true, force: true })
  cpSync(`${project}dist`, `${out}/dist`, { recursive: true })
  cpSync(`${project}package.json`, `${out}/package.json`)
  await build({
    entryPoints: { cli: `${project}src/cli.ts` },
    outdir: `${out}/dist`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  return `${out}/dist/main.js`
}

pinSelf()
const main = values.main ?? (await readableBuild())
rmSync(directory, { recursive: true, force: true })
const load = new Load()
const server = await start(emulator(serverNode(values.node, true), main), {
  nodeArgs: ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', directory],
})
const job = { port: server.port, pid: server.pid, kind: values.kind, connections: 16 }
const { rps, failures, sample } = await load.run({ ...job, count: Number(values.count) })
load.stop()
await server.stop()
process.stdout.write(`${rps.toFixed(0)} requests/s while profiled, ${failures} failed ${sample ?? ''}\n`)

const profile = JSON.parse(readFileSync(`${directory}/${readdirSync(directory)[0]}`, 'utf8'))
const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
const parents = new Map(
  profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
)
const nameOf = ({ callFrame: { functionName, url, lineNumber } }) =>
  `${functionName || '(anonymous)'} ${url.split('/').at(-1)}:${lineNumber + 1}`

const own = new Map()
const inclusive = new Map()
const add = (map, name, time) => map.set(name, (map.get(name) ?? 0) + time)
let sum = 0
// The first quarter is start-up and code that is not compiled yet.
for (let index = profile.samples.length >> 2; index < profile.samples.length; index++) {
  const node = nodes.get(profile.samples[index])
  const time = profile.timeDeltas[index]
  if (node.callFrame.functionName === '(idle)') continue
  sum += time
  add(own, nameOf(node), time)
  const stack = new Set()
  for (let id = node.id; id !== undefined; id = parents.get(id)) stack.add(nameOf(nodes.get(id)))
  for (const name of stack) add(inclusive, name, time)
}
for (const [title, map] of [
  ['self time', own],
  ['with what it calls', inclusive],
]) {
  process.stdout.write(`\n${title}\n`)
  for (const [name, time] of [...map].sort((a, b) => b[1] - a[1]).slice(0, Number(values.top)))
    process.stdout.write(`${((time / sum) * 100).toFixed(1).padStart(6)} %  ${name}\n`)
}
