import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const file = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Starts the built emulator and waits for its ready line. */
export async function startServer() {
  const child = fork(
    file('../../dist/main.js'),
    [
      ...['--port', '0', '--journal-limit', '500'],
      // Longer than the live world's endpoint fails.
      ...['--webhook-timeout', '250ms', '--webhook-retries', '500ms,1s,2s,4s'],
    ],
    {
      silent: true,
      execArgv: ['--expose-gc', '--import', file('../../bench/lib/gc-probe.mjs')],
    },
  )
  child.stderr.pipe(process.stderr)
  const url = await new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
      const line = text.split('\n').find((one) => one.includes('"ready"'))
      if (line) resolve(JSON.parse(line).url)
    })
    child.once('exit', (code) => reject(new Error(`the emulator ended with ${code} before it was ready`)))
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return {
    child,
    url,
    memory: () =>
      new Promise((resolve) => {
        child.once('message', ({ memory }) => resolve(memory))
        child.send('memory')
      }),
    stop: async () => {
      child.kill('SIGTERM')
      const code = await ended
      if (code !== 0) throw new Error(`the emulator ended with ${code} on SIGTERM`)
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Kills the emulator under load and restarts it; returns how often it restarted. */
export async function killAndRestart(times) {
  for (let turn = 0; turn < times; turn++) {
    const server = await startServer()
    const load = Array.from({ length: 20 }, () =>
      fetch(`${server.url}/_emulator/worlds`).catch(() => undefined),
    )
    await new Promise((resolve) => setTimeout(resolve, 10 * turn))
    await server.kill()
    await Promise.all(load)
  }
  return times
}
