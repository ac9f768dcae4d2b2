import { readdirSync, readFileSync } from 'node:fs'

/** Processor time in milliseconds that all threads of a process have used; undefined if not on Linux. */
export function cpuMs(pid) {
  try {
    let nanoseconds = 0
    for (const task of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    return nanoseconds / 1e6
  } catch {
    return undefined
  }
}

/** All ticks of the machine's processors so far, and those that the host took (steal). */
export function machineTicks() {
  try {
    const [, ...ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].split(/ +/).map(Number)
    return { all: ticks.slice(0, 8).reduce((sum, each) => sum + each, 0), stolen: ticks[7] }
  } catch {
    return { all: Number.NaN, stolen: Number.NaN }
  }
}
