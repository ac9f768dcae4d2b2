import type { Piece, Row } from './aligned.ts'
import { each, type Html, html, none } from './html.ts'
import { visible } from './parts.ts'

/** A request or an answer as it is compared. */
export interface Message {
  /** What it is called: `Original`. */
  label: string
  /** Its first line. */
  first: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Characters of a body that are compared. */
const longest = 100_000

/** Headers that a connection adds to any answer. */
const ofConnection = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

/** Parsed JSON; undefined for any other text. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A value with the members of its objects in the order that another one has: their order means nothing. */
function inOrderOf(model: unknown, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const like: Record<string, unknown> = typeof model === 'object' && model !== null ? { ...model } : {}
  if (Array.isArray(value)) return value.map((item, index) => inOrderOf(like[index], item))
  const own: Record<string, unknown> = { ...value }
  const names = [...Object.keys(like), ...Object.keys(own)].filter((name) => Object.hasOwn(own, name))
  // A map, because the name of a member may be `__proto__`.
  return Object.fromEntries(new Map(names.map((name) => [name, inOrderOf(like[name], own[name])])))
}

const cut = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest)}\n… ${text.length - longest} more characters` : text

/** The deepest indentation of a text that was cut. */
const deepest = 40

/** JSON that was cut, indented as far as it goes, so that it can be compared with a whole one; any other text as it is. */
function indentedCut(text: string): string {
  if (!/^[{[]/.test(text) || text.includes('\n')) return text
  let depth = 0
  const line = (change: number): string => {
    depth = Math.max(0, depth + change)
    return `\n${'  '.repeat(Math.min(depth, deepest))}`
  }
  return text.replace(/"(?:[^"\\]|\\.)*"?|\{\}|\[\]|[{}[\],:]/g, (token) => {
    if (token === '{' || token === '[') return token + line(1)
    if (token === '}' || token === ']') return line(-1) + token
    if (token === ',') return token + line(0)
    return token === ':' ? ': ' : token
  })
}

/** Two bodies as texts that differ only where their content does. */
function bodies(left: string, right: string): [string, string] {
  const [one, other] = [parsed(left), parsed(right)]
  const shown = (value: unknown, text: string): string =>
    cut(value === undefined ? indentedCut(text.slice(0, 2 * longest)) : JSON.stringify(value, null, 2))
  return [shown(one, left), shown(other && inOrderOf(one, other), right)]
}

function headerLines(headers: Message['headers']): string[] {
  return Object.entries(headers)
    .filter(([name]) => !ofConnection.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)
}

/** The lines of two messages, with headers and members in the same order. */
function linesOf(left: Message, right: Message): [string[], string[]] {
  const headers = inOrderOf(left.headers, right.headers) as Message['headers']
  const [one, other] = bodies(left.body, right.body)
  const lines = (first: string, of: Message['headers'], body: string): string[] => [
    first,
    ...headerLines(of),
    ...(body === '' ? [] : ['', ...visible(body).split(/\r?\n/)]),
  ]
  return [lines(left.first, left.headers, one), lines(right.first, headers, other)]
}

const pieces = (line: readonly Piece[], mark: 'del' | 'ins'): Html =>
  each(line, ({ text, isOther }) =>
    isOther ? (mark === 'del' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`) : html`${text}`,
  )

function pane(label: string, rows: readonly Row[], side: 'left' | 'right'): Html {
  const mark = side === 'left' ? 'del' : 'ins'
  return html`<section class="pane"><h3>${label}</h3><pre class="diff" tabindex="0" aria-label="${label}">${each(
    rows,
    (row) => {
      const line = row[side]
      return html`<span class="line ${line === undefined ? 'gap' : row.kind}">${line === undefined ? none : pieces(line, mark)}</span>`
    },
  )}</pre></section>`
}

/** Two messages side by side with the differences marked, and the number of lines that differ by more than ids and instants. */
export async function differences(left: Message, right: Message): Promise<{ count: number; shown: Html }> {
  const { aligned, folded } = await import('./aligned.ts')
  const all = aligned(...linesOf(left, right))
  const rows = folded(all)
  return {
    count: all.filter(({ kind }) => kind === 'changed').length,
    shown: html`<div class="panes diffs" role="region" tabindex="0" aria-label="${left.label} and ${right.label.toLowerCase()}">${pane(left.label, rows, 'left')}${pane(right.label, rows, 'right')}</div>`,
  }
}

/** What was changed in a request: nothing but a way to see it if that is nothing. */
export const edits = (title: string, { count, shown }: { count: number; shown: Html }): Html =>
  count === 0
    ? html`<h2>${title}: nothing</h2><details><summary>Show both requests</summary>${shown}</details>`
    : html`<h2>${title}: ${inWords(count)}</h2>${shown}`

/** A number of lines that differ, in words. */
export const inWords = (count: number): string =>
  count === 0 ? 'no difference' : count === 1 ? '1 line differs' : `${count} lines differ`
