import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildServers } from '../servers/build.mjs'
import { cache } from './install.mjs'
import { start } from './process.mjs'
import { emulator } from './subjects.mjs'

const project = fileURLToPath(new URL('../..', import.meta.url))
const directory = `${cache}/profile`

/** The emulator and the bare server, built so that a profile shows the source of each line. */
export async function readableSubjects(node) {
  const out = `${cache}/readable`
  execFileSync(process.execPath, ['scripts/build.mjs', `${out}/dist`, '--readable'], { cwd: project })
  cpSync(`${project}package.json`, `${out}/package.json`)
  const servers = await buildServers(`${out}/servers`, { minify: false })
  const bare = servers['bare-hono']
  return [
    { ...emulator(node, `${out}/dist/main.js`), bundle: `${out}/dist/first.js` },
    {
      id: 'bare-hono',
      label: 'bare Hono + zod',
      kind: 'charge',
      bundle: bare.replace(/\.mjs$/, '.bundle.mjs'),
      how: (port, { nodeArgs = [] } = {}) => ({
        command: node,
        args: [...nodeArgs, bare, String(port)],
        probe: '/health',
      }),
    },
  ]
}

/**
 * Where a server's processor time goes under load: the share of each function in the samples, with its source file;
 * `stacks` contains the active functions of each sample. The profile stays in bench/.cache/profile.
 */
export async function profile(subject, load, { kind, count }) {
  rmSync(directory, { recursive: true, force: true })
  const nodeArgs = ['--cpu-prof', '--cpu-prof-interval', '500', '--cpu-prof-dir', directory]
  const server = await start(subject, { nodeArgs })
  const done = await load.run({ port: server.port, pid: server.pid, kind, connections: 16, count })
  await server.stop()
  const sourceOf = sources(subject.bundle)
  const { nodes, samples, timeDeltas } = JSON.parse(
    readFileSync(`${directory}/${readdirSync(directory)[0]}`, 'utf8'),
  )
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const describe = ({ callFrame: { functionName, url, lineNumber } }) => ({
    name: functionName || '(anonymous)',
    line: lineNumber + 1,
    source: url.startsWith('file:') ? sourceOf(lineNumber) : url,
  })
  const stackOf = (id) => (id === undefined ? [] : [describe(byId.get(id)), ...stackOf(parents.get(id))])
  const stacks = new Map()
  let sum = 0
  // The first quarter is start-up and code that is not yet optimized.
  for (let index = samples.length >> 2; index < samples.length; index++) {
    const id = samples[index]
    if (byId.get(id).callFrame.functionName === '(idle)') continue
    const entry = stacks.get(id) ?? { time: 0, stack: stackOf(id) }
    entry.time += timeDeltas[index]
    sum += timeDeltas[index]
    stacks.set(id, entry)
  }
  return { ...done, stacks: Array.from(stacks.values(), ({ time, stack }) => ({ share: time / sum, stack })) }
}

/** The source file of each line of a bundle: the bundler writes it above the lines from it. */
function sources(bundle) {
  let current = ''
  const files = readFileSync(bundle, 'utf8')
    .split('\n')
    .map((line) => {
      const found = /^\s*\/\/ ((?:\.\.\/)*(?:src|node_modules|bench)\/\S+)$/.exec(line)?.[1]
      if (found !== undefined) current = found.replace(/^(\.\.\/)+/, '')
      return current
    })
  return (lineNumber) => files[lineNumber] ?? ''
}
