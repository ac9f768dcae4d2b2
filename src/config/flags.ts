import { parseArgs } from 'node:util'
import { didYouMean } from '../domain/kernel/nearest.ts'
import { ConfigError } from './parse.ts'

/** A flag of a command line; one without `takes` has no value. */
export interface Flag {
  /** What stands for the value in help: `URL`, `DIR,…`, or the allowed words, `refuse|pending`. */
  takes?: string
  help: string
}

export interface Line {
  /** By name; true where the flag has no value. The last one counts where a flag is given twice. */
  values: Record<string, string | true>
  positionals: string[]
}

/**
 * Splits arguments into flags and the rest. Throws a ConfigError that names the argument, and the flag that was meant;
 * `usage` is put at its end.
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
    if (token.kind === 'option') line.values[token.name] = flagValue(token, flags, usage)
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
    throw new ConfigError(`${rawName} is not known here${meant}; ${usage}`)
  }
  if (flag.takes === undefined) {
    if (inlineValue) throw new ConfigError(`${rawName} takes no value, but has "${value}"; ${usage}`)
    return true
  }
  // A value that looks like a flag is a forgotten value more often than not.
  if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-'))
    throw new ConfigError(
      `${rawName} needs a value: ${rawName} ${flag.takes}${value === undefined ? '' : `; write ${rawName}=${value} where "${value}" is meant`}; ${usage}`,
    )
  return value
}
