import type { Command } from '../flags.ts'
import { count } from './input.ts'

export const requestCommands: Record<string, Command> = {
  requests: {
    help: 'list the journal, newest first; --json shows everything',
    flags: ['status', 'path', 'limit'],
    columns: {
      at: 'at',
      status: 'status',
      method: 'method',
      path: 'path',
      scenario: 'scenario',
      warnings: 'warnings',
    },
    run: (e, _, { status, path, limit }) =>
      e.requests.list({ status: count(status), path, limit: count(limit) }),
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
