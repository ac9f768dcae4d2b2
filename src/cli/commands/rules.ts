import type { Command } from '../flags.ts'
import { amount, count } from './input.ts'

export const ruleCommands: Record<string, Command> = {
  'rules list': { help: 'list rules', run: (e) => e.rules.list() },
  'rules add': {
    takes: 'KEY',
    help: 'apply a key, such as network:503, to requests without one',
    flags: ['method', 'path', 'share', 'count', 'for'],
    run: (e, [key = ''], { method, path, share, count: most, for: time }) =>
      e.rules.add({
        key,
        method: method as 'POST' | undefined,
        path,
        share: amount(share),
        count: count(most),
        for: time,
      }),
  },
  'rules remove': {
    takes: '[ID]',
    help: 'remove a rule, or all',
    run: async (e, [id]) => ({ deleted: await e.rules.remove(id) }),
  },
}
