import type { Command } from '../flags.ts'
import { count } from './input.ts'

export const requestCommands: Record<string, Command> = {
  requests: {
    help: 'list the journal, newest first; --json shows everything',
    flags: ['status', 'path', 'limit', 'har'],
    columns: {
      at: 'at',
      status: 'status',
      method: 'method',
      path: 'path',
      scenario: 'scenario',
      warnings: 'warnings',
    },
    run: async (e, _, { status, path, limit, har }) => {
      const filter = { status: count(status), path, limit: count(limit) }
      return har ? JSON.stringify(await e.requests.har(filter), null, 2) : e.requests.list(filter)
    },
  },
  timeline: {
    help: 'print what happened in the world, and what is due',
    flags: ['limit', 'reference'],
    about: { limit: 'the most entries (200)', reference: 'only what concerns this reference' },
    run: async (e, _, { limit, reference, json }) => {
      const options = { limit: count(limit), reference }
      return json ? e.timelineEntries(options) : (await e.timeline(options)).trimEnd()
    },
  },
  'requests clear': {
    help: 'clear the journal',
    run: async (e) => ({ deleted: await e.requests.clear() }),
  },
}
