import { parseArgs } from 'node:util'

export const help = `npm run bench -- [options]

  --quick            under a minute; prints, does not write RESULTS.md; uses peers only where already installed
  --rounds N         interleaved rounds of each comparison (9; quick: 3)
  --seconds N        length of one slice of load (2; quick: 0.5)
  --only a,b         sections: start, throughput, charges, worlds, webhooks, long (default: all; quick: without long)
  --no-peers         leave the peers out
  --node PATH        Node for all servers (default: a current LTS from npm where there is one, else this one)
  --out FILE         where the report goes (bench/RESULTS.md; quick: standard output only)
`

export const sections = ['start', 'throughput', 'charges', 'worlds', 'webhooks', 'long']

/** @param {string[]} args */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      peers: { type: 'boolean', default: true },
      node: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { quick } = values
  const only = values.only?.split(',') ?? (quick ? sections.filter((name) => name !== 'long') : sections)
  const unknown = only.find((name) => !sections.includes(name))
  if (unknown) throw new Error(`--only ${unknown}: the sections are ${sections.join(', ')}`)
  return {
    ...values,
    only,
    rounds: Number(values.rounds ?? (quick ? 3 : 9)),
    sliceMs: Number(values.seconds ?? (quick ? 0.5 : 2)) * 1000,
    // The optimizing compiler needs thousands of requests: a server is warm after these, or after this time.
    warmupRequests: quick ? 10_000 : 50_000,
    warmupMs: quick ? 1200 : 6000,
    connections: 16,
    charges: quick ? 20_000 : 100_000,
    worlds: quick ? 300 : 1000,
    deliveries: quick ? 5000 : 20_000,
    longRun: 1_000_000,
  }
}
