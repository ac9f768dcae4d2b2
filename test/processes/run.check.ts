import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'

const built = inject('built')

interface Started {
  child: ChildProcess
  folder: string
  /** Resolves with the exit code and everything that was printed. */
  ended: Promise<{ code: number | null; out: string; error: string }>
  /** Resolves when this text was printed. */
  printed(text: string): Promise<void>
}

/** `payment-emulator run` with a temporary folder of its own. */
function start(flags: readonly string[], command: readonly string[], variables = {}): Started {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-run-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'tmp'))
  const inherited = Object.entries(process.env).filter(([name]) => !/^(EMULATOR_|VITEST|NODE_)/.test(name))
  const child = spawn(
    process.execPath,
    [built.main, 'run', '--map', 'api.example.com', ...flags, '--', ...command],
    {
      env: { ...Object.fromEntries(inherited), TMPDIR: join(folder, 'tmp'), ...variables },
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  let out = ''
  let error = ''
  child.stderr?.on('data', (chunk) => {
    error += String(chunk)
  })
  let woken = (): void => undefined
  child.stdout?.on('data', (chunk) => {
    out += String(chunk)
    woken()
  })
  return {
    child,
    folder,
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, error })),
    printed: async (text) => {
      while (!out.includes(text))
        await new Promise<void>((resolve) => {
          woken = resolve
        })
    },
  }
}

const node = (code: string): string[] => [process.execPath, '--input-type=module', '-e', code]
const waits = node(
  `process.on('SIGTERM', () => process.exit(3)); process.on('SIGHUP', () => process.exit(4)); setInterval(() => {}, 1000); console.log('waiting')`,
)
/** Newer versions of Node keep compiled code there, too. */
const left = (folder: string): string[] =>
  readdirSync(join(folder, 'tmp')).filter((name) => name.startsWith('payment-emulator'))

describe('run', () => {
  test('makes fetch, without and with TLS, reach an emulator, and writes report and recording', async () => {
    const { ended, folder } = start(
      ['--report', 'report.xml', '--record', 'traffic.har', '--world', 'mine', '--seed', 'run', '--offline'],
      node(`
        const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: process.env.EMULATOR_CLIENT_ID, client_secret: process.env.EMULATOR_CLIENT_SECRET })
        const answer = await fetch('https://api.example.com/realms/r/protocol/openid-connect/token', { method: 'POST', body: form })
        const { access_token } = await answer.json()
        const reset = await fetch(process.env.EMULATOR_URL + '/w/' + process.env.EMULATOR_WORLD + '/_emulator/reset', { method: 'POST' })
        const list = await fetch('http://api.example.com/customers?limit=1', { headers: { authorization: 'Bearer ' + access_token } })
        console.log(answer.status, reset.status, list.status)
        process.exitCode = 7
      `),
    )
    expect(await ended).toEqual({ code: 7, out: '200 200 401\n', error: '' })
    expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('<testsuites')
    const har = readFileSync(join(folder, 'traffic.har'), 'utf8')
    expect(har).not.toContain('sandbox-secret')
    const { entries } = (JSON.parse(har) as { log: { entries: { request: { url: string } }[] } }).log
    // The reset did not lose the first one.
    expect(entries.map(({ request }) => request.url)).toEqual([
      'https://api.example.com/realms/r/protocol/openid-connect/token',
      'http://api.example.com/customers?limit=1',
    ])
    expect(left(folder)).toEqual([])
  })

  test.each([
    ['SIGTERM', 3],
    ['SIGHUP', 4],
    ['SIGINT', 130],
  ] as const)(
    'passes %s on, ends with the exit code of the command, and leaves nothing',
    async (signal, code) => {
      const { child, ended, printed, folder } = start([], waits)
      await printed('waiting')
      expect(left(folder)).toHaveLength(1)
      child.kill(signal)
      expect((await ended).code).toBe(code)
      expect(left(folder)).toEqual([])
    },
  )

  test('two at once do not meet, and a command that a signal ends leaves nothing', async () => {
    const command = node(`
      await fetch('https://api.example.com/health')
      console.log(process.env.EMULATOR_URL)
      process.kill(process.pid, 'SIGKILL')
    `)
    const both = [start([], command), start([], command)]
    const [one, other] = await Promise.all(both.map(({ ended }) => ended))
    expect([one?.code, other?.code]).toEqual([137, 137])
    expect(one?.out).not.toBe(other?.out)
    expect(both.flatMap(({ folder }) => left(folder))).toEqual([])
  })

  test.each([
    [['/nowhere/program'], 127, /the command "\/nowhere\/program" was not found/],
    [['/'], 126, /the command "\/" cannot be started/],
  ])('says that %j cannot be started, as shells do', async (command, code, complaint) => {
    const { ended, folder } = start([], command)
    expect(await ended).toMatchObject({ code, error: expect.stringMatching(complaint) })
    expect(left(folder)).toEqual([])
  })

  test('says that no request came, and leaves --help and --version after "--" to the command', async () => {
    const { ended } = start([], [process.execPath, '--version'])
    expect(await ended).toEqual({
      code: 0,
      out: `${process.version}\n`,
      error: expect.stringContaining('no request to api.example.com came'),
    })
  })

  test('says what to do if its files have no place', async () => {
    const { ended } = start([], [process.execPath, '--version'], { TMPDIR: '/dev/null/nowhere' })
    expect(await ended).toEqual({
      code: 1,
      out: '',
      error: expect.stringMatching(/^payment-emulator: there is no place for certificates .*; set TMPDIR to/),
    })
  })

  test('maps the hosts in worker threads, too', async () => {
    const { ended } = start(
      [],
      node(`
        import { Worker } from 'node:worker_threads'
        const code = "fetch('https://api.example.com/health').then(({ status }) => console.log(status), console.log)"
        new Worker(code, { eval: true })
      `),
    )
    expect(await ended).toMatchObject({ code: 0, out: '200\n' })
  })

  test('refuses other hosts to clients that use no proxy, too, under --offline', async () => {
    const { ended } = start(
      ['--offline'],
      node(`
        import http from 'node:http'
        import https from 'node:https'
        const get = (client, url) => new Promise((done) => client.get(url, { agent: new client.Agent() }, async (answer) =>
          done(answer.statusCode + ' ' + (await answer.toArray()).join(''))))
        const own = http.createServer((_, answer) => answer.end('this machine')).listen(0, '127.0.0.1', async () => {
          console.log(await get(http, 'http://other.example/') + await get(https, 'https://other.example/'))
          console.log(await get(http, 'http://127.0.0.1:' + own.address().port))
          own.close()
        })
      `),
    )
    const refused = '502 payment-emulator run: "other.example" is not mapped.*\n'
    expect((await ended).out).toMatch(new RegExp(`^${refused}${refused}\n200 this machine\n$`))
  })

  test('uses a running emulator with --url, and its world', async () => {
    const { createEmulator } = await import('../../src/node/in-process.ts')
    const emulator = await createEmulator()
    onTestFinished(() => emulator.close())
    const url = await emulator.listen()
    const { ended } = start(
      ['--url', `${url}/w/theirs`],
      node(`await fetch('https://api.example.com/customers'); console.log(process.env.EMULATOR_URL)`),
    )
    expect(await ended).toMatchObject({ code: 0, out: `${url}\n` })
    expect((await emulator.world('theirs').requests.list()).map(({ path }) => path)).toEqual([
      '/w/theirs/customers',
    ])
  })
})
