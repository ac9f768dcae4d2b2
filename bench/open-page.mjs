/**
 * What an open page of the dashboard costs: a world with 5,000 charges, 200 requests a second, and Chromium with one page.
 *   npm run build && node bench/open-page.mjs [--pages requests,charges,home] [--rounds 5] [--seconds 8] [--rate 200]
 *
 * The emulator has the first processor; the load and Chromium share the second, where Chromium has the lower priority.
 * Rounds without a page and with each one alternate. Processor times and the longest turn of the event loop mean something
 * on a busy machine, too; latencies only on one that does nothing else.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { Load } from './lib/load.mjs'
import { pinSelf } from './lib/machine.mjs'
import { digits, median } from './lib/numbers.mjs'
import { childrenOf, pause, start } from './lib/process.mjs'
import { emulator } from './lib/subjects.mjs'
import { table } from './lib/table.mjs'
import { cpuMs } from './load/cpu.mjs'

/** The most of a core that an open page may take, and how much slower requests may be. */
const limits = { renderer: 0.1, latency: 1.2 }

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: 'requests,charges,webhooks,home' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    rate: { type: 'string', default: '200' },
    charges: { type: 'string', default: '5000' },
    main: { type: 'string' },
    profile: { type: 'string' },
  },
})
const paths = {
  none: undefined,
  home: '/_emulator',
  ...Object.fromEntries(
    ['charges', 'requests', 'webhooks', 'scenarios', 'time', 'worlds'].map((name) => [
      name,
      `/_emulator/ui/${name}`,
    ]),
  ),
}
const shown = ['none', ...values.pages.split(',')]
const unknown = shown.find((name) => !(name in paths))
if (unknown !== undefined)
  throw new Error(`--pages ${unknown}: the pages are ${Object.keys(paths).join(', ')}`)

pinSelf()
const probe = fileURLToPath(new URL('./lib/loop-probe.mjs', import.meta.url))
const server = await start(
  (({ how, ...rest }) => ({ ...rest, how: (port, options) => ({ ...how(port, options), ipc: true }) }))(
    emulator(process.execPath, values.main),
  ),
  {
    nodeArgs: [
      '--import',
      probe,
      ...(values.profile
        ? ['--cpu-prof', '--cpu-prof-interval', '200', '--cpu-prof-dir', values.profile]
        : []),
    ],
  },
)
const { port, pid } = server
const origin = `http://127.0.0.1:${port}`
const load = new Load()
const folder = mkdtempSync(join(tmpdir(), 'open-page-'))
const slow = join(folder, 'chromium')
writeFileSync(slow, `#!/bin/sh\nexec nice -n 10 ${process.env.CHROMIUM ?? '/usr/bin/chromium'} "$@"\n`)
chmodSync(slow, 0o755)
const launched = await chromium.launchServer({
  executablePath: slow,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-sync',
  ],
})

const results = Object.fromEntries(shown.map((name) => [name, []]))
try {
  const browser = await chromium.connect(launched.wsEndpoint())
  await post('/_emulator/populate', {
    customers: 200,
    charges: Number(values.charges),
    over: '30d',
    seed: 'bench',
  })
  // Compiled code, and a full journal, as after an hour of tests.
  await load.run({ kind: 'charge', connections: 16, port, count: 20_000 })
  for (let round = 0; round < Number(values.rounds); round++)
    for (const name of round % 2 === 0 ? shown : shown.toReversed())
      results[name].push(await measure(browser, name))
} finally {
  load.stop()
  await launched.close()
  await server.stop()
  rmSync(folder, { recursive: true })
}
report()

/** One slice of load with a page open, or none. */
async function measure(browser, name) {
  const page = await browser.newPage({ viewport: { width: 1360, height: 850 } })
  let refreshes = 0
  let bytes = 0
  if (paths[name]) {
    await page.goto(origin + paths[name])
    await page.getByText('Live', { exact: true }).waitFor()
  }
  page.on('response', async (response) => {
    if (!response.url().startsWith(origin)) return
    refreshes++
    bytes += (await response.body().catch(() => '')).length
  })
  await pause(500)
  const seconds = Number(values.seconds)
  const running = load.run({
    ...{ kind: 'charge', connections: 16, port, pid, rate: Number(values.rate) },
    ...{ warmupMs: 1500, durationMs: seconds * 1000, numbered: true },
  })
  await pause(1500)
  await loop()
  const before = browserMs()
  refreshes = 0
  bytes = 0
  const { latencies, p50, p99, failures, sample } = await running
  const after = browserMs()
  const { busy, longest, inLong } = await loop()
  await page.close()
  if (failures > 0) throw new Error(`${failures} requests failed: ${sample}`)
  return {
    busy,
    longest,
    inLong,
    p50,
    p99,
    mean: latencies.reduce((sum, each) => sum + each, 0) / latencies.length,
    renderer: (after.renderer - before.renderer) / 10 / seconds,
    chromium: (after.all - before.all) / 10 / seconds,
    refreshes: refreshes / seconds,
    kb: bytes / 1024 / seconds,
  }
}

/** What the probe in the emulator has seen since it was last asked. */
function loop() {
  return new Promise((resolve) => {
    server.child.once('message', resolve)
    server.child.send('loop')
  })
}

/** Processor time of Chromium's processes, and of those that render pages. Milliseconds. */
function browserMs() {
  const sum = { all: 0, renderer: 0 }
  const add = (id) => {
    try {
      const used = cpuMs(id)
      sum.all += used
      if (readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer')) sum.renderer += used
      for (const child of childrenOf(id)) add(child)
    } catch {
      // It has ended meanwhile.
    }
  }
  add(launched.process().pid)
  return sum
}

async function post(path, body) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
}

function report() {
  const of = (name, key) => median(results[name].map((each) => each[key]))
  /** The median of what the rounds have in common with the one without a page beside it. */
  const beside = (name, key) =>
    median(results[name].map((each, round) => each[key] / results.none[round][key]))
  const rows = shown.map((name) => [
    name,
    `${digits(of(name, 'busy'))} ms`,
    `${digits(of(name, 'longest'))} ms`,
    `${digits(of(name, 'inLong'))} ms`,
    ...['mean', 'p50', 'p99'].map((key) => `${digits(of(name, key))} ms (${beside(name, key).toFixed(2)} ×)`),
    `${digits(of(name, 'renderer'))} %`,
    `${digits(of(name, 'chromium'))} %`,
    `${digits(of(name, 'refreshes'))}/s, ${digits(of(name, 'kb'))} kB/s`,
  ])
  const heads = [
    'page',
    'server CPU/s',
    'longest turn',
    'in turns > 4 ms/s',
    'mean',
    'p50',
    'p99',
    'renderer',
    'Chromium',
    'requests',
  ]
  process.stdout.write(`${table(heads, rows)}\n`)
  const wrong = shown.flatMap((name) => [
    ...(of(name, 'renderer') > limits.renderer * 100
      ? [`${name}: the renderer takes ${digits(of(name, 'renderer'))} %`]
      : []),
    ...['mean', 'p99']
      .filter((key) => beside(name, key) > limits.latency)
      .map((key) => `${name}: ${key} is ${beside(name, key).toFixed(2)} × that without a page`),
  ])
  for (const line of wrong) process.stdout.write(`over the limit: ${line}\n`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
