import * as z from 'zod'
import { type Html, html, none, when } from './html.ts'
import { pageSize } from './parts.ts'
import { Page } from './query.ts'
import { turns } from './turns.ts'
import type { View } from './view.ts'

const Anchor = z.string().max(100).default('')

/**
 * Which rows of a list are shown. Links name the row that they continue from, so that a page stays the same while the list
 * grows; `page` counts from the newest row. A list that is paused ends at the row `upto`, and one that was marked begins
 * after the row `since`.
 */
export const paging = { page: Page, before: Anchor, after: Anchor, upto: Anchor, since: Anchor }

type Paging = { [K in keyof typeof paging]: z.output<(typeof paging)[K]> }

/** A row of such a list. */
export interface Row {
  id: string | number
}

/** Which rows a list shows. */
export interface Filter<T> {
  /** Undefined if all are shown. */
  fits: ((value: T) => boolean) | undefined
  /** Rows that are hidden although they fit. */
  hides?: ((value: T) => boolean) | undefined
}

/** Some rows of a list that is sorted newest first. */
export interface Rows<T> {
  rows: T[]
  /** How many there are on all pages. */
  total: number
  /** How many are newer than the first row. */
  newer: number
  /** How many have come since the list was paused. */
  fresh: number
  /** How many are hidden although they fit. */
  hidden: number
  /** The newest row, whether it is shown or not. */
  newest: Row['id'] | undefined
}

/** Where a row is; where it would be if it is gone and rows are numbered, or undefined. */
function positionOf(values: readonly Row[], id: string): number | undefined {
  if (typeof values[0]?.id === 'number') {
    const found = values.findIndex((value) => Number(value.id) <= Number(id))
    return found < 0 ? values.length : found
  }
  const found = values.findIndex((value) => value.id === id)
  return found < 0 ? undefined : found
}

/** The rows that a query asks for; the newest ones if the row that it continues from is gone. */
export async function rowsOf<T extends Row>(
  view: Pick<View, 'emulator'>,
  newestFirst: Iterable<T>,
  { page, before, after, upto, since }: Paging,
  { fits, hides }: Filter<T>,
): Promise<Rows<T>> {
  const values = Array.from(newestFirst)
  let hidden = 0
  const mayYield = turns(view)
  /** The positions of rows that are shown. */
  const find = async (from: number, to: number): Promise<number[]> => {
    const found: number[] = []
    for (let at = from; at < to; at++) {
      const value = values[at] as T
      if (fits === undefined || fits(value)) {
        if (hides?.(value)) hidden++
        else found.push(at)
      }
      const waiting = fits && mayYield(at)
      if (waiting) await waiting
    }
    return found
  }
  const end = since === '' ? values.length : (positionOf(values, since) ?? values.length)
  const begin = Math.min(upto === '' ? 0 : (positionOf(values, upto) ?? 0), end)
  const { length: fresh } = await find(0, begin)
  const found = await find(begin, end)
  // The row that a page continues from may no longer pass the filter.
  const newerThan = (at: number | undefined, or: number): number =>
    at === undefined ? or : found.filter((one) => one <= at).length
  const lastPage = Math.max(1, Math.ceil(found.length / pageSize))
  let newer = (Math.min(page, lastPage) - 1) * pageSize
  if (before !== '') newer = newerThan(positionOf(values, before), newer)
  const next = after === '' ? undefined : positionOf(values, after)
  if (next !== undefined) newer = Math.max(0, newerThan(next - 1, 0) - pageSize)
  const rows = found.slice(newer, newer + pageSize).map((at) => values[at] as T)
  return { rows, total: found.length, newer, fresh, hidden, newest: values[0]?.id }
}

/** Links to newer and older rows of a list; `query` holds its current filters. */
export function rowLinks<T extends Row>(
  { rows, total, newer, newest }: Rows<T>,
  what: string,
  query: Record<string, unknown>,
): Html {
  const to = (anchor: Record<string, string | number>): string => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value && !['page', 'before', 'after'].includes(name)) search.set(name, String(value))
    for (const [name, value] of Object.entries(anchor)) search.set(name, String(value))
    return `?${search}`
  }
  const first = rows[0]
  const last = rows.at(-1)
  const older = total - newer - rows.length
  const page = Number(query['page'] ?? 1)
  const isMissing = page > Math.max(1, Math.ceil(total / pageSize))
  const position = (at: number): string => at.toLocaleString('en')
  // Older pages are those of the list as it is now: it is paused.
  const paused = query['upto'] ? {} : { upto: newest ?? '' }
  return html`<nav class="pager" aria-label="Pages"><span>${position(total)} ${total === 1 ? what.slice(0, -1) : what}${when(rows.length < total, () => html`, ${position(newer + 1)} to ${position(newer + rows.length)}`)}${when(isMissing, () => html`; there is no page ${page}`)}</span>${when(newer > pageSize, () => html`<a class="button" href="${to({})}" rel="first">Newest</a>`)}${first === undefined || newer === 0 ? none : html`<a class="button" href="${to(newer > pageSize ? { after: first.id } : {})}" rel="prev">Newer</a>`}${last === undefined || older === 0 ? none : html`<a class="button" href="${to({ ...paused, before: last.id })}" rel="next">Older</a>`}</nav>`
}
