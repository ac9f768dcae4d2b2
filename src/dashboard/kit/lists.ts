import { each, type Html, html } from './html.ts'
import { paging, type Row, rowLinks, rowsOf } from './paging.ts'
import { empty, type Head, table } from './parts.ts'
import { filtersId, tailBar, timeFields } from './tail.ts'
import type { Screen, View } from './view.ts'

type Query = Record<string, unknown> & Parameters<typeof rowsOf>[2] & Parameters<typeof timeFields>[0]

/** A list of what a world contains. */
export interface ListScreen<T extends Row> {
  title: string
  /** The list's name in sentences: `charges`. */
  what: string
  /** The last segment of its address, if that is another. */
  path?: string
  query: Query
  values: { readonly size: number; newestFirst(): Iterable<T> }
  fits(value: NoInfer<T>): boolean
  /** Rows that are hidden unless the query has `own`. */
  isOwn?(value: T): boolean
  filters: Html
  heads: readonly Head[]
  row(value: T): Html
  /** Shown when the list is empty: how to fill it. */
  advice: Html
  /** Shown beside the title. */
  actions?: Html
  /** Shown above the filters. */
  above?: Html
}

const isFiltered = (query: Query): boolean =>
  Object.entries(query).some(([name, value]) => value !== '' && !(name in paging) && name !== 'own')

/** A list with filters, newest first, that updates as it grows. */
export async function listScreen<T extends Row>(view: View, list: ListScreen<T>): Promise<Screen> {
  const { title, what, path = what, query, values, heads, isOwn } = list
  const filtered = isFiltered(query)
  const shown = await rowsOf(view, values.newestFirst(), query, {
    fits: filtered ? list.fits : undefined,
    hides: query['own'] ? undefined : isOwn,
  })
  const all = html`<a href="?">Show all ${what}</a>`
  const nothing =
    values.size === 0
      ? empty(`No ${what} yet`, list.advice)
      : filtered
        ? empty(`No ${what} match these filters`, all)
        : empty(`No ${what} here`, html`${all}, or wait for new ones.`)
  return {
    title,
    menu: path,
    skip: { label: 'Skip to the list', to: 'list' },
    content: html`<div class="head"><h1>${title}</h1>${list.actions === undefined ? '' : html`<div class="row">${list.actions}</div>`}</div>
${list.above ?? ''}
<form id="${filtersId}" class="filters" role="search" data-filter action="${view.base}/_emulator/ui/${path}">${list.filters}${timeFields(query)}<button class="plain">Filter</button></form>
${tailBar(shown, query)}
<div id="list" data-live="${what}"${query.upto === '' ? '' : html` data-paused`}>${shown.total === 0 ? nothing : html`${table(title, heads, each(shown.rows, list.row))}${rowLinks(shown, what, query)}`}</div>`,
  }
}

/** A filter's menu; its first choice is all. `shown` is what a choice is called. */
export const choice = <T extends string>(
  label: string,
  name: string,
  value: string,
  options: readonly T[],
  shown: (option: T) => string = String,
): Html =>
  html`<label>${label}<select name="${name}"><option value="">all</option>${options.map((option) => html`<option value="${option}"${option === value ? html` selected` : ''}>${shown(option)}</option>`)}</select></label>`

/** The search field of a list; the key `/` focuses it. */
export const searchField = (label: string, value: string): Html =>
  html`<label class="grow">${label}<input type="search" name="q" value="${value}" data-search autocomplete="off" spellcheck="false"></label>`
