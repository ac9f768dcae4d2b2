/**
 * Writes everything that shows the figures of bench/results.json: the picture and the tables of docs/scale.md. With
 * --check it writes nothing and fails where one of them shows other figures.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { comparison } from './lib/comparison.mjs'
import { withTables } from './lib/scale-tables.mjs'

const file = (path) => fileURLToPath(new URL(path, import.meta.url))
const results = file('./results.json')
const picture = file('./comparison.svg')
const page = file('../docs/scale.md')

/** The sections that are shown, with five digits: enough to show, and a change of them is a change of figures. */
export function save({ machine, start, throughput, charges, worlds, webhooks, delayed, scale }) {
  const shown = { machine, start, throughput, charges, worlds, webhooks, delayed, scale }
  const short = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value)
  writeFileSync(results, `${JSON.stringify(shown, short, 1)}\n`)
}

/** The texts by file. */
function drawn() {
  const all = JSON.parse(readFileSync(results, 'utf8'))
  return [
    [picture, comparison(all)],
    [page, withTables(readFileSync(page, 'utf8'), all)],
  ]
}

export function publish() {
  for (const [path, text] of drawn()) writeFileSync(path, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--check')) {
    const stale = drawn().filter(([path, text]) => readFileSync(path, 'utf8') !== text)
    for (const [path] of stale)
      process.stderr.write(`${path} shows other figures: run node bench/publish.mjs\n`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else publish()
}
