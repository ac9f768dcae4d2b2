import type { Command } from '../flags.ts'

export const clockCommands: Record<string, Command> = {
  'clock show': { help: 'show the time of the world and the next timer', run: (e) => e.clock.show() },
  'clock advance': {
    takes: 'DURATION',
    help: 'advance the clock, such as 11m, and fire every timer that falls due',
    run: (e, [by = '']) => e.clock.advance(by),
  },
  'clock freeze': {
    takes: '[INSTANT]',
    help: 'freeze the clock; only advance moves it',
    run: (e, [now]) => e.clock.freeze(now),
  },
  'clock live': {
    takes: '[INSTANT]',
    help: 'let the clock follow real time',
    run: (e, [now]) => e.clock.live(now),
  },
  'clock timers': {
    help: 'list pending timers',
    columns: { at: 'at', command: 'command', id: 'id' },
    run: (e) => e.clock.timers(),
  },
  idle: {
    help: 'wait until no request and no webhook is in progress',
    flags: ['timeout'],
    run: (e, _, { timeout }) => e.idle({ timeout }),
  },
}
