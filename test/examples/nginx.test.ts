import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type EmulatorClient } from '../../src/index.ts'
import { freePort } from '../support/free-port.ts'
import { type PackageFolder, packageFolder } from '../support/package-folder.ts'

const nginx = '/usr/sbin/nginx'
const missing = `there is no ${nginx}; install Debian's package nginx`
const started: ChildProcess[] = []

/** The machine may be busy with other tests. Milliseconds. */
const timeout = 120_000
let folder: PackageFolder | undefined

beforeAll(() => {
  if (existsSync(nginx)) folder = packageFolder()
})

afterAll(async () => {
  for (const child of started) {
    if (child.exitCode !== null) continue
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  folder?.remove()
})

async function startEmulator(main: string): Promise<EmulatorClient> {
  const child = spawn(process.execPath, [main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const [line] = await once(createInterface(child.stdout), 'line')
  return connect(JSON.parse(line).url)
}

/** Starts nginx with the example's configuration, whose ports are put right; its address. */
async function startNginx(where: PackageFolder, emulators: readonly EmulatorClient[]): Promise<string> {
  const port = await freePort()
  const example = readFileSync('examples/nginx/nginx.conf', 'utf8')
  const ports = emulators.map(({ url }) => new URL(url).port)
  const put = [
    ['listen 4290', `listen 127.0.0.1:${port}`],
    ['127.0.0.1:4291', `127.0.0.1:${ports[0]}`],
    ['127.0.0.1:4292', `127.0.0.1:${ports[1]}`],
    ['pid /tmp/payment-emulator-nginx.pid', `pid ${join(where.folder, 'nginx.pid')}`],
    ['worker_processes auto', 'daemon off;\nworker_processes 2'],
  ] as const
  const file = join(where.folder, 'nginx.conf')
  writeFileSync(
    file,
    put.reduce((text, [from, to]) => {
      // Not in the comments at the top.
      const at = text.lastIndexOf(from)
      if (at < 0) throw new Error(`the example no longer says "${from}"`)
      return text.slice(0, at) + to + text.slice(at + from.length)
    }, example),
  )
  const child = spawn(nginx, ['-c', file, '-p', where.folder], { stdio: ['ignore', 'inherit', 'pipe'] })
  started.push(child)
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${complaint}`)
    const up = await fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (up) return `http://127.0.0.1:${port}`
  }
}

test('nginx keeps each of a hundred worlds on one of two processes', { timeout }, async (context) => {
  if (!folder) return context.skip(missing)
  const { main } = folder
  const emulators = await Promise.all([startEmulator(main), startEmulator(main)])
  const front = connect(await startNginx(folder, emulators))

  const names = Array.from({ length: 100 }, (_, index) => `worker-${index}`)
  await Promise.all(
    names.map(async (name) => {
      const world = front.world(name)
      await world.clock.freeze('2030-01-01T00:00:00Z')
      await Promise.all(Array.from({ length: 2 }, () => world.token()))
      // A second world of this name, on the other process, would have a running clock and no token.
      expect((await world.clock.advance('1m')).now).toBe('2030-01-01T00:01:00.000Z')
      expect(await world.requests.list()).toHaveLength(2)
    }),
  )

  const homes = await Promise.all(
    emulators.map(async ({ worlds }) => (await worlds.list()).map(({ name }) => name)),
  )
  const spread = homes.map((home) => home.filter((name) => name !== 'default').length)
  expect(
    homes
      .flat()
      .filter((name) => name !== 'default')
      .sort(),
  ).toEqual([...names].sort())
  expect(Math.min(...spread)).toBeGreaterThan(20)
})

test('behind nginx a reset connection moves no world, and payer pages keep the address', {
  timeout,
}, async (context) => {
  if (!folder) return context.skip(missing)
  const { main } = folder
  const url = await startNginx(folder, await Promise.all([startEmulator(main), startEmulator(main)]))
  const world = connect(url).newWorld('reset')
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
  // All four are there, in the one world.
  expect(await world.requests.list({ path: '/charges' })).toHaveLength(4)
})
