import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, type TestContext, test } from 'vitest'
import { connect, type EmulatorClient } from '../../src/index.ts'
import { type Clone, clone, environment, lineOf, runLine } from '../support/clone.ts'
import { freePort } from '../support/free-port.ts'

const nginx = '/usr/sbin/nginx'

/** The machine may be busy with other tests. Milliseconds. */
const timeout = 120_000
let cloned: Clone | undefined
let running: ChildProcess | undefined
let complaint = ''
let folder = ''
let front: EmulatorClient
let emulators: EmulatorClient[]

/** Runs the example by the command of its README, with separate ports. */
beforeAll(async () => {
  if (!existsSync(nginx)) return
  cloned = clone(inject('built').dist)
  folder = cloned.example('nginx')
  const ports = new Map<string, number>()
  for (const port of ['4290', '4291', '4292']) ports.set(port, await freePort())
  for (const file of ['nginx.conf', 'emulators.conf', 'run.sh']) {
    const text = readFileSync(join(folder, file), 'utf8')
      .replace(/\b429[012]\b/g, (port) => String(ports.get(port)))
      .replace('/tmp/payment-emulator-nginx.pid', join(folder, 'nginx.pid'))
    writeFileSync(join(folder, file), text)
  }
  const at = (port: string): EmulatorClient => connect(`http://127.0.0.1:${ports.get(port)}`)
  front = at('4290')
  emulators = [at('4291'), at('4292')]
  running = spawn('bash', ['-c', `exec ${lineOf('nginx')}`], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  running.stderr?.on('data', (chunk) => {
    complaint += chunk
  })
  for (const client of [...emulators, front]) await up(client, running)
}, timeout)

afterAll(async () => {
  if (running?.exitCode === null) {
    const gone = once(running, 'exit')
    running.kill('SIGTERM')
    await gone
  }
  cloned?.remove()
})

/** Resolves when an emulator answers; rejects if a started process ends first. */
async function up(client: EmulatorClient, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the example ended: ${complaint}`)
    const answers = await client.health().then(
      () => true,
      () => false,
    )
    if (answers) return
  }
}

const needsNginx = ({ skip }: TestContext): void => {
  if (!cloned) skip(`there is no ${nginx}; install Debian's package nginx`)
}

const worldsOf = async ({ worlds }: EmulatorClient): Promise<string[]> =>
  (await worlds.list()).map(({ name }) => name).filter((name) => name.startsWith('worker-'))

test('nginx sends each of a hundred worlds to one of two processes', { timeout }, async (context) => {
  needsNginx(context)
  const names = Array.from({ length: 100 }, (_, index) => `worker-${index}`)
  await Promise.all(
    names.map(async (name) => {
      const world = front.world(name)
      await world.reset()
      await world.clock.freeze('2030-01-01T00:00:00Z')
      await Promise.all(Array.from({ length: 2 }, () => world.token()))
      // A second world with this name, on the other process, would have a running clock and no token.
      expect((await world.clock.advance('1m')).now).toBe('2030-01-01T00:01:00.000Z')
      expect(await world.requests.list()).toHaveLength(2)
    }),
  )
  const homes = await Promise.all(emulators.map(worldsOf))
  expect(homes.flat().sort()).toEqual([...names].sort())
  expect(Math.min(...homes.map(({ length }) => length))).toBeGreaterThan(20)
})

test('behind nginx a question about all worlds reaches one process, and the script asks every one', {
  timeout,
}, async (context) => {
  needsNginx(context)
  const names = Array.from({ length: 20 }, (_, index) => `worker-${index}`)
  await Promise.all(names.map((name) => front.world(name).clock.show()))
  const instances = new Set((await front.worlds.list()).map(({ instance }) => instance))
  expect([...instances]).toHaveLength(1)

  const ask = async (command: string): Promise<string> => {
    const { code, output } = await runLine(folder, `./all.sh ${command}`)
    expect([code, output]).toEqual([0, expect.stringMatching(/^== .*^== /ms)])
    return output
  }
  const listed = await ask('worlds list')
  for (const name of names) expect(listed).toMatch(new RegExp(`^${name} `, 'm'))
  for (const line of readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\.\/all\.sh (.*)$/gm))
    await ask(line[1] ?? '')
  const failing = await runLine(folder, './all.sh charges show chg_nobody')
  expect([failing.code, failing.output.match(/answered 404/g)]).toEqual([1, ['answered 404', 'answered 404']])
})

test('behind nginx a reset connection moves no world, and payer pages have the public address', {
  timeout,
}, async (context) => {
  needsNginx(context)
  const world = front.newWorld('reset')
  const token = await world.token()
  const send = (reference: string, scenario: string) =>
    world.fetch('/charges', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'x-scenario-key': scenario,
      },
      body: JSON.stringify({
        amount: 10,
        currency: 'NGN',
        reference,
        customer_id: 'cus_adaobi0001',
        payment_method_id: 'pmd_card000001',
      }),
    })
  for (const reference of ['reset-0001', 'reset-0002', 'reset-0003'])
    expect((await send(reference, 'network:lost_after_commit')).status).toBe(502)
  const answer = await send('reset-0004', 'scenario:auth_redirect')
  const { data } = (await answer.json()) as { data: { next_action: { redirect_url: { url: string } } } }
  expect(data.next_action.redirect_url.url.startsWith(`${world.url}/_emulator/pay/`)).toBe(true)
  // All four are in the same world.
  expect(await world.requests.list({ path: '/charges' })).toHaveLength(4)
})
