import { bytes, digits, medianOf } from './numbers.mjs'

const kb = 1024
const mb = 1024 * kb
const row = (section, id) => section?.rows.find((each) => each.id === id)
const peersOf = (section) =>
  section?.rows.filter(({ id }) => !['emulator', 'bare-hono', 'raw-http'].includes(id.split(':')[0])) ?? []

const besides = (rows) => rows.map(({ ownBeside }) => ownBeside).filter(Number.isFinite)
const least = (rows) => (rows.length > 0 ? Math.min(...besides(rows)) : undefined)
const most = (rows) => (rows.length > 0 ? Math.max(...besides(rows)) : undefined)

/**
 * The targets, each for a figure of one run. `value` is undefined if the section was not measured.
 * @type {{ name: string, goal: string, value: (all: object) => number | undefined, reached: (v: number) => boolean,
 *          show: (v: number) => string }[]}
 */
export const targets = [
  {
    name: '`POST /charges` beside bare Hono + zod',
    goal: '≥ 0.80 ×',
    value: ({ throughput }) => row(throughput, 'emulator')?.besideBare,
    reached: (v) => v >= 0.8,
    show: (v) => `${digits(v)} ×`,
  },
  {
    name: '`POST /charges` beside Prism',
    goal: '≥ 5 ×',
    value: ({ throughput }) => row(throughput, 'prism')?.ownBeside,
    reached: (v) => v >= 5,
    show: (v) => `${digits(v)} ×`,
  },
  {
    name: '`POST /charges` beside the fastest peer',
    goal: '> 1 ×',
    value: ({ throughput }) => least(peersOf(throughput).filter(({ what }) => what === 'charge')),
    reached: (v) => v > 1,
    show: (v) => `${digits(v)} ×`,
  },
  {
    name: 'First answer beside the bare Hono server',
    goal: '≤ 1.15 ×',
    value: ({ start }) => row(start, 'emulator')?.besideBare,
    reached: (v) => v <= 1.15,
    show: (v) => `${digits(v)} ×`,
  },
  {
    name: 'First answer beside the fastest peer',
    goal: '< 1 ×',
    value: ({ start }) => most(peersOf(start)),
    reached: (v) => v < 1,
    show: (v) => `${digits(v)} ×`,
  },
  {
    name: 'Memory at rest',
    goal: '< 80 MB',
    value: ({ start }) => row(start, 'emulator')?.restBytes,
    reached: (v) => v < 80 * mb,
    show: bytes,
  },
  {
    name: 'Each stored charge beyond its journal entry',
    goal: '< 1.5 KB',
    value: ({ charges: weighed }) => weighed?.perCharge,
    reached: (v) => v < 1.5 * kb,
    show: bytes,
  },
  {
    name: '100,000 due timers fired',
    goal: '< 1 s',
    value: ({ charges: weighed }) => weighed && (weighed.settled.ms * 100_000) / weighed.count / 1000,
    reached: (v) => v < 1,
    show: (v) => `${digits(v)} s`,
  },
  {
    name: 'p99 after a million charges beside a fresh world',
    goal: '≤ 1.2 ×',
    value: ({ long }) => long?.ratio.p99,
    reached: (v) => v <= 1.2,
    show: (v) => `${digits(v)} ×`,
  },
  {
    name: 'Creating a world (the whole request that creates it)',
    goal: '< 1 ms',
    value: ({ worlds }) => worlds?.made.p50,
    reached: (v) => v < 1,
    show: (v) => `${digits(v)} ms`,
  },
  {
    name: 'Memory of a world that has created a token',
    goal: '< 50 KB',
    value: ({ worlds }) => worlds?.used.bytes,
    reached: (v) => v < 50 * kb,
    show: bytes,
  },
  {
    name: 'Delayed answers in flight, p99 beyond the drawn delay',
    goal: '≤ 5 ms',
    value: ({ delayed }) => delayed?.late.p99,
    reached: (v) => v <= 5,
    show: (v) => `${digits(v)} ms`,
  },
  {
    name: 'Webhooks delivered per second',
    goal: '≥ 2,000',
    value: ({ webhooks }) => webhooks && medianOf(webhooks.bursts, 'perSecond'),
    reached: (v) => v >= 2000,
    show: digits,
  },
]
