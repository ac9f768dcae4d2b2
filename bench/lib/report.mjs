import { bytes, digits, median, medianOf } from './numbers.mjs'
import { podMemory } from './pod.mjs'
import { table } from './table.mjs'
import { targets } from './targets.mjs'

const ms = (value) => `${digits(value)} ms`
const times = (value) => (Number.isFinite(value) ? `${digits(value)} ×` : '–')
const percent = (share) => `${(share * 100).toFixed(1)} %`

const missingList = (missing) =>
  missing.length === 0
    ? ''
    : `\n${missing.map(({ label, reason }) => `- without ${label}: ${reason}`).join('\n')}\n`

/** @param {object} all Everything that was measured. */
export function report(all) {
  const parts = [
    '# Benchmark results',
    `Written by \`npm run bench${all.options.quick ? ' -- --quick' : ''}\`; do not edit. What is measured and how: ` +
      '[README.md](README.md). Ratios of one run mean something; absolute times belong to one machine on one day.',
    table(
      ['machine', ''],
      [
        ['processors', all.machine.processors],
        ['memory', all.machine.memory],
        ['system', all.machine.system],
        ['Node of all servers', all.machine.node],
        ['load generator', `${all.machine.loadGenerator}, ${all.options.connections} connections`],
        ['processors used', all.machine.pinned],
        ['rounds', `${all.options.rounds}, slices of ${all.options.sliceMs / 1000} s, interleaved; medians`],
        ['date', all.machine.date],
      ],
    ),
    '## Targets',
    table(['what', 'target', 'here', ''], targets.map((target) => targetRow(target, all)).filter(Boolean)),
    missingList(all.missing),
  ]
  for (const [name, section] of Object.entries(sections))
    if (all[name]) parts.push(...section(all[name], all))
  if (all.failures.length > 0)
    parts.push(
      '## Not measured',
      all.failures.map(({ section, reason }) => `- ${section}: ${reason}`).join('\n'),
    )
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** The targets as [name, goal, value, verdict]. */
export function targetRow({ name, goal, value, reached, show }, all) {
  const figure = value(all)
  if (figure === undefined || !Number.isFinite(figure)) return [name, goal, '–', 'not measured']
  return [name, goal, show(figure), reached(figure) ? 'reached' : '**missed**']
}

const sections = {
  start: ({ rows, failed }) => [
    '## Start and memory at rest',
    'From just before the process is spawned to the first byte of its first answer; "first charge" adds a token and a charge.',
    table(
      [
        'server',
        'first answer',
        'beside bare Hono',
        'first charge',
        'beside bare Hono',
        'memory at rest (RSS)',
      ],
      rows.map((row) => [
        row.label,
        ms(row.firstAnswerMs),
        times(row.besideBare),
        Number.isFinite(row.firstChargeMs) ? ms(row.firstChargeMs) : '–',
        times(row.chargeBesideBare),
        bytes(row.restBytes),
      ]),
    ),
    missingList(failed),
  ],

  throughput: ({ rows, failed }) => [
    '## Requests per second, at saturation',
    '"CPU" is the processor time of the server for one request. "Best rounds" compares the best round of each, because ' +
      'disturbances of a shared machine only slow it down. The load generator used ' +
      `${percent(Math.max(...rows.map(({ loadCpuShare }) => loadCpuShare)))} of its processor at most.`,
    disturbance(rows),
    table(
      [
        'server',
        'request',
        'requests/s',
        'beside bare Hono',
        'best rounds',
        'by CPU',
        'CPU',
        'p50',
        'p99',
        'p99.9',
        'failed',
      ],
      rows.map((row) => [
        row.label,
        row.what,
        digits(row.rps),
        times(row.besideBare),
        times(row.bestBesideBare),
        times(row.cpuBesideBare),
        `${digits(row.cpuUs)} µs`,
        ms(row.p50),
        ms(row.p99),
        ms(row.p999),
        row.failures,
      ]),
    ),
    missingList(failed),
  ],

  costs: ({ columns }, { throughput }) => [
    '## What a charge costs',
    'Shares of processor time from a profile of each server under the same load (`bench/profile.mjs`), and the same as a ' +
      'part of what a request costs in the table above. In the bare server Hono reads and writes the JSON. The ' +
      'profiler itself has a small effect.',
    table(
      ['part', ...columns.flatMap(({ label }) => [label, 'each request'])],
      Object.keys(columns[0].shares).map((part) => [
        part,
        ...columns.flatMap(({ id, shares }) => [
          percent(shares[part]),
          costOf(
            shares[part],
            throughput?.rows.find((row) => row.id === id),
          ),
        ]),
      ]),
    ),
  ],

  charges: (c) => [
    `## ${c.count.toLocaleString('en-US')} charges and their timers`,
    table(
      ['', ''],
      [
        ['memory of a charge: record, indexes, event, settlement timer', bytes(c.perCharge)],
        ['the same after its event and its settlement', bytes(c.perSettledCharge)],
        ['the same in resident memory', bytes(c.residentPerCharge)],
        ...(Number.isFinite(c.journalEntryBytes)
          ? [['memory of its journal entry', bytes(c.journalEntryBytes)]]
          : []),
        ['processor time while all timers wait', percent(c.idleCpuShare)],
        ['p50 of the first tenth → of the last tenth', `${ms(c.firstTenth.p50)} → ${ms(c.lastTenth.p50)}`],
        ['p99 of the first tenth → of the last tenth', `${ms(c.firstTenth.p99)} → ${ms(c.lastTenth.p99)}`],
        ['`advance` over their events', advanced(c.events)],
        ['`advance` over their settlements', advanced(c.settled)],
      ],
    ),
  ],

  worlds: ({ count, same, made, used }) => [
    `## ${count.toLocaleString('en-US')} worlds`,
    table(
      ['request', 'p50', 'p99', 'CPU', 'memory', 'resident'],
      [
        ['to an existing world', ms(same.p50), ms(same.p99), `${digits(same.serverCpuUs)} µs`, '–', '–'],
        ...[
          ['that creates a world', made],
          ['that creates a world and its first token', used],
        ].map(([name, each]) => [
          name,
          ms(each.p50),
          ms(each.p99),
          `${digits(each.serverCpuUs)} µs`,
          bytes(each.bytes),
          bytes(each.residentBytes),
        ]),
      ],
    ),
  ],

  webhooks: ({ deliveries, bursts, delays }) => [
    '## Webhooks',
    `${deliveries.toLocaleString('en-US')} at once to an endpoint that answers at once: ` +
      `${digits(medianOf(bursts, 'perSecond'))} a second, ${digits(medianOf(bursts, 'cpuUs'))} µs of processor time each ` +
      `(${bursts.map(({ count }) => count.toLocaleString('en-US')).join(', ')} arrived). Later than due, under load:`,
    table(
      ['charges a second', 'reached', 'webhooks', 'p50', 'p99', 'most'],
      delays.map((each) => [
        digits(each.rate),
        digits(each.reached),
        `${each.count} of ${each.charges}`,
        ms(each.p50),
        ms(each.p99),
        ms(each.max),
      ]),
    ),
  ],

  delayed: ({ inFlight, latency, nodeArgs, perSecond, serverCpuUs, bare, ...ours }) => [
    `## ${inFlight.toLocaleString('en-US')} delayed answers in flight`,
    `Each of as many connections sends its next charge as soon as it has its answer: ${digits(perSecond)} a second, ` +
      `${digits(serverCpuUs)} µs of processor time each. Delays are drawn from \`latency: {median: ${latency.median}ms, ` +
      `p99: ${latency.p99}ms, max: ${latency.max}ms}\`. "Late" is what an answer took beyond its own delay, as the client ` +
      'measures it; the journal has the delay. The server runs with `' +
      `${nodeArgs.join(' ')}\`, and its garbage collector may use the second processor. The bare server, with the same options, does nothing ` +
      `but wait and answer: its answers are as late as Node and this machine make them. Here p99 is ${digits(ours.late.p99 / bare.late.p99)} × that of the bare server.`,
    table(
      ['', 'answers', 'p50', 'p99', 'p99.9', 'most'],
      [
        ['drawn delay', ours.drawn, ours.count],
        ['late', ours.late, ours.count],
        ['late, bare node:http', bare.late, bare.count],
      ].map(([name, each, count]) => [
        name,
        count.toLocaleString('en-US'),
        ms(each.p50),
        ms(each.p99),
        ms(each.p999),
        ms(each.max),
      ]),
    ),
  ],

  scale: ({ worlds, rows, full }) => [
    '## Several processes',
    `${worlds} worlds, each loaded by one connection; all processes share one processor, so the requests a second are ` +
      'no measure of what several processors do.',
    table(
      ['', 'emulators', 'gateway', 'together', 'requests/s on one processor'],
      rows.map(({ processes, gateway, emulatorUs, gatewayUs, rps }) => [
        `${processes} ${processes === 1 ? 'process' : 'processes'}${gateway ? ' behind nginx' : ''}`,
        `${digits(emulatorUs)} µs`,
        gateway ? `${digits(gatewayUs)} µs` : '–',
        `${digits(emulatorUs + gatewayUs)} µs`,
        digits(rps),
      ]),
    ),
    `With \`${full.nodeArgs.join(' ')}\`, as in a pod of ${podMemory}, ${full.charges.toLocaleString('en-US')} charges fit; the next ` +
      `was refused (503), at ${bytes(full.residentBytes)} resident.`,
  ],

  long: ({ total, rps, max, failures, sample, residentBytes, first, fresh, full, ratio }) => [
    `## ${total.toLocaleString('en-US')} charges in one world`,
    `By four connections: ${digits(rps)} a second, ${bytes(residentBytes)} resident at the end, the slowest answer after ` +
      `${ms(max)}, ${failures > 0 ? `${failures} failed (${sample})` : 'none failed'}. The next charges, beside an ` +
      'equally warm emulator with 10,000, the two loaded in turn:',
    table(
      ['requests', 'p50', 'p99', 'p99.9'],
      [
        ['the first 1,000 of all, code not compiled yet', ms(first.p50), ms(first.p99), ms(first.p999)],
        ['in a fresh world', ms(fresh.p50), ms(fresh.p99), ms(fresh.p999)],
        [`after ${total.toLocaleString('en-US')}`, ms(full.p50), ms(full.p99), ms(full.p999)],
        ['ratio', times(ratio.p50), times(ratio.p99), times(ratio.p999)],
      ],
    ),
  ],
}

/**
 * A saturated server should have its processor to itself; if it had not, other processes ran, and the figures mean
 * little.
 */
function disturbance(rows) {
  const had = median(rows.map(({ cpuShare }) => cpuShare))
  const stolen = median(rows.map(({ stolenShare }) => stolenShare))
  const text = `The loaded server had ${percent(had)} of its processor; the host took away ${percent(stolen)} of the machine's.`
  return had < 0.85 || stolen > 0.1
    ? `**Disturbed: other processes ran meanwhile; measure again.** ${text}`
    : text
}

const costOf = (share, row) => (row ? `${digits(share * row.cpuUs)} µs` : '–')

const advanced = ({ ms: time, cpuMs, fired }) =>
  `${ms(time)}, ${ms(cpuMs)} of processor time${Number.isFinite(fired) ? `, ${fired.toLocaleString('en-US')} fired` : ''}`
