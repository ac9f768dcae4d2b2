import { transferVerdicts } from '../../domain/kernel/enums.ts'
import type { Command } from '../flags.ts'

export const transferCommands: Record<string, Command> = {
  'transfers show': {
    takes: 'ID',
    help: 'show the history and timers of a transfer',
    run: (e, [id = '']) => e.transfers.inspect(id),
  },
  'transfers outcome': {
    takes: 'ID STATUS',
    help: 'end a transfer: approved, successful, failed, reversed',
    words: { STATUS: transferVerdicts },
    run: (e, [id = '', status]) => e.transfers.outcome(id, status as 'approved'),
  },
}
