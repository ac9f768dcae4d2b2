import { bytes, digits, medianOf } from './numbers.mjs'
import { podMemory } from './pod.mjs'
import { table } from './table.mjs'

/** How busy a processor may be in a plan: beyond that, queues and garbage collections make answers late. */
const busyShare = 0.7
const minutes = 10

const us = (value) => `${digits(value)} µs`
const whole = (value) => Math.round(value).toLocaleString('en-US')
const rounded = (value, to) => whole(Math.floor(value / to) * to)

/** The tables of docs/scale.md by their names there. */
export const scaleTables = {
  costs: ({ throughput, charges, worlds, webhooks, start, scale }) => {
    const cpu = (id) => us(throughput.rows.find((row) => row.id === id).cpuUs)
    const behind = scale.rows.find(({ gateway, processes }) => gateway && processes === 1)
    return table(
      ['what', 'processor time', 'memory'],
      [
        ['a process at rest', '–', bytes(start.rows.find(({ id }) => id === 'emulator').restBytes)],
        [
          'a charge: record, indexes, event, settlement timer',
          cpu('emulator'),
          `${bytes(charges.perCharge)}, settled ${bytes(charges.perSettledCharge)}`,
        ],
        [
          'its journal entry (the newest 10,000 of a world are stored)',
          'included',
          bytes(charges.journalEntryBytes),
        ],
        ['the same with an idempotency key', cpu('emulator:idempotent'), 'not measured'],
        ['a token', cpu('emulator:token'), 'not measured'],
        ['a webhook delivered', us(medianOf(webhooks.bursts, 'cpuUs')), 'included'],
        ['a world with its first token', us(worlds.used.serverCpuUs), bytes(worlds.used.bytes)],
        ['a request through the gateway, in nginx', us(behind.gatewayUs), '–'],
      ],
    )
  },

  pod: ({ scale, throughput, delayed }) => {
    const { rps } = throughput.rows.find(({ id }) => id === 'emulator')
    const { full } = scale
    return table(
      [`a pod of one processor and ${podMemory}`, ''],
      [
        ['charges a second, its processor full', whole(rps)],
        [`charges a second to plan with (${busyShare * 100} % busy)`, rounded(rps * busyShare, 100)],
        ['charges that it stores until it refuses the next one', rounded(full.charges, 10_000)],
        ['resident memory then', bytes(full.residentBytes)],
        [
          `delayed answers in flight: ${whole(delayed.inFlight)}, late by`,
          `${digits(delayed.late.p50)} ms (p50), ${digits(delayed.late.p99)} ms (p99)`,
        ],
      ],
    )
  },

  loads: ({ scale, webhooks }) => {
    const behind = scale.rows.find(({ gateway, processes }) => gateway && processes === 4)
    const { charges } = scale.full
    return table(
      [
        'charges a second',
        'processors of emulators',
        'with a webhook each',
        'processors of the gateway',
        'pods for the processor time',
        'they are full after',
        `pods for ${minutes} minutes without a reset`,
      ],
      [5000, 50_000].map((rate) => {
        const emulators = (rate * behind.emulatorUs) / 1e6
        const gateway = (rate * behind.gatewayUs) / 1e6
        const pods = Math.ceil(emulators / busyShare)
        return [
          whole(rate),
          digits(emulators),
          digits(emulators + (rate * medianOf(webhooks.bursts, 'cpuUs')) / 1e6),
          digits(gateway),
          pods,
          duration((pods * charges) / rate),
          Math.max(pods, Math.ceil((rate * minutes * 60) / charges)),
        ]
      }),
    )
  },

  processes: ({ scale }) =>
    table(
      ['emulators', 'a request in the emulator', 'in nginx', 'together'],
      scale.rows.map(({ processes, gateway, emulatorUs, gatewayUs }) => [
        gateway ? `${processes} behind nginx` : '1, without nginx',
        us(emulatorUs),
        gateway ? us(gatewayUs) : '–',
        us(emulatorUs + gatewayUs),
      ]),
    ),

  machine: ({ machine }) =>
    `Measured on ${machine.processors}, ${machine.system}, Node ${machine.node}, ${machine.date}.`,
}

const duration = (seconds) =>
  seconds < 100 ? `${Math.round(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`

/** A page with the text between `<!-- bench:name -->` and `<!-- /bench -->` replaced by each table. */
export const withTables = (page, all) =>
  page.replace(/(<!-- bench:(\w+) -->\n)[\s\S]*?(<!-- \/bench -->)/g, (_, before, name, after) => {
    const make = scaleTables[name]
    if (!make)
      throw new Error(`docs/scale.md: there is no table ${name}, only ${Object.keys(scaleTables).join(', ')}`)
    return `${before}${make(all)}\n${after}`
  })
