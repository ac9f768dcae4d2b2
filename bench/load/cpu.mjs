import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds of processor time that all threads of a process have used; undefined off Linux. */
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
