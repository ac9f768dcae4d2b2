import type { Flag } from '../config/flags.ts'
import { options } from '../config/options.ts'
import { eventTypeNames } from '../domain/webhook/event-types.ts'
import { commands } from './commands.ts'
import { examineFlags } from './examine-flags.ts'
import { type Command, commonFlags, type FlagName, flags } from './flags.ts'
import { healthFlags } from './healthcheck.ts'
import { runFlags } from './run-flags.ts'

/** The arguments and flags of a command. */
export interface Usage {
  /** Arguments in order; `[NAME]` is optional. */
  takes: readonly string[]
  help: string
  /** Flags of this command; `common` ones belong to all commands. */
  own: Readonly<Record<string, Flag>>
  common: Readonly<Record<string, Flag>>
  words: Readonly<Record<string, readonly string[]>>
}

const none = { takes: [], words: {}, common: {} }

const pick = (names: readonly FlagName[], about: Command['about'] = {}): Record<string, Flag> =>
  Object.fromEntries(names.map((name) => [name, { ...flags[name], help: about[name] ?? flags[name].help }]))

/** The commands that are not requests to a running emulator. */
const standalone = {
  healthcheck: {
    ...none,
    help: 'exit with 0 if the emulator with these options answers',
    own: { ...healthFlags, ...options },
  },
  run: {
    ...none,
    takes: ['--', 'COMMAND'],
    help: 'execute a command whose calls to the hosts of --map reach an emulator',
    own: runFlags,
  },
  examine: {
    ...none,
    takes: ['FILE'],
    help: 'search for the shortest story in which a program loses money or goods',
    own: examineFlags,
  },
} satisfies Record<string, Usage>
export type StandaloneCommand = keyof typeof standalone

/** The usage of every command by name; the server's name is ''. */
export const usages: ReadonlyMap<string, Usage> = new Map<string, Usage>([
  ['', { ...none, help: 'start the server; SIGTERM or Ctrl+C stops it', own: options }],
  ...Object.entries<Usage>(standalone),
  ...Object.entries(commands).map(
    ([name, { takes, help, flags: own = [], alone, about, words = {} }]): [string, Usage] => [
      name,
      {
        takes: takes?.split(' ') ?? [],
        help,
        own: pick(own, about),
        common: alone ? {} : pick(commonFlags),
        words,
      },
    ],
  ),
])

/** The allowed values of a placeholder such as `EVENT` or `refuse|pending`; undefined if there are many. */
export function wordsFor({ words }: Usage, takes: string): readonly string[] | undefined {
  const name = takes.replace(/^\[|\]$/g, '').replace(/,…$/, '')
  return words[name] ?? fewWords[name] ?? (/^[a-z0-9|-]+$/.test(name) ? name.split('|') : undefined)
}

const fewWords: Readonly<Record<string, readonly string[]>> = {
  EVENT: eventTypeNames,
  METHOD: ['GET', 'POST', 'PUT', 'DELETE'],
}

/** Names of the commands that start with a word such as `clock`. */
export const group = (word: string): string[] =>
  [...usages.keys()].filter((name) => name.startsWith(`${word} `) || name === word)

/** `payment-emulator clock advance DURATION [FLAGS]`. */
export const usageLine = (name: string): string => {
  const { takes = [], own = {} } = usages.get(name) ?? {}
  const flagUsages = Object.entries(own).map(([flag, { takes }]) => `[--${flag}${takes ? ` ${takes}` : ''}]`)
  return ['payment-emulator', ...(name ? [name] : []), ...takes, ...flagUsages].join(' ')
}
