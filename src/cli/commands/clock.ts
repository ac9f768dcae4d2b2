import type { Command } from '../flags.ts'

export const clockCommands: Record<string, Command> = {
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
    columns: { at: 'at', command: 'command', id: 'id' },
    run: (e) => e.clock.timers(),
  },
}
