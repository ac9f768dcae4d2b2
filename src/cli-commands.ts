import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from './cli-flags.ts'
import type { Snapshot } from './client.ts'
import { ConfigError } from './config.ts'

const eventColumns = ['created_datetime', 'event.id', 'event.type', 'reference', 'deliveries']
const deliveryColumns = ['id', 'status', 'url', 'attempts.length', 'next_attempt_at']
const charge =
  (act: 'approve' | 'decline'): Command['run'] =>
  (emulator, [id = ''], flags) =>
    emulator.charges[act](id, { processorResponse: flags['processor-response'] })

/** Every command for a running emulator, by its name; the help and the running both come from here. */
export const commands: Record<string, Command> = {
  'clock show': { help: 'the time of the world and what is due next', run: (e) => e.clock.show() },
  'clock advance': {
    takes: 'DURATION',
    help: 'move the clock, and run everything that falls due: 11m',
    run: (e, [by = '']) => e.clock.advance(by),
  },
  'clock freeze': {
    takes: '[INSTANT]',
    help: 'let time move only when told',
    run: (e, [now]) => e.clock.freeze(now),
  },
  'clock live': {
    takes: '[INSTANT]',
    help: 'let time follow real time',
    run: (e, [now]) => e.clock.live(now),
  },
  'clock timers': {
    help: 'what will happen next',
    columns: ['at', 'command', 'id'],
    run: (e) => e.clock.timers(),
  },

  'webhooks wait': {
    takes: 'EVENT',
    help: 'wait for an event: charge.completed',
    flags: ['reference', 'timeout'],
    run: (e, [type], { reference, timeout }) => e.waitForEvent(eventType(type), { reference, timeout }),
  },
  'webhooks list': {
    help: 'events, newest first',
    flags: ['type', 'reference', 'limit'],
    columns: eventColumns,
    run: (e, _, { type, reference, limit }) =>
      e.webhooks.events({
        type: type === undefined ? type : eventType(type),
        reference,
        limit: count(limit),
      }),
  },
  'webhooks send': {
    takes: 'EVENT [JSON]',
    help: 'make an event, with this payload or of the newest resource',
    flags: ['id', 'scenario'],
    run: (e, [type, data], { id, scenario }) =>
      e.webhooks.send(eventType(type), { data: data === undefined ? data : json(data), id, scenario }),
  },
  'webhooks deliveries': {
    help: 'deliveries, newest first; --json shows every attempt',
    flags: ['status', 'limit'],
    columns: deliveryColumns,
    run: (e, _, { status, limit }) =>
      e.webhooks.deliveries({ status: status as 'pending', limit: count(limit) }),
  },
  'webhooks redeliver': {
    takes: 'ID',
    help: 'send a delivery again now',
    run: (e, [id = '']) => e.webhooks.redeliver(id),
  },
  'webhooks hold': { help: 'hold deliveries back', run: (e) => e.webhooks.hold() },
  'webhooks release': {
    help: 'let held deliveries go, in their order',
    run: async (e) => ({ released: await e.webhooks.release() }),
  },
  'webhooks endpoints': {
    help: 'where events go',
    columns: ['id', 'url', 'events', 'signature'],
    run: (e) => e.webhooks.endpoints.list(),
  },
  'webhooks add': {
    takes: 'URL',
    help: 'send events to an address, too',
    run: (e, [url = '']) => e.webhooks.endpoints.add(url),
  },
  'webhooks remove': {
    takes: '[ID]',
    help: 'remove an endpoint, or all',
    run: async (e, [id]) => ({ deleted: await e.webhooks.endpoints.remove(id) }),
  },

  'charges show': {
    takes: 'ID',
    help: 'a charge from inside: history, timers, the right answer',
    run: (e, [id = '']) => e.charges.inspect(id),
  },
  'charges approve': {
    takes: 'ID',
    help: 'be the payer who approves',
    flags: ['processor-response'],
    run: charge('approve'),
  },
  'charges decline': {
    takes: 'ID',
    help: 'be the payer who declines',
    flags: ['processor-response'],
    run: charge('decline'),
  },
  'charges abandon': {
    takes: 'ID',
    help: 'be the payer who walks away',
    run: (e, [id = '']) => e.charges.abandon(id),
  },
  'transfers show': {
    takes: 'ID',
    help: 'a transfer from inside',
    run: (e, [id = '']) => e.transfers.inspect(id),
  },
  'transfers outcome': {
    takes: 'ID STATUS',
    help: 'end a transfer: approved, successful, failed, reversed',
    run: (e, [id = '', status]) => e.transfers.outcome(id, status as 'approved'),
  },

  'faults list': { help: 'scenario keys for requests that come without one', run: (e) => e.faults.list() },
  'faults add': {
    takes: 'KEY',
    help: 'give requests a key that cannot send one: network:503',
    flags: ['method', 'path', 'share', 'count', 'for'],
    run: (e, [key = ''], { method, path, share, count: most, for: time }) =>
      e.faults.add({
        key,
        method: method as 'POST' | undefined,
        path,
        share: share === undefined ? share : Number(share),
        count: count(most),
        for: time,
      }),
  },
  'faults remove': {
    takes: '[ID]',
    help: 'remove a fault, or all',
    run: async (e, [id]) => ({ deleted: await e.faults.remove(id) }),
  },

  'scenarios add': {
    takes: 'FILE',
    help: 'add scenarios to the world; --all: to every world',
    flags: ['all'],
    run: async (e, [file = ''], { all }) => e.scenarios.add(await read(file), { all }),
  },
  'scenarios reload': { help: 'read the scenario files anew', run: (e) => e.scenarios.reload() },

  'worlds list': { help: 'the worlds of the process and their sizes', run: (e) => e.worlds.list() },
  'worlds reset': {
    takes: '[NAME]',
    help: 'make a world anew from the fixtures; --all: every one of the process',
    flags: ['all'],
    run: async (e, [name], { all }) => {
      if (all) {
        const reset = await e.worlds.resetAll()
        return { reset, instance: (await e.worlds.list())[0]?.instance }
      }
      const world = name === undefined ? e : e.world(name)
      await world.reset()
      return { reset: [world.name] }
    },
  },
  'worlds end': {
    takes: 'NAME',
    help: 'end a world',
    run: async (e, [name = '']) => {
      await e.worlds.end(name)
      return { ended: name }
    },
  },

  requests: {
    help: 'the journal, newest first; --json shows everything',
    flags: ['status', 'path', 'limit'],
    columns: ['at', 'status', 'method', 'path', 'scenario', 'warnings'],
    run: (e, _, { status, path, limit }) =>
      e.requests.list({ status: count(status), path, limit: count(limit) }),
  },
  'requests clear': {
    help: 'empty the journal',
    run: async (e) => ({ deleted: await e.requests.clear() }),
  },
  'state save': {
    takes: 'FILE',
    help: 'write the whole world into a file; - is standard output',
    run: async (e, [file = '']) => {
      const snapshot = JSON.stringify(await e.state.save())
      if (file === '-') return snapshot
      await writeFile(file, `${snapshot}\n`)
      return { saved: file, bytes: snapshot.length + 1 }
    },
  },
  'state load': {
    takes: 'FILE',
    help: 'put a saved world in the place of this one; - is standard input',
    run: async (e, [file = '']) => e.state.load(json(await read(file)) as unknown as Snapshot),
  },
  report: { help: 'what a CI job wants to know at the end', run: (e) => e.report() },
  token: {
    help: 'a new access token',
    flags: ['client-id', 'client-secret'],
    run: (e, _, flags) => e.token({ clientId: flags['client-id'], clientSecret: flags['client-secret'] }),
  },
}

/** The emulator itself knows which there are, and says so. */
const eventType = (text = ''): 'charge.completed' => text as 'charge.completed'

function count(text: string | undefined): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new ConfigError(`"${text}" must be a whole number`)
}

function json(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`that is no JSON: ${error instanceof Error ? error.message : error}`)
  }
}

async function read(file: string): Promise<string> {
  try {
    // Standard input has a number everywhere, and a name not everywhere.
    return await readFile(file === '-' ? (0 as unknown as string) : file, 'utf8')
  } catch (error) {
    throw new ConfigError(`cannot read ${file}: ${error instanceof Error ? error.message : error}`)
  }
}
