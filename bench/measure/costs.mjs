import { profile, readableSubjects } from '../lib/profile.mjs'

/** Categories of a request's processor time; the first that matches counts. Native code counts for its caller. */
const parts = [
  ['writing to the socket', ({ name }) => /^write(Utf8|Latin1)String$|^writeBuffer$|^writev$/.test(name)],
  ['garbage collector', ({ name }) => name === '(garbage collector)'],
  ['polling, reading, and what the profiler cannot assign', ({ name }) => name === '(program)'],
  ["node's HTTP and streams", ({ source }) => source.startsWith('node:')],
  ['zod', ({ source }) => source.startsWith('node_modules/zod')],
  ['Hono and its server library', ({ source }) => /^node_modules\/(@hono|hono)\//.test(source)],
  [
    "reading the body's JSON",
    ({ name, source }) => source === 'src/http/body.ts' && name !== 'unknownFields',
  ],
  ['writing JSON', ({ source }) => /^src\/(wire\/charge|http\/reply)\.ts$/.test(source)],
  [
    'journal and masking',
    ({ source }) =>
      /^src\/(http\/(journal|redact(\/[\w-]+)?)|engine\/ring|emulator\/(statistics|request-log))\.ts$/.test(
        source,
      ),
  ],
  [
    'store, index and timer',
    ({ source }) => /^src\/engine\/(store|collection|timers|scheduler)\.ts$/.test(source),
  ],
  ['deciding: charge, fees, event', ({ source }) => source.startsWith('src/domain')],
  ['the rest of the emulator, or the endpoint', () => true],
]

/**
 * Shares of processor time by category, of the emulator and of the bare server, times the processor time of a request.
 */
export async function measureCosts({ node, load, options, log }) {
  const columns = []
  for (const subject of await readableSubjects(node)) {
    log(`costs: ${subject.label}`)
    const { stacks } = await profile(subject, load, { kind: 'charge', count: options.profiled })
    const shares = new Map(parts.map(([part]) => [part, 0]))
    for (const { share, stack } of stacks) {
      // Built-in functions have no source; they count for the function that called them.
      const known =
        stack.find(({ name, source }) => source !== '' || /^(write|\(g|\(p)/.test(name)) ?? stack[0]
      const [part] = parts.find(([, fits]) => fits(known))
      shares.set(part, shares.get(part) + share)
    }
    columns.push({ id: subject.id, label: subject.label, shares: Object.fromEntries(shares) })
  }
  return { columns }
}
