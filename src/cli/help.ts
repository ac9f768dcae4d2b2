import type { Flag } from '../config/flags.ts'
import { version } from '../emulator/version.ts'
import { commonFlags, flags } from './flags.ts'
import { group, usageLine, usages, wordsFor } from './usage.ts'

const width = 42

const line = (usage: string, help: string): string =>
  usage.length <= width ? `  ${usage.padEnd(width)} ${help}` : `  ${usage}\n  ${''.padEnd(width)} ${help}`

const flagLines = (all: Readonly<Record<string, Flag>>): string[] =>
  Object.entries(all).map(([name, { takes, help }]) => line(`--${name}${takes ? ` ${takes}` : ''}`, help))

const commandLine = (name: string): string => {
  const { takes = [], help = '' } = usages.get(name) ?? {}
  return line([name, ...takes].join(' '), help)
}

const options = (): Readonly<Record<string, Flag>> => usages.get('')?.own ?? {}

/** The text of `--help`; `credentials` are pairs of name and value. */
export const helpText = (credentials: readonly (readonly [string, string])[] = []): string =>
  [
    `payment-emulator ${version}: an in-memory emulator of a payment service; it needs no account, token or network`,
    '',
    line('payment-emulator [OPTIONS]', 'start the server; SIGTERM or Ctrl+C stops it'),
    line('payment-emulator COMMAND [FLAGS]', 'run one of the commands below'),
    line('payment-emulator COMMAND --help', 'show its flags; so do -h and "help COMMAND"'),
    '',
    'Options of the server, each also as an environment variable (--webhook-url is EMULATOR_WEBHOOK_URL):',
    ...flagLines(options()),
    line('--help', 'show this text'),
    line('--version', 'show the version'),
    '',
    'Commands (exit code 1 if the emulator refuses or does not answer, or a wait times out):',
    ...[...usages.keys()].filter(Boolean).map(commandLine),
    '',
    'Flags of every command for a running emulator:',
    ...flagLines(Object.fromEntries(commonFlags.map((name) => [name, flags[name]]))),
    ...(credentials.length > 0
      ? [
          '',
          'Credentials, the same in every world:',
          ...credentials.map(([name, value]) => line(name, value)),
        ]
      : []),
    '',
  ].join('\n')

/** The help of a command, or of a group such as `clock`; undefined if there is neither. */
export function helpOf(words: readonly string[]): string | undefined {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    if (words.length < length) continue
    const whole = usages.has(name) ? commandHelp(name) : undefined
    if (length === 1 && group(name).length > 1) return [...(whole ? [whole] : []), groupHelp(name)].join('\n')
    if (whole !== undefined) return whole
  }
  return undefined
}

const groupHelp = (first: string): string =>
  [
    ...group(first).map(commandLine),
    '',
    `payment-emulator ${first} COMMAND --help lists the flags of a command.`,
    '',
  ].join('\n')

function commandHelp(name: string): string {
  const usage = usages.get(name)
  if (usage === undefined) return ''
  const { takes, help, own, common } = usage
  const placeholders = [...takes, ...Object.values(own).flatMap((flag) => flag.takes ?? [])]
  const explained = placeholders.flatMap((placeholder) => {
    const bare = placeholder.replace(/^\[|\]$/g, '').replace(/,…$/, '')
    const words = wordsFor(usage, placeholder)
    // "refuse|pending" already lists its values.
    return words === undefined || words.join('|') === bare ? [] : [`${bare} is one of: ${words.join(', ')}`]
  })
  const short = ['payment-emulator', name, ...takes, '[FLAGS]'].join(' ')
  const whole = usageLine(name)
  return [
    whole.length <= 100 ? whole : short,
    '',
    `  ${help}`,
    ...section(flagLines(own)),
    ...section(wrapped(explained)),
    ...section(flagLines(common)),
    '',
  ].join('\n')
}

const section = (lines: readonly string[]): string[] => (lines.length > 0 ? ['', ...lines] : [])

/** Wraps texts to lines of at most 100 characters; continuation lines are indented. */
const wrapped = (texts: readonly string[]): string[] =>
  [...new Set(texts)].flatMap(
    (text) => text.match(/.{1,96}(?= |$)/g)?.map((part, n) => `${n > 0 ? '   ' : '  '}${part}`) ?? [],
  )
