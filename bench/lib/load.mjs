import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const worker = fileURLToPath(new URL('../load/worker.mjs', import.meta.url))

/** Controls the load generator, a separate process that inherits this process's processor. */
export class Load {
  #child = fork(worker, { serialization: 'advanced' })
  #open = new Map()
  #id = 0
  #runs = 0

  constructor() {
    this.#child.on('message', ({ id, result, error }) => {
      const { resolve, reject } = this.#open.get(id)
      this.#open.delete(id)
      if (error === undefined) resolve(result)
      else reject(new Error(error))
    })
    this.#child.on('exit', (code) => {
      for (const { reject } of this.#open.values()) reject(new Error(`the load generator ended with ${code}`))
    })
  }

  #ask(task, argument) {
    const id = ++this.#id
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject })
      this.#child.send({ id, task, argument })
    })
  }

  /** @param {Omit<import('../load/run.mjs').Job, 'run'> & { run?: string }} job */
  run(job) {
    return this.#ask('run', { run: `b${process.pid}r${++this.#runs}`, ...job })
  }

  /** Starts the webhook receiver. @returns {Promise<number>} its port */
  receive(plannedDelayMs) {
    return this.#ask('receive', { plannedDelayMs })
  }

  received() {
    return this.#ask('received')
  }

  stopReceiving() {
    return this.#ask('stopReceiving')
  }

  stop() {
    this.#child.disconnect()
  }
}
