import { ConfigError } from '../config/config.ts'
import { nearest } from '../domain/kernel/nearest.ts'
import { group, usages } from './usage.ts'

/** The words before the first flag. */
export const wordsOf = (args: readonly string[]): readonly string[] =>
  args.slice(0, args.findIndex((arg) => arg.startsWith('-')) >>> 0)

/** The command that arguments start with, of two words or one. Throws a ConfigError that suggests similar commands. */
export function find(args: readonly string[]): string {
  const words = wordsOf(args)
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    if (words.length >= length && usages.has(name)) return name
  }
  throw new ConfigError(unknown(words))
}

function unknown([first = '', second]: readonly string[]): string {
  const inGroup = group(first)
  if (inGroup.length === 0) {
    const firstWords = new Set(Array.from(usages.keys(), (name) => name.split(' ')[0] ?? ''))
    const sameSecond = [...usages.keys()].filter((name) => name.split(' ')[1] === first)
    const meant = [...nearest(first, firstWords), ...sameSecond].slice(0, 3)
    return `"${first}" is not a command${orElse(meant)}; see payment-emulator --help`
  }
  const there = `available: ${inGroup.join(', ')}`
  if (second === undefined) return `"${first}" is not a complete command; ${there}`
  const seconds = inGroup.map((name) => name.slice(first.length + 1))
  const meant = nearest(second, seconds).map((word) => `${first} ${word}`)
  return `"${first} ${second}" is not a command${orElse(meant)}; ${there}`
}

const orElse = (meant: readonly string[]): string =>
  meant.length === 0 ? '' : ` (did you mean ${meant.map((name) => `"${name}"`).join(' or ')}?)`
