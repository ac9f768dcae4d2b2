import { Client, firstToken, Shared } from './client.mjs'
import { cpuMs, machineTicks } from './cpu.mjs'
import { pace } from './pace.mjs'
import { Recorder } from './recorder.mjs'
import { kinds } from './requests.mjs'

/**
 * @typedef {object} Job
 * @property {number} port
 * @property {string} kind One of requests.mjs
 * @property {string} [prefix] The world's path prefix
 * @property {string} run Makes references unique between jobs
 * @property {number} connections
 * @property {number} [warmupMs] Load that is not counted
 * @property {number} [durationMs] Ends after this time ...
 * @property {number} [count] ... or after this many requests
 * @property {number} [rate] Requests per second on schedule; without it, each connection sends as soon as it has an answer
 * @property {[from: number, to: number][]} [windows] Ranges of answers whose latencies are reported separately
 * @property {number} [pid] The server's, for its processor time
 * @property {boolean} [numbered] Whether the result has each latency with the number of its request
 */

/** The longest duration of a job. */
const longestMs = 1_800_000
/** More latencies per second than any server here can produce. */
const mostPerSecond = 100_000

/** @param {Job} job */
export async function run(job) {
  const target = { host: '127.0.0.1', port: job.port, prefix: job.prefix ?? '', run: job.run }
  const kind = kinds[job.kind](target)
  const tokenRequest = kinds.token(target).request(0, '')
  const capacity = job.count ?? Math.ceil((job.durationMs / 1000) * mostPerSecond)
  const recorder = new Recorder(capacity, job.numbered)
  const shared = new Shared(target, kind, tokenRequest, job.warmupMs ? new Recorder(0) : recorder)
  if (kind.token) shared.token = await firstToken(target, tokenRequest)

  let stopping = false
  let finished = 0
  let allFinished
  const done = new Promise((resolve) => {
    allFinished = resolve
  })
  const ended = () => stopping || (job.count !== undefined && shared.counted >= job.count)
  const finish = () => {
    if (++finished === job.connections) allFinished()
  }
  const waiting = []
  const onFree = (client) => {
    if (ended()) finish()
    else if (job.rate === undefined) client.send(performance.now())
    else waiting.push(client)
  }

  const stop = () => {
    stopping = true
  }
  const clients = Array.from({ length: job.connections }, () => new Client(shared, onFree, stop))
  for (const client of clients) await client.connection.open()
  const limit = setTimeout(stop, longestMs)
  let serverCpu = Number.NaN
  let ticks = machineTicks()
  let ownCpu = process.cpuUsage()
  const begin = () => {
    shared.recorder = recorder
    shared.counted = 0
    serverCpu = cpuOf(job.pid)
    ownCpu = process.cpuUsage()
    ticks = machineTicks()
    recorder.start()
    if (job.durationMs) setTimeout(stop, job.durationMs)
  }
  if (job.warmupMs) setTimeout(begin, job.warmupMs)
  else begin()
  const stopPacing = job.rate === undefined ? undefined : pace(job.rate, waiting, ended, finish)
  for (const client of clients) onFree(client)
  await done
  recorder.end()
  clearTimeout(limit)
  stopPacing?.()
  for (const client of clients) client.connection.close()

  const seconds = (recorder.endedAt - recorder.startedAt) / 1000
  const used = process.cpuUsage(ownCpu)
  const now = machineTicks()
  const windows = job.windows?.map(([from, to]) => recorder.summary(from, to))
  const summary = recorder.summary()
  return {
    ...summary,
    seconds,
    rps: summary.requests / seconds,
    serverCpuUs: ((cpuOf(job.pid) - serverCpu) * 1000) / summary.requests,
    loadCpuShare: (used.user + used.system) / 1e6 / seconds,
    stolenShare: (now.stolen - ticks.stolen) / (now.all - ticks.all),
    statuses: recorder.statuses,
    failures: recorder.failures,
    sample: recorder.sample,
    reconnects: clients.reduce((sum, client) => sum + client.connection.reconnects, 0),
    windows,
    ...(job.numbered && recorder.numbered()),
  }
}

const cpuOf = (pid) => (pid === undefined ? Number.NaN : (cpuMs(pid) ?? Number.NaN))
