import { builtIn } from '../node/built-in.ts'
import { group, type Usage, usages, wordsFor } from './usage.ts'

/** A candidate for the next word, with its description. */
type Candidate = readonly [word: string, help: string]

/** Tells the shell to complete file names. */
const files: Candidate = [':files', '']

/** The candidates for the last word, which is incomplete or empty; the words before it are complete. */
export async function candidates(words: readonly string[]): Promise<readonly Candidate[]> {
  const partial = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const name = nameOf(before)
  const usage = usages.get(name) as Usage
  const rest = before.slice(name === '' ? 0 : name.split(' ').length)
  const found = await all(name, usage, rest, partial)
  return found.includes(files) ? [files] : found.filter(([word]) => word.startsWith(partial))
}

/** The command that the words start with; '' is the server. */
function nameOf(words: readonly string[]): string {
  const two = words.slice(0, 2).join(' ')
  return usages.has(two) ? two : usages.has(words[0] ?? '') ? (words[0] ?? '') : ''
}

async function all(
  name: string,
  usage: Usage,
  rest: readonly string[],
  partial: string,
): Promise<readonly Candidate[]> {
  const flags = { ...usage.own, ...usage.common }
  const flagOf = (word = ''): string | undefined =>
    word.startsWith('--') && Object.hasOwn(flags, word.slice(2)) ? flags[word.slice(2)]?.takes : undefined
  const [, given, equals] = /^(--[a-z-]+)(=)/.exec(partial) ?? []
  if (given !== undefined) {
    const takes = flagOf(given)
    const values = takes === undefined ? [] : await valuesFor(usage, takes)
    return values.includes(files) ? values : values.map(([word, help]) => [`${given}${equals}${word}`, help])
  }
  const takes = flagOf(rest.at(-1))
  if (takes !== undefined) return valuesFor(usage, takes)
  if (partial.startsWith('-'))
    return Object.entries({ ...flags, help: { help: 'show help' } }).map(([flag, { help }]) => [
      `--${flag}`,
      help,
    ])
  const positionals = rest.filter(
    (word, index) => !word.startsWith('-') && flagOf(rest[index - 1]) === undefined,
  )
  const next = usage.takes[positionals.length]
  return [
    // Options before a command belong to the server, which takes no command.
    ...(positionals.length === rest.length ? commandsAfter(name === '' ? rest : [name, ...rest]) : []),
    ...(next === undefined ? [] : await valuesFor(usage, next)),
  ]
}

/** The first words of all commands, or the second words of those that start with the given word. */
function commandsAfter(words: readonly string[]): Candidate[] {
  const [first] = words
  if (words.length > 1 || first?.includes(' ')) return []
  if (first !== undefined)
    return group(first)
      .filter((name) => name !== first)
      .map((name) => [name.slice(first.length + 1), usages.get(name)?.help ?? ''])
  const groups = new Map<string, string>()
  for (const [name, { help }] of usages) {
    const [word = '', second] = name.split(' ')
    if (word !== '' && !groups.has(word)) groups.set(word, second === undefined ? help : shortList(word))
  }
  return [...groups]
}

/** `list, create, show …` */
const shortList = (first: string): string =>
  group(first)
    .map((name) => name.slice(first.length + 1))
    .filter(Boolean)
    .join(', ')

/** The values of a placeholder such as `EVENT`, if they are known. */
async function valuesFor(usage: Usage, takes: string): Promise<readonly Candidate[]> {
  const bare = takes.replace(/^\[|\]$/g, '').replace(/,…$/, '')
  if (bare === 'FILE' || bare === 'DIR') return [files]
  if (bare === 'KEY') return (await builtIn()).fragments.map(({ key, title }): Candidate => [key, title])
  return (wordsFor(usage, takes) ?? []).map((word): Candidate => [word, ''])
}
