/** npm run bench: measures everything in one run and writes the report. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { call } from './lib/http.mjs'
import { cache, serverNode } from './lib/install.mjs'
import { Load } from './lib/load.mjs'
import { describeMachine, pinSelf } from './lib/machine.mjs'
import { help, readOptions } from './lib/options.mjs'
import { start } from './lib/process.mjs'
import { report } from './lib/report.mjs'
import { bareServers, emulator as findEmulator } from './lib/subjects.mjs'
import { summarizeStart, summarizeThroughput } from './lib/summary.mjs'
import { measureCharges } from './measure/charges.mjs'
import { measureCosts } from './measure/costs.mjs'
import { measureDelayed } from './measure/delayed.mjs'
import { measureLong } from './measure/long.mjs'
import { measureStart } from './measure/start.mjs'
import { measureThroughput } from './measure/throughput.mjs'
import { measureWebhooks } from './measure/webhooks.mjs'
import { measureWorlds } from './measure/worlds.mjs'
import { findPeers } from './peers/index.mjs'

const options = readOptions(process.argv.slice(2))
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}

const begun = performance.now()
const log = (text) =>
  process.stderr.write(`${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}\n`)

pinSelf()
const install = !options.quick
const node = serverNode(options.node, install)
const emulator = findEmulator(node, options.main)
const peers = options.peers
  ? findPeers({ node, install, openapi: await openapi() })
  : { found: [], missing: [{ label: 'all peers', reason: '--no-peers' }] }
const subjects = [...(await bareServers(node)), emulator, ...peers.found]
const load = new Load()
const context = { node, subjects, emulator, load, options, log }

const measures = {
  start: async () => summarizeStart(await measureStart(context)),
  throughput: async () => summarizeThroughput(await measureThroughput(context)),
  costs: () => measureCosts(context),
  charges: () => measureCharges(context),
  worlds: () => measureWorlds(context),
  webhooks: () => measureWebhooks(context),
  delayed: () => measureDelayed(context),
  long: () => measureLong(context),
}
const all = { options, machine: describeMachine(node), missing: peers.missing, failures: [] }
for (const section of options.only)
  try {
    all[section] = await measures[section]()
  } catch (error) {
    log(`${section}: ${error.message}`)
    all.failures.push({ section, reason: error.message.split('\n')[0] })
  }
load.stop()

const text = report(all)
const out =
  options.out ?? (options.quick ? undefined : fileURLToPath(new URL('./RESULTS.md', import.meta.url)))
if (out) writeFileSync(out, text)
writeFileSync(`${cache}/results.json`, JSON.stringify(all, null, 2))
process.stdout.write(text)
log('done')
process.exitCode = all.failures.length > 0 ? 1 : 0

/** The emulator's own OpenAPI document, for Prism; undefined if it serves none. */
async function openapi() {
  const server = await start(emulator)
  try {
    return await call(server.port, 'GET', '/_emulator/openapi.json')
  } catch {
    return undefined
  } finally {
    await server.stop()
  }
}
