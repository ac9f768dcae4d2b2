import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { describe, expect, inject, test } from 'vitest'
import { openEditor } from '../support/editor.ts'
import { repository, run } from './installed.ts'

const { folder, published, user } = inject('installed')

describe('the package', () => {
  test('holds what its users need and nothing else', () => {
    const files = readdirSync(published, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(published.length + 1))
    const documents = [
      'README.md',
      'SKILL.md',
      'COVERAGE.md',
      'CHANGELOG.md',
      'docs/coverage/worlds.md',
      'docs/examiner.md',
      'docs/run.md',
      'LICENSE',
    ].filter((name) => existsSync(join(repository, name)))
    for (const name of documents) expect(files).toContain(name)
    const code = files.filter(
      (file) => !/^(scenarios|fixtures|docs\/coverage|dist\/types)\//.test(file) && !documents.includes(file),
    )
    expect(code.filter((file) => !file.startsWith('dist/late/')).sort()).toEqual([
      'dist/certificates.js',
      'dist/cli.js',
      'dist/client-node.js',
      'dist/client.cjs',
      'dist/client.js',
      'dist/data.json',
      'dist/emulator.cjs',
      'dist/examine.cjs',
      'dist/examine.js',
      'dist/first.js',
      'dist/index.cjs',
      'dist/index.js',
      'dist/jest.cjs',
      'dist/jest.js',
      'dist/main.js',
      'dist/playwright.cjs',
      'dist/playwright.js',
      'dist/populate.cjs',
      'dist/preload.cjs',
      'dist/run.js',
      'dist/testing.cjs',
      'dist/vitest.cjs',
      'dist/vitest.js',
      'package.json',
    ])
    for (const file of files.filter((file) => file.startsWith('dist/late/'))) expect(file).toMatch(/\.js$/)
    for (const file of files.filter((file) => /^(scenarios|fixtures)\//.test(file)))
      expect(file).toMatch(/\.(yaml|schema\.json)$/)
    for (const file of files.filter((file) => file.startsWith('dist/types/')))
      expect(file).toMatch(/\.d\.c?ts$/)
  })

  test('has no dependencies', () => {
    expect(readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'payment-emulator',
    ])
  })

  test('passes publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: published, pack: false, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([])
  })
})

const program = `
import { connect, createEmulator, EmulatorError, type ChargeInspection, type ScenarioKey, type World } from 'payment-emulator'
import { connect as connectOnly, EmulatorError as SameError, type EventEntry } from 'payment-emulator/client'

const emulator = await createEmulator({ seed: 'user', webhookRetries: ['5s', 1000] })
const world: World = emulator.newWorld('mine')
const fetchFunction: typeof fetch = emulator.fetch
await fetchFunction('http://localhost/health')
const response = await world.fetch('/charges', {
  method: 'POST',
  headers: { authorization: \`Bearer \${await world.token()}\`, 'content-type': 'application/json' },
  body: JSON.stringify({
    amount: 10, currency: 'NGN', reference: 'user-0001',
    customer_id: 'cus_adaobi0001', payment_method_id: 'pmd_card000001',
  }),
})
const { data } = (await response.json()) as { data: { id: string } }
const inspection: ChargeInspection = await world.charges.inspect(data.id)
const { event }: EventEntry = await connectOnly(await emulator.listen()).world(world.name).waitForEvent('charge.completed')
const error: unknown = await connect(emulator.url).charges.approve('nobody').catch((error: unknown) => error)
const own: unknown = await emulator.charges.approve('nobody').catch((error: unknown) => error)
const many: EventEntry[] = await world.waitForEvent('charge.completed', {
  count: 1,
  since: new Date(0),
  until: 'made',
  matching: ({ data }) => data.status === 'succeeded',
})
if (event.type === 'charge.completed') void event.data.payment_method.type
const keys: ScenarioKey[] = ['scenario:auth_pin', 'scenario:auth_pin&issuer:expired_card', 'late-payer']
void keys
// @ts-expect-error no such processor response
void world.charges.decline('nobody', { processorResponse: 'imagined' }).catch(() => undefined)
// @ts-expect-error an event of this name is not about a reversal
void many[0]?.event.data.reversal
// @ts-expect-error no such event
void world.waitForEvent('charge.imagined').catch(() => undefined)
// @ts-expect-error no such option
await createEmulator({ colour: 'blue' }).catch(() => undefined)
console.log(inspection.charge.status, event.type, error instanceof EmulatorError && error.status)
console.log(own instanceof EmulatorError, own instanceof SameError, EmulatorError === SameError, many.length)
await emulator.close()
`

describe('a user', () => {
  test.each([
    ['nodenext, node types', ['--module', 'nodenext', '--types', 'node']],
    ['a bundler, node types', ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', 'node']],
    ['nodenext, browser types', ['--module', 'nodenext', '--lib', 'es2023,dom,dom.iterable', '--types', '']],
  ])('has types that hold without skipLibCheck: %s', (_, options) => {
    writeFileSync(join(user, 'program.ts'), program)
    const tsc = join(repository, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(
      process.execPath,
      [
        tsc,
        '--ignoreConfig',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--target',
        'es2023',
        '--outDir',
        'out',
      ]
        .concat(['--typeRoots', join(repository, 'node_modules/@types')])
        .concat(options, 'program.ts'),
      { cwd: user, encoding: 'utf8' },
    )
    expect([stdout, status]).toEqual(['', 0])
  })

  test('gets scenario keys, data of events and docstrings in an editor', async () => {
    const source = `import { connect } from 'payment-emulator/client'
      const world = connect('http://localhost:4290')
      await world.next('scenario:|')
      const { event } = await world.waitForEvent('charge.completed')
      event.data.|customer`
    writeFileSync(join(user, 'editor.ts'), source.replaceAll('|', ''))
    const editor = await openEditor(join(user, 'editor.ts'), source)
    expect(await editor.complete("world.next('scenario:|')")).toContain('scenario:auth_pin')
    expect(await editor.complete('event.data.|customer')).toContain('payment_method')
    expect(await editor.hover("world.ne|xt('")).toContain('Applies a scenario key to the next request')
    await editor.close()
  })

  test('runs an emulator in their own process', () => {
    expect(run(user, process.execPath, 'out/program.js')).toBe(
      'succeeded charge.completed 404\ntrue true true 1\n',
    )
  })

  test('keeps the globals of their process, even while the emulator listens', () => {
    const look = `
      const { Request, Response, Headers } = globalThis
      const { createEmulator } = await import('payment-emulator')
      const emulator = await createEmulator()
      const health = await fetch(await emulator.listen() + '/health')
      console.log([Request, Response, Headers].map((each) => globalThis[each.name] === each).join(), health.status)
      console.log((await emulator.fetch('http://localhost/health')) instanceof Response)
      await emulator.close()`
    expect(run(user, process.execPath, '--input-type=module', '-e', look)).toBe('true,true,true 200\ntrue\n')
  })

  test('has an emulator within milliseconds', () => {
    const measure = `
      const start = performance.now()
      const { createEmulator } = await import('payment-emulator')
      const loaded = performance.now()
      const emulators = [await createEmulator()]
      const first = performance.now()
      for (let n = 0; n < 20; n++) emulators.push(await createEmulator())
      const end = performance.now()
      console.log(\`import \${(loaded - start).toFixed(1)} ms, first createEmulator \${(first - loaded).toFixed(1)} ms, each further \${((end - first) / 20).toFixed(2)} ms\`)
      await Promise.all(emulators.map((emulator) => emulator.close()))`
    console.log(run(user, process.execPath, '--input-type=module', '-e', measure))
  })

  test('loads no module of node that a first charge does not need', async () => {
    const watch = join(folder, 'watch.cjs')
    writeFileSync(
      watch,
      "process.on('exit', () => process.stdout.write(process.moduleLoadList.filter((name) => /undici|http2/.test(name)).join() + 'end'))",
    )
    const main = join(published, 'dist/main.js')
    const server = spawn(process.execPath, ['-r', watch, main, '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += chunk
    })
    const [line] = await once(createInterface(server.stdout), 'line')
    const { url } = JSON.parse(line) as { url: string }
    const asked = await fetch(`${url}/realms/r/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: 'sandbox-client',
        client_secret: 'sandbox-secret',
        grant_type: 'client_credentials',
      }),
    })
    const { access_token } = (await asked.json()) as { access_token: string }
    const { status } = await fetch(`${url}/charges`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        amount: 1,
        currency: 'NGN',
        reference: 'first-charge',
        customer_id: 'cus_adaobi0001',
        payment_method_id: 'pmd_card000001',
      }),
    })
    expect(status).toBe(201)
    server.kill('SIGTERM')
    await once(server, 'close')
    expect(output.trim().split('\n').at(-1)).toBe('end')
  })

  test('has the command, and its exit codes', async () => {
    const bin = join(user, 'node_modules/.bin/payment-emulator')
    expect(run(user, bin, '--version')).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(run(user, bin, 'scenarios', 'explain', 'scenario:auth_pin')).toMatch(/PIN/)
    expect(spawnSync(bin, ['fly']).status).toBe(2)
    expect(spawnSync(bin, ['clock', 'show', '--url', 'http://127.0.0.1:1']).status).toBe(1)

    const server = spawn(bin, ['--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface(server.stdout), 'line')
    const { url } = JSON.parse(line) as { url: string }
    const shown = run(user, bin, 'clock', 'advance', '11m', '--json', '--url', url, '--world', 'mine')
    expect(JSON.parse(shown).mode).toBe('live')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})
