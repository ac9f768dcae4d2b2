import { optionHelp } from '../config.ts'
import { version } from '../version.ts'
import { commands } from './commands.ts'
import { commonFlags, flags, flagUsage } from './flags.ts'

/** Commands that need no running emulator. */
const alone: readonly (readonly [usage: string, help: string])[] = [
  ['[OPTIONS]', 'serve until SIGTERM'],
  ['healthcheck [OPTIONS]', 'exit 0 when the emulator of these options answers'],
  ['scenarios list', 'the built-in scenario keys, and those of --scenarios'],
  ['scenarios explain KEY', 'what a key does, step by step'],
  ['scenarios validate DIR', 'check scenario files'],
]

const line = (usage: string, help: string): string =>
  usage.length <= 42 ? `  ${usage.padEnd(42)} ${help}` : `  ${usage}\n  ${''.padEnd(42)} ${help}`

export const helpText = (): string => `payment-emulator ${version}: an in-memory emulator of a payment service

payment-emulator COMMAND
${alone.map(([usage, help]) => line(usage, help)).join('\n')}

Options of the server, each also as an environment variable (--webhook-url is EMULATOR_WEBHOOK_URL):
${optionHelp()}
${line('--help', 'this text')}
${line('--version', 'the version')}

For a running emulator (exit code 1 when it refuses, does not answer, or nothing came in time):
${Object.entries(commands)
  .map(([name, { takes, help, flags: own = [] }]) =>
    line([name, ...(takes ? [takes] : []), ...own.map(flagUsage)].join(' '), help),
  )
  .join('\n')}

Each of these also takes:
${commonFlags.map((flag) => line(flagUsage(flag).slice(1, -1), flags[flag].help)).join('\n')}
`
