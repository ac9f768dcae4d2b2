// What the example uses of testcontainers, with a process in the place of a container; EMULATOR_MAIN is what it runs.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export const Wait = { forHttp: (path, port) => ({ path, port }) }

export class GenericContainer {
  #port
  #strategy

  constructor(image) {
    if (image !== 'payment-emulator') throw new Error(`there is no image ${image}`)
  }

  withExposedPorts(port) {
    this.#port = port
    return this
  }

  withWaitStrategy(strategy) {
    this.#strategy = strategy
    return this
  }

  async start() {
    const child = spawn(process.execPath, [process.env.EMULATOR_MAIN, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(child.stdout), 'line')
    const { port } = JSON.parse(line)
    const { status } = await fetch(`http://127.0.0.1:${port}${this.#strategy.path}`)
    if (status !== 200) throw new Error(`${this.#strategy.path} answered ${status}`)
    const exposed = this.#port
    return {
      getHost: () => '127.0.0.1',
      getMappedPort(asked) {
        if (asked !== exposed) throw new Error(`port ${asked} is not exposed`)
        return port
      },
      async stop() {
        child.kill('SIGTERM')
        await once(child, 'exit')
      },
    }
  }
}
