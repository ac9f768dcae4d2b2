import { fromJson } from './decode.ts'
import { mask } from './mask.ts'
import { type Meaning, meaningOf } from './secret-names.ts'

/** A quoted text, a word, or a brace. A truncated text ends at the end of the input. */
const token = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[\w$%.+~\\\u0080-\uffff-][\w$%.+~\\[\]\u0080-\uffff-]*|[{}]/g

/** What makes a quoted text or a word a name: JSON, forms and headers, XML. */
const behindQuoted = /\s*([:=])\s*/y
const behindWord = /["'\]\s]*([:=>])\s*/y

const quoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?/y
const apostrophed = /'[^']*'?/y
const brackets = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|[[\]]/g

/** What may follow a quoted value in malformed text. */
const leftover = /[^\s,}\]&;]*/y

/** The extent of an unquoted value, by the sign before it. */
const bare = {
  '=': /[^&]*/y,
  '>': /[^<]*(?=<\/)/y,
  ':': /[^,;&}\]\r\n]*/y,
} as const

/** Values that reveal nothing about a secret and help to find a mistake. */
const harmless = /^(?:null|true|false)?$/

/** Shortest card number or long phone number. Digits. */
const fewestOfNumber = 12

/** Shorter than the ciphertext of any card. Characters. */
const fewestOfCiphertext = 64

const webToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/

/**
 * Masks values by the names of their members, in JSON, forms, queries, header parameters and XML, even if malformed or
 * truncated: names are decoded to be compared, values are replaced in place. `inner` masks a quoted text, which may
 * itself be a document.
 */
export function maskMembers(text: string, inner: (text: string) => string): string {
  const isStructured = /^\s*[{[]/.test(text)
  let safe = ''
  let done = 0
  let level = 0
  /** The brace level from which everything is secret; 0 if nothing is. */
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
  /** The content of the quotes, if there are any. */
  content: string
  isQuoted: boolean
}

/** The next match from an index on. */
function next(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Everything in a secret is secret, except the nonce of its encryption, which is a nonce only there. */
function meaningIn(name: string, isInSecret: boolean): Meaning {
  const meaning = meaningOf(name)
  if (meaning === 'nonce') return isInSecret ? 'nonce' : 'open'
  return isInSecret ? 'secret' : meaning
}

/** Whether a value is shown nevertheless. */
const shows: Record<Meaning, (content: string) => boolean> = {
  open: () => true,
  nonce: (content) => /^[A-Za-z0-9]{12}$/.test(content) || harmless.test(content),
  secret: (content) => harmless.test(content),
  credential: (content) => harmless.test(content),
  number: (content) => content.length < fewestOfNumber,
  sealed: (content) => content.length < fewestOfCiphertext,
}

/** The value that begins at an index; undefined if it looks like a sentence. */
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
  // A message about a field begins with its name too.
  if (sign === ':' && !hasQuotedName && !isStructured && /\s/.test(content)) return undefined
  return { end: start + found[0].trimEnd().length, content, isQuoted: sign === ':' && hasQuotedName }
}

const endOf = (pattern: RegExp, text: string, start: number): number =>
  start + (next(pattern, text, start)?.[0].length ?? 0)

/** The end of the list that begins at an index, including nested lists. */
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
