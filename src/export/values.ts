import { Nonce, Text, type Value, Variable } from './script.ts'

/** Words that look like ids and references: everything that a variable may replace. */
const words = /[\w-]+/g

/** Texts by the variables that replace them, as far as the session knows them. */
export type Known = ReadonlyMap<string, Variable>

/** A text in which known ids and references are variables; numbers only if they are a whole part of a path. */
export function textWith(text: string, known: Known): Value {
  const parts: (string | Variable)[] = []
  let done = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    // The payments to one virtual account are numbered: its reference, a hyphen and a number.
    const name = known.has(word) ? word : word.replace(/-\d+$/, '')
    const variable = known.get(name)
    if (variable === undefined || (variable.isNumber && !(text.startsWith('/') && text[index - 1] === '/')))
      continue
    if (index > done) parts.push(text.slice(done, index))
    parts.push(variable)
    done = index + name.length
  }
  if (done === 0) return text
  if (done < text.length) parts.push(text.slice(done))
  const [only] = parts
  return parts.length === 1 && only instanceof Variable && !only.isNumber ? only : new Text(parts)
}

/** Members whose value is the number of something that an answer has made. */
const numberMembers = ['id', 'beneficiary', 'account_id']

/** A JSON value in which known ids, references and nonces are variables. */
export function valueWith(value: unknown, known: Known, member = ''): Value {
  if (member === 'nonce' && typeof value === 'string') return known.get(value) ?? new Nonce()
  if (typeof value === 'string') return textWith(value, known)
  if (typeof value === 'number' && numberMembers.includes(member)) return known.get(String(value)) ?? value
  if (Array.isArray(value)) return value.map((item) => valueWith(item, known, member))
  if (typeof value !== 'object' || value === null) return value as Value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, valueWith(inner, known, name)]),
  )
}

/** Names of the variables in a value. */
export function variablesIn(value: Value | undefined, found = new Set<string>()): ReadonlySet<string> {
  if (value instanceof Variable) found.add(value.name)
  else if (value instanceof Text) {
    for (const part of value.parts) if (part instanceof Variable) found.add(part.name)
  } else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) variablesIn(inner as Value, found)
  return found
}

/** Whether a value contains a new nonce. */
export const hasNonce = (value: Value | undefined): boolean =>
  value instanceof Nonce ||
  (typeof value === 'object' &&
    value !== null &&
    !(value instanceof Text) &&
    !(value instanceof Variable) &&
    Object.values(value).some(hasNonce))

/** Every id in a JSON answer with its path; numbers only as the `id` of `data`. */
export function* idsIn(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ id: string; path: readonly string[]; isNumber: boolean }> {
  if (typeof value === 'string' && /^[a-z]{3}_[A-Za-z0-9]{10,}$/.test(value))
    yield { id: value, path, isNumber: false }
  else if (typeof value === 'number' && path.join('.') === 'data.id')
    yield { id: String(value), path, isNumber: true }
  // Lists show what there is in the order of the moment.
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    for (const [name, inner] of Object.entries(value)) yield* idsIn(inner, [...path, name])
}
