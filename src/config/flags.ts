import { parseArgs } from 'node:util'
import { didYouMean } from '../domain/kernel/nearest.ts'
import { ConfigError } from './parse.ts'

/** A command line flag; without `takes` it has no value. */
export interface Flag {
  /** Placeholder of the value in help: `URL`, `DIR,…`, or the allowed values, `refuse|pending`. */
  takes?: string
  help: string
  /** May be repeated: the values are joined with commas. Of other flags the last value counts. */
  many?: true
}

export interface Line {
  /** Values by flag name; true for a flag without a value. */
  values: Record<string, string | true>
  positionals: string[]
}

/**
 * Splits arguments into flags and positionals. Throws a ConfigError that names the argument, suggests a similar flag and
 * ends with `usage`.
 */
export function parseLine(args: readonly string[], flags: Record<string, Flag>, usage: string): Line {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(flags).map(
        ([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' }] as const,
      ),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const line: Line = { values: {}, positionals: [] }
  for (const token of tokens) {
    if (token.kind === 'positional') line.positionals.push(token.value)
    if (token.kind !== 'option') continue
    const value = flagValue(token, flags, usage)
    const before = flags[token.name]?.many ? line.values[token.name] : undefined
    line.values[token.name] = before === undefined ? value : `${before},${value}`
  }
  return line
}

interface OptionToken {
  name: string
  rawName: string
  value: string | undefined
  inlineValue: boolean | undefined
}

function flagValue(
  { name, rawName, value, inlineValue }: OptionToken,
  flags: Record<string, Flag>,
  usage: string,
): string | true {
  const flag = rawName.startsWith('--') && Object.hasOwn(flags, name) ? flags[name] : undefined
  if (flag === undefined) {
    const meant = didYouMean(name, Object.keys(flags), (other) => `--${other}`)
    throw new ConfigError(`${rawName} is not a known flag${meant}; ${usage}`)
  }
  if (flag.takes === undefined) {
    if (inlineValue) throw new ConfigError(`${rawName} takes no value, but has "${value}"; ${usage}`)
    return true
  }
  // A value that looks like a flag usually means that the value was forgotten.
  if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-'))
    throw new ConfigError(
      `${rawName} needs a value: ${rawName} ${flag.takes}${value === undefined ? '' : `; write ${rawName}=${value} if you mean "${value}"`}; ${usage}`,
    )
  return value
}
