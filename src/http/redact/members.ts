import { fromJson } from './decode.ts'
import { mask } from './mask.ts'
import { type Meaning, meaningOf } from './secret-names.ts'

/** A quoted text, a word, or a brace. A text that was cut off ends where it ends. */
const token = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[\w$%.+~\\\u0080-\uffff-][\w$%.+~\\[\]\u0080-\uffff-]*|[{}]/g

/** What makes a name of a quoted text, or of a word: JSON, forms and headers, XML. */
const behindQuoted = /\s*([:=])\s*/y
const behindWord = /["'\]\s]*([:=>])\s*/y

const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/y
const apostrophed = /'[^']*'?/y
const brackets = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[[\]]/g

/** What may follow a quoted value in a malformed text. */
const leftover = /[^\s,}\]&;]*/y

/** Where a value without quotes ends, by what stands before it. */
const bare = {
  '=': /[^&]*/y,
  '>': /[^<]*(?=<\/)/y,
  ':': /[^,;&}\]\r\n]*/y,
} as const

/** Says nothing of a secret, and helps whoever looks for a mistake. */
const harmless = /^(?:null|true|false)?$/

/** A card number or a longer phone number, by its length. */
const fewestOfNumber = 12

const webToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/

/**
 * Masks values by the names of their members, in JSON, forms, queries, header parameters and XML, whole or malformed or
 * cut off: each name is compared as it is meant, and its value masked as it stands. `inner` masks what stands in a quoted
 * text, which may be a document of its own.
 */
export function maskMembers(text: string, inner: (text: string) => string): string {
  const isStructured = /^\s*[{[]/.test(text)
  let safe = ''
  let done = 0
  let level = 0
  /** The level of braces from which on everything is secret; 0 where nothing is. */
  let secretLevel = 0
  const put = (from: number, to: number, value: string): void => {
    safe += text.slice(done, from) + value
    done = to
  }
  let at = 0
  for (let found = next(token, text, at); found !== null; found = next(token, text, at)) {
    const [word] = found
    const from = found.index
    at = from + word.length
    if (word === '{') level++
    else if (word === '}') {
      if (level === secretLevel) secretLevel = 0
      level = Math.max(0, level - 1)
    } else {
      const isQuoted = word.startsWith('"')
      const raw = isQuoted ? word.slice(1, word.length > 1 && word.endsWith('"') ? -1 : undefined) : word
      const sign = next(isQuoted ? behindQuoted : behindWord, text, at)
      if (sign !== null) {
        const start = at + sign[0].length
        const meaning = meaningIn(raw, secretLevel > 0)
        const value =
          meaning === 'open' ? undefined : valueAt(text, start, sign[1] as Sign, isQuoted, isStructured)
        if (value === 'object') {
          if (meaning === 'secret' && secretLevel === 0) secretLevel = level + 1
        } else if (value !== undefined) {
          const isShown = shows[meaning](value.content)
          if (isQuoted) putInner(from, raw)
          if (!isShown) put(start, value.end, value.isQuoted ? `"${mask}"` : mask)
          if (!isShown || meaning === 'nonce') at = value.end
          continue
        }
      } else if (secretLevel > 0 && !harmless.test(raw)) {
        put(from, at, isQuoted ? `"${mask}"` : mask)
        continue
      }
      if (isQuoted) putInner(from, raw)
      else if (webToken.test(word)) put(from, at, mask)
    }
  }
  return done === 0 ? text : safe + text.slice(done)

  function putInner(from: number, raw: string): void {
    const plain = raw.includes('\\') ? fromJson(raw) : raw
    const hidden = inner(plain)
    if (hidden !== plain)
      put(from + 1, from + 1 + raw.length, plain === raw ? hidden : JSON.stringify(hidden).slice(1, -1))
  }
}

type Sign = keyof typeof bare

interface Value {
  end: number
  /** What stands in the quotes, if there are any. */
  content: string
  isQuoted: boolean
}

/** The next match from a place on. */
function next(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Within a secret everything is one but the nonce that it was encrypted with, which is none elsewhere. */
function meaningIn(name: string, isInSecret: boolean): Meaning {
  const meaning = meaningOf(name)
  if (meaning === 'nonce') return isInSecret ? 'nonce' : 'open'
  return isInSecret ? 'secret' : meaning
}

/** Whether a value is shown all the same. */
const shows: Record<Meaning, (content: string) => boolean> = {
  open: () => true,
  nonce: (content) => /^[A-Za-z0-9]{12}$/.test(content) || harmless.test(content),
  secret: (content) => harmless.test(content),
  credential: (content) => harmless.test(content),
  number: (content) => content.length < fewestOfNumber,
}

/** The value that begins at a place; undefined where it is rather a sentence. */
function valueAt(
  text: string,
  start: number,
  sign: Sign,
  hasQuotedName: boolean,
  isStructured: boolean,
): Value | 'object' | undefined {
  const first = text[start]
  if (first === '{') return 'object'
  let end = start
  if (first === '"') end = endOf(quoted, text, start)
  else if (first === "'") end = endOf(apostrophed, text, start)
  else if (first === '[') end = endOfList(text, start)
  const isQuoted = end > start
  if (isQuoted) {
    const content = text.slice(start + 1, end).replace(/["'\]]$/, '')
    return { end: endOf(sign === '=' ? bare['='] : leftover, text, end), content: content || mask, isQuoted }
  }
  const found = next(bare[sign], text, start)
  if (found === null) return undefined
  const content = found[0].trim()
  // A message about a field begins with its name, too.
  if (sign === ':' && !hasQuotedName && !isStructured && /\s/.test(content)) return undefined
  return { end: start + found[0].trimEnd().length, content, isQuoted: sign === ':' && hasQuotedName }
}

const endOf = (pattern: RegExp, text: string, start: number): number =>
  start + (next(pattern, text, start)?.[0].length ?? 0)

/** Where the list ends that begins at a place; lists within it are part of it. */
function endOfList(text: string, start: number): number {
  let depth = 0
  let at = start
  for (let found = next(brackets, text, at); found !== null; found = next(brackets, text, at)) {
    at = found.index + found[0].length
    if (found[0] === '[') depth++
    else if (found[0] === ']' && --depth === 0) return at
  }
  return text.length
}
