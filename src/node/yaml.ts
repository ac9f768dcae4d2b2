import type { Document, Node, Pair } from 'yaml'

/**
 * What one YAML text may contain: far more than any file of scenarios or fixtures, and little enough that parsing it
 * never blocks the process for long.
 */
const limits = {
  characters: 1_048_576,
  /** Tokens of the whole text, line breaks included. */
  tokens: 200_000,
  keys: 20_000,
  depth: 64,
  /** Of one document. */
  anchors: 100,
  /** Of one document. */
  aliases: 100,
  /** Values of one document; a value that aliases repeat counts each time. */
  values: 100_000,
} as const

/** The most problems of one text that are reported. */
export const maxProblems = 100

/** A problem of a text; `offset` in characters. */
export interface YamlProblem {
  offset: number
  message: string
}

/** The documents of a text that could be read, and what is wrong with the others. */
export interface YamlText {
  documents: { document: Document.Parsed; value: unknown }[]
  problems: YamlProblem[]
  /** Line and column of an offset, from 1. */
  place(offset: number): { line: number; column: number }
}

/** A text exceeds a limit. */
class TooMuch extends Error {}

/**
 * Parses a YAML text in time linear in its length. What takes the library longer (finding duplicate keys, resolving
 * aliases, quoting a line for each mistake) is switched off or bounded, and done here.
 */
export async function readYaml(text: string): Promise<YamlText> {
  // Loaded here because a start from the built bundle with the built-in scenarios needs no YAML at all.
  const yaml = await import('yaml')
  const lines = new yaml.LineCounter()
  const problems: YamlProblem[] = []
  const documents: YamlText['documents'] = []
  const place: YamlText['place'] = (offset) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const parsed: Document.Parsed[] = []
  const { stackTraceLimit } = Error
  // The library creates an Error for each mistake in the text: their stack traces would take longer than everything else.
  Error.stackTraceLimit = 0
  try {
    for (const document of parse(yaml, text, lines)) parsed.push(document)
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
    const offset = Number(error.cause)
    return { documents, problems: [{ offset, message: error.message }], place }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  for (const document of parsed) {
    if (problems.length >= maxProblems) break
    const found = [...document.errors, ...document.warnings]
      .slice(0, maxProblems)
      .map(({ pos, message }) => ({ offset: pos[0], message }))
    if (found.length === 0) found.push(...check(yaml, document))
    problems.push(...found)
    if (found.length > 0 || document.contents === null) continue
    try {
      documents.push({ document, value: document.toJS({ maxAliasCount: -1 }) })
    } catch (error) {
      // An alias without an anchor.
      problems.push({
        offset: document.range[0],
        message: error instanceof Error ? error.message : String(error),
      })
    }
  }
  return { documents, problems: problems.slice(0, maxProblems), place }
}

type Yaml = typeof import('yaml')

/** The documents of a text, one by one. Throws a TooMuch, with the offset as its cause, once a limit is exceeded. */
function* parse(
  yaml: Yaml,
  text: string,
  lines: InstanceType<Yaml['LineCounter']>,
): Generator<Document.Parsed> {
  const count = counter(yaml, text.length)
  const parser = new yaml.Parser(lines.addNewLine)
  const composer = new yaml.Composer({
    merge: false,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
  })
  lines.addNewLine(0)
  for (const token of new yaml.Lexer().lex(text)) {
    count(token, parser)
    for (const part of parser.next(token)) yield* composer.next(part) as Generator<Document.Parsed>
  }
  for (const part of parser.end()) yield* composer.next(part) as Generator<Document.Parsed>
  yield* composer.end() as Generator<Document.Parsed>
}

/** What is counted while a text is parsed, and its name in messages. */
const counted = {
  characters: 'characters',
  tokens: 'tokens',
  keys: 'keys',
  depth: 'levels of nesting',
  anchors: 'anchors in one document',
  aliases: 'aliases in one document',
} as const satisfies Partial<Record<keyof typeof limits, string>>

/** Counts tokens as they are read. */
function counter(yaml: Yaml, length: number) {
  const { SCALAR, tokenType } = yaml.CST
  const mustFit = (name: keyof typeof counted, count: number, offset: number): void => {
    if (count <= limits[name]) return
    const message = `has more than the limit of ${limits[name]} ${counted[name]}; split it or shorten it`
    throw new TooMuch(message, { cause: offset })
  }
  mustFit('characters', length, 0)
  let [tokens, keys, anchors, aliases] = [0, 0, 0, 0]
  let scalar = false
  return (token: string, { stack, offset }: { stack: readonly unknown[]; offset: number }): void => {
    mustFit('tokens', ++tokens, offset)
    mustFit('depth', stack.length, offset)
    // The token after this one is text, whatever it looks like.
    const type = scalar ? undefined : tokenType(token)
    scalar = token === SCALAR && !scalar
    if (type === 'map-value-ind') mustFit('keys', ++keys, offset)
    else if (type === 'anchor') mustFit('anchors', ++anchors, offset)
    else if (type === 'alias') mustFit('aliases', ++aliases, offset)
    else if (type === 'doc-start' || type === 'doc-end') [anchors, aliases] = [0, 0]
  }
}

/** Finds what the library was told to ignore: duplicate keys, and aliases that expand a short text into a large one. */
function check(yaml: Yaml, document: Document.Parsed): YamlProblem[] {
  const problems: YamlProblem[] = []
  const complain = (node: Node, message: string): void => {
    if (problems.length < maxProblems) problems.push({ offset: node.range?.[0] ?? 0, message })
  }
  /** How many values each anchor expands to; undefined until it is known. */
  const anchors = new Map<string, number | undefined>()
  const weigh = (node: unknown): number => {
    if (yaml.isAlias(node)) {
      const known = anchors.get(node.source)
      if (known === undefined && anchors.has(node.source)) complain(node, `*${node.source} contains itself`)
      return known ?? 1
    }
    if (!yaml.isCollection(node)) {
      if (yaml.isScalar(node) && node.anchor !== undefined) anchors.set(node.anchor, 1)
      return 1
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, undefined)
    const keys = new Set<unknown>()
    let values = 1
    for (const item of node.items) {
      if (yaml.isPair(item)) {
        const { key } = item as Pair<Node>
        const name = yaml.isScalar(key) ? key.value : key
        if (keys.has(name)) complain(key, 'Map keys must be unique')
        keys.add(name)
        values += weigh(item.value)
      } else values += weigh(item)
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, values)
    return values
  }
  const values = document.contents === null ? 0 : weigh(document.contents)
  if (anchors.size > 0 && values > limits.values)
    problems.push({
      offset: document.range[0],
      message: `with its aliases expanded, it has more than the limit of ${limits.values} values`,
    })
  return problems
}
