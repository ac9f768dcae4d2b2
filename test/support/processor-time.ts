import { readFileSync } from 'node:fs'

/**
 * Milliseconds that this thread has computed. How long something takes depends on what else the machine does, how much
 * there is to compute does not. Elsewhere than on Linux it is the time of the clock.
 */
export function processorTime(): number {
  if (process.platform !== 'linux') return performance.now()
  const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
