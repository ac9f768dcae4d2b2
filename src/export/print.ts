import { Nonce, Text, type Value, Variable } from './script.ts'

/** How a language writes JSON values. */
export interface Syntax {
  null: string
  true: string
  false: string
  /** A call that makes a nonce. */
  nonce: string
  variable(variable: Variable): string
  string(text: string): string
  text(text: Text): string
  list: readonly [open: string, close: string]
  object: readonly [open: string, close: string, empty: string]
  member(name: string, value: string): string
  /** One level of indentation. */
  indent: string
  /** What stands after the last member if each has its own line. */
  last: string
}

/** Characters of a line, its indentation included. */
const longest = 100

/** Writes a value on one line if it fits after `used` characters, otherwise a member on each line. */
export function write(value: Value, syntax: Syntax, indent: string, used = indent.length): string {
  const line = oneLine(value, syntax)
  if (used + line.length <= longest || !isNested(value)) return line
  const inner = indent + syntax.indent
  const parts = Array.isArray(value)
    ? value.map((item) => write(item, syntax, inner))
    : Object.entries(value).map(([name, member]) => {
        const text = write(member, syntax, inner, inner.length + syntax.member(name, '').length)
        return syntax.member(name, text)
      })
  const [open, close] = Array.isArray(value) ? syntax.list : syntax.object
  return `${open.trimEnd()}\n${parts.map((part) => inner + part).join(',\n')}${syntax.last}\n${indent}${close.trimStart()}`
}

const isNested = (value: Value): value is readonly Value[] | { readonly [name: string]: Value } =>
  typeof value === 'object' &&
  value !== null &&
  !(value instanceof Text) &&
  !(value instanceof Variable) &&
  !(value instanceof Nonce)

function oneLine(value: Value, syntax: Syntax): string {
  if (value === null) return syntax.null
  if (value === true) return syntax.true
  if (value === false) return syntax.false
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return syntax.string(value)
  if (value instanceof Nonce) return syntax.nonce
  if (value instanceof Variable) return syntax.variable(value)
  if (value instanceof Text) return syntax.text(value)
  if (Array.isArray(value)) {
    const [open, close] = syntax.list
    return `${open}${value.map((item) => oneLine(item, syntax)).join(', ')}${close}`
  }
  const members = Object.entries(value).map(([name, member]) => syntax.member(name, oneLine(member, syntax)))
  const [open, close, empty] = syntax.object
  return members.length === 0 ? empty : `${open}${members.join(', ')}${close}`
}

/** `chargeId` as `charge_id`. */
export const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

/** The words of a title as a name: `declined, then approved` as `declined_then_approved`. */
export const slug = (title: string, between: string): string =>
  title
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.slice(0, 12)
    .join(between) ?? `session`

/** A text that cannot end a comment, a line or a string of any language. */
export const comment = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll('*/', '* /')

/** An expected member as nested objects: `['data', 'status']` as `{data: {status}}`. */
export function nested(members: readonly (readonly [path: readonly string[], value: Value])[]): Value {
  const whole: Record<string, Value> = {}
  for (const [path, value] of members) {
    let inner = whole
    for (const name of path.slice(0, -1)) {
      const next = (inner[name] ?? {}) as Record<string, Value>
      inner[name] = next
      inner = next
    }
    inner[path.at(-1) ?? ''] = value
  }
  return whole
}
