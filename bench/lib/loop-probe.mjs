/**
 * Preloaded into a server (--import): reports to its parent how busy its event loop was since the last report. A timer
 * looks at the processor time that the main thread used since its last turn: unlike a delay, that does not grow while other
 * programs have the processor.
 */
import { openSync, readSync } from 'node:fs'
import { performance } from 'node:perf_hooks'

const everyMs = 4
const stat = openSync(`/proc/self/task/${process.pid}/schedstat`)
const text = Buffer.alloc(100)
const usedMs = () => Number.parseInt(text.latin1Slice(0, readSync(stat, text, 0, 100, 0)), 10) / 1e6

let before = usedMs()
let total = before
let began = performance.now()
let longest = 0
/** Processor time of turns that took so long that a request would notice. */
let inLong = 0
setInterval(() => {
  const now = usedMs()
  const turn = now - before
  before = now
  if (turn > longest) longest = turn
  if (turn > everyMs) inLong += turn
}, everyMs).unref()

process.on('message', (question) => {
  if (question !== 'loop') return
  const seconds = (performance.now() - began) / 1000
  process.send({ busy: (usedMs() - total) / seconds, longest, inLong: inLong / seconds })
  total = usedMs()
  began = performance.now()
  longest = 0
  inLong = 0
})
process.channel?.unref()
