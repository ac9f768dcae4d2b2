import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'

const hasTaskset = (() => {
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' })
    return os.availableParallelism() > 1
  } catch {
    return false
  }
})()

/** The server has the first processor to itself; everything else, this process included, shares the second. */
export function pinSelf() {
  if (hasTaskset) execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' })
}

const allProcessors = `0-${os.cpus().length - 1}`

/** @param {boolean} [everywhere] On any processor @returns {[command: string, args: string[]]} */
export const pinnedServer = (command, args, everywhere = false) =>
  hasTaskset ? ['taskset', ['-c', everywhere ? allProcessors : '0', command, ...args]] : [command, args]

/** The machine, as far as a reader needs it to judge the figures: no names, no paths. */
export function describeMachine(node) {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
  return {
    processors: `${os.cpus().length} × ${os.cpus()[0]?.model ?? 'unknown'}`,
    memory: `${Math.round(os.totalmem() / 1024 ** 3)} GB`,
    system: `${distribution()}, kernel ${os.release().split('-')[0]}`,
    node: version,
    loadGenerator: `Node ${process.version}`,
    pinned: hasTaskset ? 'one processor for the server, one for the load' : 'not pinned (no taskset)',
    date: new Date().toISOString().slice(0, 10),
  }
}

function distribution() {
  try {
    return /^PRETTY_NAME="(.*)"/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? os.type()
  } catch {
    return os.type()
  }
}
