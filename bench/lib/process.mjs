import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import { pinnedServer } from './machine.mjs'

/** How long a server may take to answer for the first time. Milliseconds. */
const longestStartMs = 30_000

/** A port that was free a moment ago. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

/**
 * @typedef {object} Running
 * @property {number} port
 * @property {number} pid
 * @property {number} firstAnswerMs From just before the process is spawned to the first byte of an answer
 * @property {import('node:child_process').ChildProcess} child
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a server and waits for its first answer, whatever it is.
 * @param {{ command: string, args: string[], env?: Record<string, string>, probe?: string, ipc?: boolean,
 *           everywhere?: boolean }} how
 * @param {number} port
 * @returns {Promise<Running>}
 */
export async function startServer(how, port) {
  const [command, args] = pinnedServer(how.command, how.args, how.everywhere)
  let output = ''
  const startedAt = performance.now()
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR ?? '/tmp', ...how.env },
    stdio: ['ignore', 'pipe', 'pipe', ...(how.ipc ? ['ipc'] : [])],
  })
  running.add(child)
  const ended = new Promise((resolve) => child.once('exit', resolve)).then(() => running.delete(child))
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      if (output.length < 4000) output += chunk
    })
  let gone = false
  ended.then(() => {
    gone = true
  })
  const request = `GET ${how.probe ?? '/'} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`
  for (;;) {
    if (await answers(port, request)) break
    if (gone) throw new Error(`the server ended at once: ${output.slice(-1500)}`)
    if (performance.now() - startedAt > longestStartMs) {
      child.kill('SIGKILL')
      throw new Error(`no answer after ${longestStartMs / 1000} s: ${output.slice(-1500)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const firstAnswerMs = performance.now() - startedAt
  return {
    port,
    pid: child.pid,
    firstAnswerMs,
    child,
    stop: async () => {
      const force = setTimeout(() => child.kill('SIGKILL'), 3000)
      child.kill('SIGTERM')
      await ended
      clearTimeout(force)
    },
  }
}

/** Starts a subject on a free port. @param {import('./subjects.mjs').Subject} subject */
export async function start(subject, options) {
  const port = await freePort()
  return startServer(subject.how(port, options), port)
}

/** Whether a connection is accepted and a first byte is received. */
function answers(port, request) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    const end = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(5000, () => end(false))
    socket.once('connect', () => socket.write(request))
    socket.once('data', () => end(true))
    socket.once('error', () => end(false))
    socket.once('close', () => resolve(false))
  })
}

/** Resident bytes of a process and its children. */
export function residentBytes(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), own)
}

/** The processes that a process has started. @returns {string[]} */
export const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
