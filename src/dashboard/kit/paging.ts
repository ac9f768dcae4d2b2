import * as z from 'zod'
import { type Html, html, none, when } from './html.ts'
import { pageSize } from './parts.ts'
import { Page } from './query.ts'

const Anchor = z.string().max(100).default('')

/**
 * Which rows of a list are shown. Links name the row that they continue from, so that a page stays the same while the list
 * grows; `page` counts from the newest row.
 */
export const paging = { page: Page, before: Anchor, after: Anchor }

type Paging = { [K in keyof typeof paging]: z.output<(typeof paging)[K]> }

/** A row of such a list. */
interface Row {
  id: string | number
}

/** Some rows of a list that is sorted newest first. */
export interface Rows<T> {
  rows: T[]
  /** How many there are on all pages. */
  total: number
  /** How many are newer than the first row. */
  newer: number
}

/** The rows that a query asks for; the newest ones if the row that it continues from is gone. */
export function rowsOf<T extends Row>(
  values: Iterable<T>,
  { page, before, after }: Paging,
  fits: (value: T) => boolean,
): Rows<T> {
  const found: T[] = []
  let start: number | undefined
  let end: number | undefined
  // The row that a page continues from may no longer pass the filter.
  for (const value of values) {
    const id = before === '' && after === '' ? '' : String(value.id)
    if (after !== '' && id === after) end = found.length
    if (fits(value)) found.push(value)
    if (before !== '' && id === before) start = found.length
  }
  const lastPage = Math.max(1, Math.ceil(found.length / pageSize))
  if (end !== undefined) start = Math.max(0, end - pageSize)
  const newer = start ?? (Math.min(page, lastPage) - 1) * pageSize
  return { rows: found.slice(newer, newer + pageSize), total: found.length, newer }
}

/** Links to newer and older rows of a list; `query` holds its current filters. */
export function rowLinks(
  { rows, total, newer }: Rows<Row>,
  what: string,
  query: Record<string, unknown>,
): Html {
  const to = (anchor: Record<string, string | number>): string => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value && !(name in paging)) search.set(name, String(value))
    for (const [name, value] of Object.entries(anchor)) search.set(name, String(value))
    return `?${search}`
  }
  const first = rows[0]
  const last = rows.at(-1)
  const older = total - newer - rows.length
  const page = Number(query['page'] ?? 1)
  const isMissing = page > Math.max(1, Math.ceil(total / pageSize))
  const position = (at: number): string => at.toLocaleString('en')
  return html`<nav class="pager" aria-label="Pages"><span>${position(total)} ${total === 1 ? what.slice(0, -1) : what}${when(rows.length < total, () => html`, ${position(newer + 1)} to ${position(newer + rows.length)}`)}${when(isMissing, () => html`; there is no page ${page}`)}</span>${when(newer > pageSize, () => html`<a class="button" href="${to({})}" rel="first">Newest</a>`)}${first === undefined || newer === 0 ? none : html`<a class="button" href="${to(newer > pageSize ? { after: first.id } : {})}" rel="prev">Newer</a>`}${last === undefined || older === 0 ? none : html`<a class="button" href="${to({ before: last.id })}" rel="next">Older</a>`}</nav>`
}
