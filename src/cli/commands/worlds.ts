import type { Snapshot } from '../../client.ts'
import { type Command, Result } from '../flags.ts'
import { count, json, read, write } from './input.ts'

export const worldCommands: Record<string, Command> = {
  'worlds list': { help: 'list the worlds of the process with their sizes', run: (e) => e.worlds.list() },
  'worlds reset': {
    takes: '[NAME]',
    help: 'recreate a world from the fixtures; --all: every world of the process',
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
    help: 'remove a world',
    run: async (e, [name = '']) => {
      await e.worlds.end(name)
      return { ended: name }
    },
  },
}

export const populateCommands: Record<string, Command> = {
  populate: {
    help: 'fill the world with customers and payments from before now',
    flags: ['customers', 'charges', 'over', 'seed'],
    run: (e, _, { customers, charges, over, seed }) =>
      e.populate({ customers: count(customers), charges: count(charges), over, seed }),
  },
}

export const stateCommands: Record<string, Command> = {
  'state save': {
    takes: 'FILE',
    help: 'save a world to a file; - is standard output',
    run: async (e, [file = '']) => {
      const snapshot = await e.state.save()
      const text = JSON.stringify(snapshot)
      if (file === '-') return new Result(snapshot, { people: text })
      await write(file, `${text}\n`)
      return { saved: file, bytes: text.length + 1 }
    },
  },
  'state load': {
    takes: 'FILE',
    help: 'replace a world by a saved one; - is standard input',
    run: async (e, [file = '']) => e.state.load(json(await read(file)) as unknown as Snapshot),
  },
}

export const snapshotCommands: Record<string, Command> = {
  'snapshot save': {
    takes: 'NAME',
    help: 'keep a snapshot of the world in the process',
    flags: ['note', 'replace'],
    run: (e, [name = ''], { note, replace }) => e.state.keep(name, { note, replace }),
  },
  'snapshot restore': {
    takes: 'NAME',
    help: 'replace the world by a snapshot that was kept',
    run: (e, [name = '']) => e.state.restore(name),
  },
  'snapshot list': {
    help: 'list the snapshots of the world, oldest first',
    run: async (e) => (await e.state.list()).snapshots,
  },
  'snapshot remove': {
    takes: 'NAME',
    help: 'delete a snapshot',
    run: async (e, [name = '']) => {
      await e.state.remove(name)
      return { removed: name }
    },
  },
}
