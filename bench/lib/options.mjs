import { parseArgs } from 'node:util'

export const help = `npm run bench -- [options]

  --quick            under a minute; prints, does not write RESULTS.md; uses peers only where already installed
  --rounds N         interleaved rounds of each comparison (9; quick: 3)
  --seconds N        length of one slice of load (2; quick: 0.4)
  --only a,b         sections: start, throughput, costs, charges, worlds, webhooks, delayed, scale, long
                     (default: all; quick: without costs, scale and long)
  --requests N       length of the long run (1000000)
  --no-peers         leave the peers out
  --node PATH        Node for all servers (default: a current LTS from npm where there is one, else this one)
  --main FILE        another build of the emulator (dist/main.js)
  --out FILE         where the report goes (bench/RESULTS.md; quick: standard output only)
`

export const sections = ['start', 'throughput', 'costs', 'charges', 'worlds', 'webhooks', 'delayed', 'long']

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
      requests: { type: 'string', default: '1000000' },
      peers: { type: 'boolean', default: true },
      node: { type: 'string' },
      main: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const { quick } = values
  const only =
    values.only?.split(',') ??
    (quick ? sections.filter((name) => !['costs', 'long'].includes(name)) : sections)
  const unknown = only.find((name) => !sections.includes(name))
  if (unknown) throw new Error(`--only ${unknown}: the sections are ${sections.join(', ')}`)
  return {
    ...values,
    only,
    rounds: Number(values.rounds ?? (quick ? 3 : 9)),
    sliceMs: Number(values.seconds ?? (quick ? 0.4 : 2)) * 1000,
    // The optimizing compiler needs thousands of requests: a server is warm after these, or after this time.
    warmupRequests: quick ? 10_000 : 50_000,
    warmupMs: quick ? 800 : 6000,
    connections: 16,
    profiled: 100_000,
    charges: quick ? 10_000 : 100_000,
    worlds: quick ? 300 : 1000,
    deliveries: quick ? 3000 : 20_000,
    delayed: quick ? 500 : 5000,
    delayedMs: quick ? 3000 : 20_000,
    longRun: Number(values.requests),
  }
}
