import type { Command } from '../flags.ts'

export const transferCommands: Record<string, Command> = {
  'transfers show': {
    takes: 'ID',
    help: 'show the history and timers of a transfer',
    run: (e, [id = '']) => e.transfers.inspect(id),
  },
  'transfers outcome': {
    takes: 'ID STATUS',
    help: 'approve, settle, fail or reverse a transfer',
    words: { STATUS: ['approved', 'successful', 'failed', 'reversed'] },
    run: (e, [id = '', status]) => e.transfers.outcome(id, status as 'approved'),
  },
}
