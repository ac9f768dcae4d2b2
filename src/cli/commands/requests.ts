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
  'requests clear': {
    help: 'clear the journal',
    run: async (e) => ({ deleted: await e.requests.clear() }),
  },
}
